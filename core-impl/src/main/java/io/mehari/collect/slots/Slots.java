package io.mehari.collect.slots;

import io.mehari.spi.internal.AsciiCase;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations on a storage of keys and values in insertion order.
 *
 * <p>A storage is {@code null} (empty), an {@code Object[]} (values with a {@link Layout} of their names, or pairs), or
 * a {@link HashedSlots}. Its owner holds it in a field, so that a few headers cost a message one array and no map
 * object. A <em>position</em> stands for a key and its value. It is even: twice the number of the key in the storage.
 */
public final class Slots {
    /*
     * With a layout: the layout, value0, value1, ... and null in the places that are free. This is the usual case.
     *
     * Flat, where there is no layout: key0, value0, key1, value1, ... A null key ends the content, so no count is
     * stored. A look-up scans the keys twice: first by identity, which finds the constants that programs use, then by
     * equality. Removal closes the gap, so there is no null key between others. The array is never empty. The look-up
     * loops end at the first null and test their bound last: as counted loops they would be unrolled, which doubles
     * the time for a single header.
     *
     * Shared: two owners may refer to one storage while neither writes. An owner that wants to write calls own() first.
     * For an array this always makes a copy, because counting owners would cost an atomic increment for each copy,
     * which is more than copying 56 bytes. A hashed storage counts its owners, because copying it is expensive.
     *
     * `folded` selects the comparison of keys: true for header names, false for plain equality. Every caller passes a
     * constant, so the compiler removes the other branch.
     */

    /** The largest number of pairs in a flat storage; docs/decisions/005-flat-then-hashed.md says why. */
    public static final int FLAT_PAIRS = 8;

    private static final int FIRST_PAIRS = 2;
    private static final int SECOND_PAIRS = 5;

    static {
        // While there is room: a class whose initialization fails on a full heap cannot be used in this process again.
        Objects.requireNonNull(Layout.FOLDED);
        HashedSlots.initialize();
    }

    private Slots() {}

    // ---- reading

    /** The position of the key; -1 if it is absent. */
    public static int find(@Nullable Object storage, Object key, boolean folded) {
        if (storage == null) {
            return -1;
        }
        if (storage instanceof Object[] array) {
            return array[0] instanceof Layout layout ? layout.find(key) : findFlat(array, key, folded);
        }
        return ((HashedSlots) storage).find(key);
    }

    private static int findFlat(@Nullable Object[] pairs, Object key, boolean folded) {
        int i = 0;
        do {
            Object candidate = pairs[i];
            if (candidate == key) {
                return i;
            }
            if (candidate == null) {
                break;
            }
            i += 2;
        } while (i < pairs.length);
        return findEqual(pairs, key, folded);
    }

    private static int findEqual(@Nullable Object[] pairs, Object key, boolean folded) {
        int i = 0;
        do {
            Object candidate = pairs[i];
            if (candidate == null) {
                return -1;
            }
            if (folded ? AsciiCase.equal((String) candidate, (String) key) : candidate.equals(key)) {
                return i;
            }
            i += 2;
        } while (i < pairs.length);
        return -1;
    }

    /** The pairs of a storage without a layout. */
    private static @Nullable Object[] pairs(Object storage) {
        return storage instanceof HashedSlots slots ? slots.pairs : (Object[]) storage;
    }

    private static @Nullable Layout layout(Object storage) {
        return storage instanceof Object[] array && array[0] instanceof Layout layout ? layout : null;
    }

    public static Object keyAt(Object storage, int position) {
        Layout layout = layout(storage);
        Object key = layout != null ? layout.names[position / 2] : pairs(storage)[position];
        assert key != null;
        return key;
    }

    /** Whether the key at this position is this very object. */
    public static boolean isAt(@Nullable Object storage, int position, Object key) {
        if (storage == null) {
            return false;
        }
        Layout layout = layout(storage);
        if (layout != null) {
            return position / 2 < layout.size() && layout.names[position / 2] == key;
        }
        @Nullable Object[] pairs = pairs(storage);
        return position < pairs.length && pairs[position] == key;
    }

    public static @Nullable Object valueAt(@Nullable Object storage, int position) {
        if (storage instanceof Object[] array) {
            return array[valueIndex(array, position)];
        }
        return ((HashedSlots) Objects.requireNonNull(storage)).pairs[position + 1];
    }

    private static int valueIndex(@Nullable Object[] array, int position) {
        return array[0] instanceof Layout ? position / 2 + 1 : position + 1;
    }

    public static int size(@Nullable Object storage) {
        if (storage == null) {
            return 0;
        }
        if (storage instanceof HashedSlots slots) {
            return slots.live;
        }
        @Nullable Object[] array = (Object[]) storage;
        return array[0] instanceof Layout layout ? layout.size() : flatEnd(array) / 2;
    }

    public static boolean isEmpty(@Nullable Object storage) {
        return storage instanceof HashedSlots slots ? slots.live == 0 : next(storage, 0) < 0;
    }

    /** The first used position at or after {@code from}; -1 if there is none. */
    public static int next(@Nullable Object storage, int from) {
        if (storage == null) {
            return -1;
        }
        if (storage instanceof HashedSlots slots) {
            return slots.next(from);
        }
        @Nullable Object[] array = (Object[]) storage;
        int end = array[0] instanceof Layout layout ? 2 * layout.size() : flatEnd(array);
        return from < end ? from : -1;
    }

