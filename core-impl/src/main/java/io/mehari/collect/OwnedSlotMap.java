package io.mehari.collect;

import io.mehari.collect.slots.SlotMap;
import io.mehari.collect.slots.Slots;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map with a storage of its own, which it shares with its copies until one of them changes. */
abstract class OwnedSlotMap<K, V extends @Nullable Object> extends SlotMap<K, V> {

    private final boolean folded;
    private boolean shared;
    private int modifications;
    private @Nullable Object storage;

    OwnedSlotMap(boolean folded) {
        this.folded = folded;
    }

    /** Fills this new map. The content of a map of the same kind is shared, not copied. */
    final void fill(Map<? extends K, ? extends V> entries) {
        if (entries instanceof OwnedSlotMap && ((OwnedSlotMap<?, ?>) entries).folded == folded) {
            storage = ((OwnedSlotMap<?, ?>) entries).shareStorage();
            shared = storage != null;
        } else {
            putAll(entries);
        }
    }

    /**
     * Several threads may copy one map at once: all write the same value to {@code shared}, and the count is atomic.
     */
    private @Nullable Object shareStorage() {
        if (storage != null) {
            shared = true;
            Slots.share(storage);
        }
        return storage;
    }

    @Override
    protected final @Nullable Object storage() {
        return storage;
    }

    @Override
    protected final int modifications() {
        return modifications;
    }

    @Override
    protected final int find(Object key) {
        return folded && !(key instanceof String) ? -1 : Slots.find(storage, key, folded);
    }

    private Object owned(Object present) {
        if (!shared) {
            return present;
        }
        Object own = Slots.own(present);
        storage = own;
        shared = false;
        return own;
    }

    @Override
    @SuppressWarnings(
            "ReferenceEquality") // compares by identity: if it is the same object, nothing needs to be written
    protected final void setAt(int position, V value) {
        if (storage != null
                && Slots.valueAt(storage, position) != value) { // else nothing changes, and the storage stays shared
            Slots.setAt(owned(storage), position, value);
        }
    }

    @Override
    protected final void append(K key, V value) {
        storage = Slots.append(storage, shared, key, value, folded);
        shared = false;
        modifications++;
    }

    @Override
    protected final int removeAt(int position) {
        modifications++;
        if (storage == null) {
            return -1;
        }
        storage = Slots.removeAt(owned(storage), position, folded);
        return Slots.afterRemoval(storage, position);
    }

    @Override
    public final void clear() {
        if (storage != null) {
            modifications++;
            if (shared) {
                Slots.disown(storage);
            }
            storage = null;
            shared = false;
        }
    }
}
