package course;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Puts all of one map into another and makes no garbage of its own: whether an iterator or a lambda is really allocated
 * is the compiler's choice, and not what the ladder asks. For one thread only.
 */
public final class MapCopy<K, V> implements BiConsumer<K, V> {

    private Map<? super K, ? super V> target;

    public MapCopy() {}

    public void putAll(Map<K, V> from, Map<? super K, ? super V> to) {
        target = to;
        from.forEach(this);
        target = null;
    }

    @Override
    public void accept(K key, V value) {
        target.put(key, value);
    }
}