    private static int flatEnd(@Nullable Object[] pairs) {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }

    // ---- sharing

    /** Registers another owner of this storage. May be called by several threads at once. */
    public static void share(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            slots.addOwner();
        }
    }

    /** A storage with the content of a shared one, which only the caller refers to. */
    public static Object own(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            return slots.own();
        }
        return ((Object[]) Objects.requireNonNull(storage)).clone();
    }

    /** Unregisters an owner of a shared storage. */
    public static void disown(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            slots.dropOwner();
        }
    }

    // ---- writing

    public static void setAt(Object storage, int position, @Nullable Object value) {
        if (storage instanceof HashedSlots slots) {
            slots.pairs[position + 1] = value;
        } else {
            @Nullable Object[] array = (Object[]) storage;
            array[valueIndex(array, position)] = value;
        }
    }

    /**
     * Adds a key that is absent.
     *
     * @param shared whether another owner refers to the storage; then it does not change
     * @return the storage to use from now on, which only the caller refers to
     */
    public static Object append(
            @Nullable Object storage, boolean shared, Object key, @Nullable Object value, boolean folded) {
        if (storage == null) {
            return first(key, value, folded);
        }
        if (storage instanceof HashedSlots slots) {
            HashedSlots own = shared ? slots.copyIfShared() : slots;
            own.append(key, value); // may fail, and then the caller is still an owner of the shared storage
            if (own != slots) {
                slots.dropOwner();
            }
            return own;
        }
        @Nullable Object[] array = (Object[]) storage;
        if (array[0] instanceof Layout layout) {
            Layout more = key instanceof String name ? layout.with(name) : null;
            return more != null
                    ? appendValue(array, shared, more, value)
                    : append(toPairs(array, layout, folded), false, key, value, folded);
        }
        return appendFlat(array, shared, key, value, folded);
    }

    private static Object first(Object key, @Nullable Object value, boolean folded) {
        Layout root = folded ? Layout.FOLDED : Layout.PLAIN;
        Layout layout = key instanceof String name ? root.withOther(name) : null;
        @Nullable Object[] array = new @Nullable Object[layout != null ? layout.room() + 1 : 2 * FIRST_PAIRS];
        array[0] = layout != null ? layout : key;
        array[1] = value;
        return array;
    }

    private static Object appendValue(@Nullable Object[] array, boolean shared, Layout layout, @Nullable Object value) {
        int end = layout.size();
        @Nullable Object[] room = shared || end == array.length ? Arrays.copyOf(array, layout.room() + 1) : array;
        room[0] = layout;
        room[end] = value;
        return room;
    }

    /** The same content without a layout. */
    private static Object toPairs(@Nullable Object[] array, Layout layout, boolean folded) {
        int size = layout.size();
        if (size > FLAT_PAIRS) {
            return new HashedSlots(layout.names, array, folded);
        }
        @Nullable Object[] pairs = new @Nullable Object[2 * capacity(size + 1)];
        for (int i = 0; i < size; i++) {
            pairs[2 * i] = layout.names[i];
            pairs[2 * i + 1] = array[i + 1];
        }
        return pairs;
    }

    private static Object appendFlat(
            @Nullable Object[] pairs, boolean shared, Object key, @Nullable Object value, boolean folded) {
        int end = flatEnd(pairs);
        if (end == 2 * FLAT_PAIRS) {
            HashedSlots slots = new HashedSlots(pairs, folded);
            slots.append(key, value);
            return slots;
        }
        @Nullable
        Object[] room = shared || end == pairs.length ? Arrays.copyOf(pairs, 2 * capacity(end / 2 + 1)) : pairs;
        room[end] = key;
        room[end + 1] = value;
        return room;
    }

    private static int capacity(int needed) {
        return needed <= FIRST_PAIRS ? FIRST_PAIRS : needed <= SECOND_PAIRS ? SECOND_PAIRS : FLAT_PAIRS;
    }

    /**
     * Removes a pair from a storage that only the caller refers to. An iteration continues at {@link #afterRemoval}.
     *
     * @return the storage to refer to from now on
     */
    public static Object removeAt(Object storage, int position, boolean folded) {
        if (storage instanceof HashedSlots slots) {
            slots.removeAt(position);
            return slots;
        }
        @Nullable Object[] array = (Object[]) storage;
        if (array[0] instanceof Layout layout) {
            Layout less = layout.without(position / 2);
            if (less == null) {
                return removeAt(toPairs(array, layout, folded), position, folded);
            }
            close(array, position / 2 + 1, 1, layout.size() + 1);
            array[0] = less;
        } else {
            close(array, position, 2, flatEnd(array));
        }
        return array;
    }

    /** Closes a gap. The copying is the last call, so that no StackOverflowError leaves the work half done. */
    private static void close(@Nullable Object[] array, int at, int length, int end) {
        System.arraycopy(array, at + length, array, at, end - at - length);
        for (int i = end - length; i < end; i++) {
            array[i] = null;
        }
    }

    /** The position where an iteration continues after the pair at that position was removed. */
    public static int afterRemoval(Object storage, int position) {
        return storage instanceof HashedSlots ? position + 2 : position;
    }
}
