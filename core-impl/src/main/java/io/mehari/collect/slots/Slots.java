package io.mehari.collect.slots;

import io.mehari.spi.AsciiCase;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operations on a storage of keys and values in insertion order.
 *
 * <p>A storage is {@code null} (empty), an {@code Object[]} (flat), or a {@link HashedSlots}. Its owner holds it in a
 * field, so that a few headers cost their message one array and no map. A <em>position</em> is the index of a key in
 * the array of pairs; its value stands right behind it.
 */
public final class Slots {
    /*
     * Flat: key0, value0, key1, value1, ... A null key ends the content, so no count is kept. Look-up goes twice over
     * the keys: first by identity, which finds the constants that programs use, then by equality. Removal closes the
     * gap. The array never has null keys between others, and is never empty. The look-up loops end at the first null
     * and test their bound last: written as counted loops they are unrolled, which takes twice the time for one header.
     *
     * Shared: two owners may refer to one storage while neither writes. Whoever wants to write calls own() first.
     * For a flat array that is always a copy: counting its owners would cost an atomic increment per copy, more than
     * copying 56 bytes does. A hashed storage counts, since copying it is dear.
     *
     * 'folded' says how keys are compared: true for header names, false for plain equality. Every caller passes a
     * constant, so that the compiler removes the other branch.
     */

    /** More pairs than this are stored behind an index. The measurement is in the decisions. */
    public static final int FLAT_PAIRS = 8;

    private static final int FIRST_PAIRS = 2;
    private static final int SECOND_PAIRS = 5;

    private Slots() {}

    // ---- reading

    /** The position of the key, or -1. */
    public static int find(@Nullable Object storage, Object key, boolean folded) {
        if (storage == null) {
            return -1;
        }
        if (storage instanceof HashedSlots slots) {
            return slots.find(key);
        }
        return findFlat((Object[]) storage, key, folded);
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
        return folded ? findFolded(pairs, (String) key) : findEqual(pairs, key);
    }

    private static int findFolded(@Nullable Object[] pairs, String name) {
        int length = name.length();
        int i = 0;
        do {
            Object candidate = pairs[i];
            if (candidate == null) {
                return -1;
            }
            if (((String) candidate).length() == length && AsciiCase.equal((String) candidate, name)) {
                return i;
            }
            i += 2;
        } while (i < pairs.length);
        return -1;
    }

    private static int findEqual(@Nullable Object[] pairs, Object key) {
        int i = 0;
        do {
            Object candidate = pairs[i];
            if (candidate == null) {
                return -1;
            }
            if (candidate.equals(key)) {
                return i;
            }
            i += 2;
        } while (i < pairs.length);
        return -1;
    }

    /** The array in which positions count. Read only, unless the caller owns the storage. */
    public static @Nullable Object[] pairs(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            return slots.pairs;
        }
        return (Object[]) Objects.requireNonNull(storage);
    }

    public static Object keyAt(Object storage, int position) {
        Object key = pairs(storage)[position];
        assert key != null;
        return key;
    }

    public static @Nullable Object valueAt(Object storage, int position) {
        return pairs(storage)[position + 1];
    }

    public static int size(@Nullable Object storage) {
        if (storage == null) {
            return 0;
        }
        return storage instanceof HashedSlots slots ? slots.live : flatEnd((Object[]) storage) / 2;
    }

    public static boolean isEmpty(@Nullable Object storage) {
        return storage instanceof HashedSlots slots ? slots.live == 0 : next(storage, 0) < 0;
    }

    /** The first position at or behind {@code from} that holds something, or -1. */
    public static int next(@Nullable Object storage, int from) {
        if (storage == null) {
            return -1;
        }
        if (storage instanceof HashedSlots slots) {
            return slots.next(from);
        }
        @Nullable Object[] pairs = (Object[]) storage;
        for (int i = from; i < pairs.length; i += 2) {
            if (pairs[i] != null) {
                return i;
            }
        }
        return -1;
    }

    private static int flatEnd(@Nullable Object[] pairs) {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }

    // ---- sharing

    /** Says that one more owner refers to this storage. May be called by several threads at once. */
    public static void share(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            slots.addOwner();
        }
    }

    /** A storage of the same content that the caller alone refers to, given one that was shared. */
    public static Object own(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            return slots.own();
        }
        return pairs(storage).clone();
    }

    /** Says that an owner of a shared storage no longer refers to it. */
    public static void disown(@Nullable Object storage) {
        if (storage instanceof HashedSlots slots) {
            slots.dropOwner();
        }
    }

    // ---- writing

    public static void setAt(Object storage, int position, @Nullable Object value) {
        pairs(storage)[position + 1] = value;
    }

    /**
     * Adds a key that is not there yet.
     *
     * @param shared whether somebody else refers to the storage, which then stays as it is
     * @return the storage to refer to from now on, which the caller alone refers to
     */
    public static Object append(
            @Nullable Object storage, boolean shared, Object key, @Nullable Object value, boolean folded) {
        if (storage == null) {
            @Nullable Object[] pairs = new @Nullable Object[2 * FIRST_PAIRS];
            pairs[0] = key;
            pairs[1] = value;
            return pairs;
        }
        if (storage instanceof HashedSlots slots) {
            HashedSlots mine = shared ? slots.own() : slots;
            mine.append(key, value);
            return mine;
        }
        return appendFlat((Object[]) storage, shared, key, value, folded);
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
     * Removes what stands at a position of a storage that the caller alone refers to.
     *
     * @return the position from which an iteration goes on
     */
    public static int removeAt(Object storage, int position) {
        if (storage instanceof HashedSlots slots) {
            slots.removeAt(position);
            return position + 2;
        }
        @Nullable Object[] pairs = (Object[]) storage;
        int end = flatEnd(pairs);
        System.arraycopy(pairs, position + 2, pairs, position, end - position - 2);
        pairs[end - 2] = null;
        pairs[end - 1] = null;
        return position;
    }
}
