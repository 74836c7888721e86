package step08;

import java.security.SecureRandom;
import java.util.Arrays;

/** The same table; it switches to a keyed hash when a name needs too many probes. */
final class After {

    private Object[] pairs = new Object[16];
    private int[] index = new int[16];
    private int count;

    private final long key0;
    private final long key1;

    /** The number of index slots probed so far: a measure of the work that needs no clock. */
    long probes;

    After() {
        this(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /** With a fixed key the work is the same in every run. */
    After(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    private static final SecureRandom RANDOM = new SecureRandom();

    Object get(String name) {
        int pair = index[find(name)] - 1;
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    boolean isKeyed() {
        return keyed;
    }

    // region put
    private static final int MAX_PROBES = 48;
    private boolean keyed;

    void put(String name, Object value) {
        long before = probes;
        int slot = find(name);
        if (index[slot] != 0) {
            pairs[2 * index[slot] - 1] = value;
            return;
        }
        if (probes - before > MAX_PROBES && !keyed) {
            keyed = true; // permanently: the sender of one such name will send more
            enterAll();
            slot = find(name);
        }
        if (2 * count == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            index = new int[2 * index.length];
            enterAll();
            slot = find(name);
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        index[slot] = ++count;
    }

    private int hash(String name) {
        return keyed ? KeyedHash.hash(name, key0, key1) : Before.hash(name);
    }
    // endregion

    private int find(String name) {
        int slot = hash(name) & (index.length - 1);
        probes++;
        while (index[slot] != 0 && !Names.equal(name, (String) pairs[2 * index[slot] - 2])) {
            slot = (slot + 1) & (index.length - 1);
            probes++;
        }
        return slot;
    }

    private void enterAll() {
        Arrays.fill(index, 0);
        for (int pair = 0; pair < count; pair++) {
            index[find((String) pairs[2 * pair])] = pair + 1;
        }
    }
}
