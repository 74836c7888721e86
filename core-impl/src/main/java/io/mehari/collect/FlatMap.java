package io.mehari.collect;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map for a handful of entries: one flat array that is scanned, first by identity and then by equality, and an index
 * behind it when there are many. Iteration is in insertion order, which removal does not disturb. Null keys are
 * refused, null values allowed.
 *
 * <p>A copy shares its content with the original until either is written to; several threads may copy one map at the
 * same time. Otherwise the map is not safe for use by several threads at once.
 */
public final class FlatMap<K, V extends @Nullable Object> extends OwnedSlotMap<K, V> {

    public FlatMap() {
        super(false);
    }

    public FlatMap(Map<? extends K, ? extends V> entries) {
        super(false);
        fill(entries);
    }

    /** A copy that shares its content with this map until either is written to. */
    public FlatMap<K, V> copy() {
        return new FlatMap<>(this);
    }
}
