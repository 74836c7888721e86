package io.mehari.collect;

import io.mehari.spi.AsciiCase;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map from names to values in which {@code Content-Type} and {@code content-type} are one name. A-Z and a-z are
 * equal, nothing else is folded; the first spelling of a name is kept; iteration is in insertion order. Look-ups take
 * constant time, and no set of names, however chosen, makes them slow. Null names are refused, null values allowed.
 *
 * <p>A copy shares its content with the original until either is written to; several threads may copy one map at the
 * same time. Otherwise the map is not safe for use by several threads at once.
 *
 * <p>{@link #equals} and {@link #hashCode} heed the spelling, as {@link Map} demands of maps that are to be compared
 * with others; {@link #equalsIgnoreCase} does not. {@code keySet().contains}, {@code remove} and {@code removeAll} do
 * not either.
 */
public final class CaseInsensitiveMap<V extends @Nullable Object> extends OwnedSlotMap<String, V> {

    public CaseInsensitiveMap() {
        super(true);
    }

    /** A map with those entries; of names that differ in case alone the first spelling and the last value stay. */
    public CaseInsensitiveMap(Map<String, ? extends V> entries) {
        super(true);
        fill(entries);
    }

    /** Refuses, by its parameter's type, what gets past the compiler: a key that is no name would break look-ups. */
    @Override
    public @Nullable V put(String name, V value) {
        return super.put(name, value);
    }

    /** A copy that shares its content with this map until either is written to. */
    public CaseInsensitiveMap<V> copy() {
        return new CaseInsensitiveMap<>(this);
    }

    /** Whether the other map has the same names, case apart, with equal values. */
    public boolean equalsIgnoreCase(Map<String, ? extends V> other) {
        CaseInsensitiveMap<V> mine = new CaseInsensitiveMap<>();
        forEach((name, value) -> mine.put(AsciiCase.fold(name), value));
        CaseInsensitiveMap<V> theirs = new CaseInsensitiveMap<>();
        other.forEach((name, value) -> theirs.put(AsciiCase.fold(name), value));
        return mine.equals(theirs);
    }
}
