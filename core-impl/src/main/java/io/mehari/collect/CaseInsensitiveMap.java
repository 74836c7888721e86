package io.mehari.collect;

import io.mehari.spi.internal.AsciiCase;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map with case-insensitive names: {@code Content-Type} and {@code content-type} are the same name. Only A-Z and a-z
 * are equal; no other character is folded. The first spelling of a name is kept, and iteration is in insertion order.
 * Look-ups take constant time, and no set of names, even a malicious one, makes them slow. Null names are refused, null
 * values are allowed.
 *
 * <p>A copy shares its content with the original until either is changed. Several threads may copy one map at the same
 * time. Apart from that the map is not thread-safe.
 *
 * <p>{@link #equals} and {@link #hashCode} are case-sensitive, as {@link Map} requires for comparison with other maps;
 * {@link #equalsIgnoreCase} is not. {@code keySet().contains}, {@code remove} and {@code removeAll} are
 * case-insensitive.
 */
public final class CaseInsensitiveMap<V extends @Nullable Object> extends OwnedSlotMap<String, V> {

    public CaseInsensitiveMap() {
        super(true);
    }

    /** A map with these entries. If names differ only in case, the first spelling and the last value are kept. */
    public CaseInsensitiveMap(Map<String, ? extends V> entries) {
        super(true);
        fill(entries);
    }

    /** The parameter type rejects keys that unchecked code passes as another type and that would break look-ups. */
    @Override
    public @Nullable V put(String name, V value) {
        return super.put(name, value);
    }

    /** Creates a copy that shares its content with this map until either is changed. */
    public CaseInsensitiveMap<V> copy() {
        return new CaseInsensitiveMap<>(this);
    }

    /** Whether the other map has the same names, ignoring case, with equal values. */
    public boolean equalsIgnoreCase(Map<String, ? extends V> other) {
        CaseInsensitiveMap<V> own = new CaseInsensitiveMap<>();
        forEach((name, value) -> own.put(AsciiCase.fold(name), value));
        CaseInsensitiveMap<V> theirs = new CaseInsensitiveMap<>();
        other.forEach((name, value) -> theirs.put(AsciiCase.fold(name), value));
        return own.equals(theirs);
    }
}
