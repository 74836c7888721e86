package course;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Copies all entries of one map to another without an iterator or a lambda. Whether the compiler removes those depends
 * on the JVM, and the ladder does not measure that. Not thread-safe.
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
