package step08;

import java.security.SecureRandom;
import java.util.Arrays;

/** The same table, which changes its hash over when a name has to go too far. */
final class After {

    private Object[] pairs = new Object[16];
    private int[] index = new int[16];
    private int count;

    private final long key0;
    private final long key1;

    /** How many places of the index were looked at so far: the work, without a clock. */
    long looks;

    After() {
        this(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /** With a known key the work is the same in every run. */
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
    private static final int FAR = 48;
    private boolean keyed;

    void put(String name, Object value) {
        long before = looks;
        int place = find(name);
        if (index[place] != 0) {
            pairs[2 * index[place] - 1] = value;
            return;
        }
        if (looks - before > FAR && !keyed) {
            keyed = true; // for good: whoever sent one such name sends more
            enterAll();
            place = find(name);
        }
        if (2 * count == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            index = new int[2 * index.length];
            enterAll();
            place = find(name);
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        index[place] = ++count;
    }

    private int hash(String name) {
        return keyed ? KeyedHash.hash(name, key0, key1) : Before.hash(name);
    }
    // endregion

    private int find(String name) {
        int place = hash(name) & (index.length - 1);
        looks++;
        while (index[place] != 0 && !Names.equal(name, (String) pairs[2 * index[place] - 2])) {
            place = (place + 1) & (index.length - 1);
            looks++;
        }
        return place;
    }

    private void enterAll() {
        Arrays.fill(index, 0);
        for (int pair = 0; pair < count; pair++) {
            index[find((String) pairs[2 * pair])] = pair + 1;
        }
    }
}
