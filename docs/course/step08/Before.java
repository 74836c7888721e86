package step08;

import java.util.Arrays;

/** The table of step 6, without a defence. */
final class Before {

    private Object[] pairs = new Object[16];
    private int[] index = new int[16];
    private int count;

    /** The number of index slots probed so far: a measure of the work that needs no clock. */
    long probes;

    Object get(String name) {
        int pair = index[find(name)] - 1;
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    void put(String name, Object value) {
        int slot = find(name);
        if (index[slot] != 0) {
            pairs[2 * index[slot] - 1] = value;
            return;
        }
        if (2 * count == pairs.length) {
            grow();
            slot = find(name);
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        index[slot] = ++count;
    }

    // region find
    /** The slot of the index that has this name, or the free slot where it would be. */
    private int find(String name) {
        int slot = hash(name) & (index.length - 1);
        probes++;
        while (index[slot] != 0 && !Names.equal(name, (String) pairs[2 * index[slot] - 2])) {
            slot = (slot + 1) & (index.length - 1);
            probes++;
        }
        return slot;
    }

    static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + Names.fold(name.charAt(i));
        }
        return hash ^ (hash >>> 16);
    }
    // endregion

    private void grow() {
        pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        index = new int[2 * index.length];
        for (int pair = 0; pair < count; pair++) {
            index[find((String) pairs[2 * pair])] = pair + 1;
        }
    }
}
