package io.mehari.collect.slots;

import io.mehari.spi.AsciiCase;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Many keys and values in insertion order, behind a hash index that no set of keys makes slow. */
final class HashedSlots {
    /*
     * pairs[0 .. end) holds keys and values in the order in which they came; a removed pair leaves a null key behind.
     * When pairs is full, it is either packed (many were removed) or doubled, and the index is made anew: what is held
     * is bounded by the largest number that was alive at one time. first is where the first living pair stands (or end):
     * who takes the first out again and again, as from a queue, must not walk over all those that went before.
     *
     * index is an open-addressed table, at most half full, probed linearly. An entry is 0 (free) or the number of a
     * pair, from 1, in its low bits and the high bits of the key's hash above them. A removed pair's entry stays: its
     * key is null and matches nothing. Its place is taken by the next key of the same hash, so that putting and removing
     * one name over and over leaves one entry. A look-up goes no further than the longest way that an insertion went:
     * names can be made whose entries stand in one long row, each where its hash says, with nothing found to be amiss.
     *
     * The first hash is quick and looks at a few characters only. Whoever knows it can make names that collide; so when
     * an insertion has to probe further than PROBE_LIMIT, or past more than TWIN_LIMIT names whose hash is its own (each
     * of which a look-up has to read), the table changes over, once and for good, to a keyed hash (SipHash) whose key is
     * drawn at random in each process.
     */

    private static final int PROBE_LIMIT = 48;
    private static final int TWIN_LIMIT = 8;
    private static final int SMALLEST = 16;

    @Nullable
    Object[] pairs;

    int live;

    /** No key stands further than this behind the place that its hash says. */
    int longestWay;

    int first;
    private int end;
    private int[] index = {};
    private final boolean folded;
    private boolean keyed;

    /**
     * Owners beyond the first. Incremented by copies, possibly on several threads at once; a copy that is left to the
     * garbage collector stays counted, and one busy original makes 2^32 copies within minutes.
     */
    @SuppressWarnings("UnusedVariable") // through OTHER_OWNERS
    private volatile long otherOwners;

    HashedSlots(@Nullable Object[] flat, boolean folded) {
        this.folded = folded;
        this.pairs = Arrays.copyOf(flat, 2 * SMALLEST);
        this.live = flat.length / 2;
        this.end = flat.length;
        rebuildIndex();
    }

    private HashedSlots(HashedSlots other) {
        folded = other.folded;
        keyed = other.keyed;
        pairs = other.pairs.clone();
        index = other.index.clone();
        live = other.live;
        longestWay = other.longestWay;
        first = other.first;
        end = other.end;
    }

    // ---- sharing

    void addOwner() {
        OTHER_OWNERS.getAndAdd(this, 1L);
    }

    /**
     * Pairs with the acquiring read in {@link #own}: what this owner read, it read before somebody else writes. That
     * reader may see the count as a later dropper left it: each is a read-modify-write, which carries on the release of
     * those before it.
     */
    void dropOwner() {
        OTHER_OWNERS.getAndAddRelease(this, -1L);
    }

    HashedSlots own() {
        if ((long) OTHER_OWNERS.getAcquire(this) == 0) {
            return this;
        }
        HashedSlots mine = new HashedSlots(this);
        dropOwner();
        return mine;
    }

    // ---- operations

    int find(Object key) {
        int hash = hash(key);
        int mask = index.length - 1;
        for (int way = 0; way <= longestWay; way++) {
            int entry = index[(hash + way) & mask];
            if (entry == 0) {
                return -1;
            }
            if (((entry ^ hash) & ~mask) == 0) {
                int position = position(entry, mask);
                Object candidate = pairs[position];
                if (candidate == key || (candidate != null && same(candidate, key))) {
                    return position;
                }
            }
        }
        return -1;
    }

    private static int position(int entry, int mask) {
        return ((entry & mask) - 1) * 2;
    }

    private boolean same(Object candidate, Object key) {
        return folded ? AsciiCase.equal((String) candidate, (String) key) : candidate.equals(key);
    }

    void append(Object key, @Nullable Object value) {
        if (end == pairs.length) {
            makeRoom();
        }
        pairs[end] = key;
        pairs[end + 1] = value;
        end += 2;
        live++;
        if (!enter(end - 2)) {
            keyed = true;
            rebuildIndex();
        }
    }

    void removeAt(int position) {
        pairs[position] = null;
        pairs[position + 1] = null;
        live--;
        while (first < end && pairs[first] == null) {
            first += 2;
        }
    }

    /** The first position at or behind {@code from} that holds something, or -1. */
    int next(int from) {
        for (int position = Math.max(from, first); position < end; position += 2) {
            if (pairs[position] != null) {
                return position;
            }
        }
        return -1;
    }

    // ---- room and index

    private void makeRoom() {
        int capacity = pairs.length / 2;
        int needed = live > capacity * 3 / 4 ? capacity * 2 : capacity;
        @Nullable Object[] packed = new @Nullable Object[needed * 2];
        int to = 0;
        for (int from = 0; from < end; from += 2) {
            if (pairs[from] != null) {
                packed[to] = pairs[from];
                packed[to + 1] = pairs[from + 1];
                to += 2;
            }
        }
        pairs = packed;
        first = 0;
        end = to;
        rebuildIndex();
    }

    private void rebuildIndex() {
        index = new int[pairs.length];
        longestWay = 0;
        for (int position = 0; position < end; position += 2) {
            if (pairs[position] != null && !enter(position)) {
                keyed = true;
                rebuildIndex();
                return;
            }
        }
    }

    /** Enters a pair in the index; false when what stood in the way says that the quick hash is not to be trusted. */
    private boolean enter(int position) {
        Object key = pairs[position];
        assert key != null;
        int hash = hash(key);
        int mask = index.length - 1;
        int way = 0;
        int twins = 0;
        for (int entry = index[hash & mask]; entry != 0; entry = index[(hash + ++way) & mask]) {
            if (((entry ^ hash) & ~mask) == 0) {
                if (pairs[position(entry, mask)] == null) {
                    break;
                }
                twins++;
            }
        }
        index[(hash + way) & mask] = (hash & ~mask) | (position / 2 + 1);
        longestWay = Math.max(longestWay, way);
        return keyed || (way <= PROBE_LIMIT && twins <= TWIN_LIMIT);
    }

    int hash(Object key) {
        if (keyed && key instanceof String name) {
            return KeyedHash.of(name, folded);
        }
        return folded ? QuickHash.of((String) key) : QuickHash.mix(key.hashCode());
    }

    private static final VarHandle OTHER_OWNERS;

    static {
        try {
            OTHER_OWNERS = MethodHandles.lookup().findVarHandle(HashedSlots.class, "otherOwners", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
