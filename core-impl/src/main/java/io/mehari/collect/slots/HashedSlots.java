package io.mehari.collect.slots;

import io.mehari.spi.internal.AsciiCase;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Many keys and values in insertion order, with a hash index that no set of keys makes slow. */
final class HashedSlots {
    /*
     * pairs[0 .. end) holds keys and values in insertion order; a removed pair leaves a null key. When pairs is full,
     * it is either compacted (if many pairs were removed) or doubled, and the index is rebuilt. So the size is bounded
     * by the largest number of pairs that existed at one time. `first` is the position of the first pair (or end), so
     * that code which removes the first pair again and again, as from a queue, does not scan all removed ones.
     *
     * `index` is an open-addressed hash table with linear probing, at most half full. An entry is 0 (free) or contains
     * the number of a pair, from 1, in its low bits and the high bits of the key's hash above them. The entry of a
     * removed pair stays; its key is null and matches nothing. The next key with the same hash reuses it, so putting
     * and removing one name repeatedly leaves one entry. A look-up probes no further than the longest insertion did.
     * Otherwise an attacker could choose names whose entries fill one long run, each at the place of its own hash:
     * look-ups would be slow, but no insertion would notice.
     *
     * The first hash function is quick and reads only a few characters, so it is easy to find names that collide. If an
     * insertion probes further than PROBE_LIMIT, or past more than TWIN_LIMIT names with the same hash (each of which a
     * look-up must compare), the table switches permanently to a keyed hash (SipHash) with a random key of the
     * process.
     *
     * Any call can fail: by an OutOfMemoryError, a StackOverflowError, or an exception of the hashCode of a key that is
     * no String. So each change first does all calls that can fail, and then writes its fields without any call. A
     * change that fails leaves everything as it was.
     */

    private static final int PROBE_LIMIT = 48;
    private static final int TWIN_LIMIT = 8;
    private static final int SMALLEST = 16;

    @Nullable
    Object[] pairs;

    int live;

    /** The largest distance ("way") between an entry of the index and the place of its hash. */
    int longestWay;

    int first;
    private int end;
    private int[] index = {};
    private final boolean folded;
    private byte keyed; // with which key of RandomBits, for ever

    /**
     * Number of owners beyond the first. Copies increment it, several threads at once. A copy that is left to the
     * garbage collector stays counted, and a busy original can make 2^32 copies within minutes, hence 64 bits.
     */
    @SuppressWarnings("UnusedVariable") // accessed through OTHER_OWNERS
    private volatile long otherOwners;

    HashedSlots(@Nullable Object[] flat, boolean folded) {
        this(flat.length / 2, flat, folded);
        reindex(pairs, end, RandomBits.NO_KEY);
    }

    /** Takes the names of a layout, and the values from an array that has the layout in front. */
    HashedSlots(String[] names, @Nullable Object[] values, boolean folded) {
        this(names.length, new @Nullable Object[0], folded);
        for (int i = 0; i < names.length; i++) {
            pairs[2 * i] = names[i];
            pairs[2 * i + 1] = values[i + 1];
        }
        reindex(pairs, end, RandomBits.NO_KEY);
    }

    private HashedSlots(int size, @Nullable Object[] flat, boolean folded) {
        this.folded = folded;
        pairs = Arrays.copyOf(flat, Math.max(2 * SMALLEST, 4 * Integer.highestOneBit(size)));
        live = size;
        end = 2 * size;
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

    /** Loads this class; see {@link Slots}. */
    static void initialize() {}

    // ---- sharing

    void addOwner() {
        OTHER_OWNERS.getAndAdd(this, 1L);
    }

    /**
     * Pairs with the acquire read in {@link #own}: what this owner has read, it has read before another owner writes.
     * That owner may see the count of a later call; each call is a read-modify-write, which continues the release of
     * those before it.
     */
    void dropOwner() {
        OTHER_OWNERS.getAndAddRelease(this, -1L);
    }

    HashedSlots own() {
        HashedSlots own = copyIfShared();
        if (own != this) {
            dropOwner();
        }
        return own;
    }

    /** For an owner that calls {@link #dropOwner} when nothing can fail any more and the result is not this object. */
    HashedSlots copyIfShared() {
        return (long) OTHER_OWNERS.getAcquire(this) == 0 ? this : new HashedSlots(this);
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
        int hash = hash(key, keyed);
        int way = freeWay(pairs, index, hash, keyed);
        if (way < 0) {
            reindex(pairs, end, RandomBits.chooseKey());
            hash = hash(key, keyed);
            way = freeWay(pairs, index, hash, keyed);
        }
        int mask = index.length - 1;
        index[(hash + way) & mask] = entry(hash, end, mask); // from here on nothing can fail
        pairs[end] = key;
        pairs[end + 1] = value;
        end += 2;
        live++;
        if (way > longestWay) {
            longestWay = way;
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

    /** The first used position at or after {@code from}; -1 if there is none. */
    int next(int from) {
        for (int position = Math.max(from, first); position < end; position += 2) {
            if (pairs[position] != null) {
                return position;
            }
        }
        return -1;
    }

    // ---- capacity and index

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
        reindex(packed, to, keyed);
        first = 0;
    }

    /** Creates an index for these pairs, and then takes both. */
    void reindex(@Nullable Object[] pairs, int end, byte keyed) {
        int[] index = new int[pairs.length];
        int mask = index.length - 1;
        int longest = 0;
        for (int position = 0; position < end; position += 2) {
            Object key = pairs[position];
            if (key == null) {
                continue;
            }
            int hash = hash(key, keyed);
            int way = freeWay(pairs, index, hash, keyed);
            if (way < 0) {
                reindex(pairs, end, RandomBits.chooseKey());
                return;
            }
            index[(hash + way) & mask] = entry(hash, position, mask);
            longest = Math.max(longest, way);
        }
        this.pairs = pairs; // from here on nothing can fail
        this.end = end;
        this.keyed = keyed;
        this.index = index;
        longestWay = longest;
    }

    private static int entry(int hash, int position, int mask) {
        return (hash & ~mask) | (position / 2 + 1);
    }

    /**
     * How far from the place of its hash a new key finds a place in the index; negative if there are so many collisions
     * that the quick hash cannot be used any more.
     */
    private static int freeWay(@Nullable Object[] pairs, int[] index, int hash, byte keyed) {
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
        return keyed != RandomBits.NO_KEY || (way <= PROBE_LIMIT && twins <= TWIN_LIMIT) ? way : -1;
    }

    int hash(Object key) {
        return hash(key, keyed);
    }

    private int hash(Object key, byte keyed) {
        if (keyed != RandomBits.NO_KEY && key instanceof String name) {
            return KeyedHash.of(name, folded, keyed);
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
