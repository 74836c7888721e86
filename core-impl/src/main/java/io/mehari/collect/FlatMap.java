package io.mehari.collect;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map for a few entries, in one array. Maps with the same String keys share a list of these keys; other keys are
 * searched first by identity and then by equality. A map with many entries gets a hash index. Iteration is in insertion
 * order, also after removals. Null keys are refused, null values are allowed.
 *
 * <p>A copy shares its content with the original until either is changed. Several threads may copy one map at the same
 * time. Apart from that the map is not thread-safe.
 */
public final class FlatMap<K, V extends @Nullable Object> extends OwnedSlotMap<K, V> {

    public FlatMap() {
        super(false);
    }

    public FlatMap(Map<? extends K, ? extends V> entries) {
        super(false);
        fill(entries);
    }

    /** Creates a copy that shares its content with this map until either is changed. */
    public FlatMap<K, V> copy() {
        return new FlatMap<>(this);
    }
}
