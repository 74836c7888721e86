package step06;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Headers behind an index of hashes that are taken from the name as it stands: nothing is folded into a new string. */
final class After {

    // region headers
    private Object[] pairs; // name, value, name, value, ... as they came
    private int[] index; // at a name's hash or behind it: its pair's number + 1
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
            pairs[2 * pair + 1] = value; // the first spelling stays
        } else {
            append(name, value);
        }
    }

    /** The number of the pair with this name, or -1. */
    private int find(String name) {
        int place = hash(name) & (index.length - 1);
        while (index[place] != 0) {
            int pair = index[place] - 1;
            if (name.equalsIgnoreCase((String) pairs[2 * pair])) {
                return pair;
            }
            place = (place + 1) & (index.length - 1);
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

    /** At its hash, or at the first place behind it that is free: at least half of them are. */
    private void enter(int pair) {
        int place = hash((String) pairs[2 * pair]) & (index.length - 1);
        while (index[place] != 0) {
            place = (place + 1) & (index.length - 1);
        }
        index[place] = pair + 1;
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
