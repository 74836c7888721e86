package step06;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Headers with a hash index. The hash ignores case without making a folded copy of the name. */
final class After {

    // region headers
    private Object[] pairs; // name, value, name, value, ... in insertion order
    private int[] index; // pair number + 1, in the first free slot from the name's hash on
    private int count;

    After() {
        this(new Object[16], new int[16], 0);
    }

    Object get(String name) {
        int pair = find(name);
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    void put(String name, Object value) {
        int pair = find(name);
        if (pair >= 0) {
            pairs[2 * pair + 1] = value; // the name keeps the case of the first put
        } else {
            append(name, value);
        }
    }

    /** The number of the pair with this name, or -1. */
    private int find(String name) {
        int slot = hash(name) & (index.length - 1);
        while (index[slot] != 0) {
            int pair = index[slot] - 1;
            if (name.equalsIgnoreCase((String) pairs[2 * pair])) {
                return pair;
            }
            slot = (slot + 1) & (index.length - 1);
        }
        return -1;
    }

    /** Equal for names that are equal under equalsIgnoreCase (but see step 7). */
    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + Character.toLowerCase(Character.toUpperCase(name.charAt(i)));
        }
        return hash ^ (hash >>> 16);
    }
    // endregion

    private After(Object[] pairs, int[] index, int count) {
        this.pairs = pairs;
        this.index = index;
        this.count = count;
    }

    // region append
    private void append(String name, Object value) {
        if (2 * count == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            index = new int[2 * index.length];
            for (int pair = 0; pair < count; pair++) {
                enter(pair);
            }
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        enter(count++);
    }

    /** Stores the pair in the first free slot from its hash on; at least half of the slots are free. */
    private void enter(int pair) {
        int slot = hash((String) pairs[2 * pair]) & (index.length - 1);
        while (index[slot] != 0) {
            slot = (slot + 1) & (index.length - 1);
        }
        index[slot] = pair + 1;
    }
    // endregion

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int pair = 0; pair < count; pair++) {
            names.add((String) pairs[2 * pair]);
        }
        return names;
    }

    After copy() {
        return new After(pairs.clone(), index.clone(), count);
    }
}
