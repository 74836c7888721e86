package step09;

import java.util.Arrays;

/** The table of the previous steps, shortened: names are case-insensitive and keep the case of the first put. */
final class Names {
    private Object[] pairs; // name, value, name, value, ... in insertion order
    private int[] index; // pair number + 1, in the first free slot from the name's hash on
    private int count;

    Names() {
        this(new Object[16], new int[16], 0);
    }

    private Names(Object[] pairs, int[] index, int count) {
        this.pairs = pairs;
        this.index = index;
        this.count = count;
    }

    Object get(String name) {
        int pair = find(name);
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    void put(String name, Object value) {
        int pair = find(name);
        if (pair >= 0) {
            pairs[2 * pair + 1] = value;
        } else {
            append(name, value);
        }
    }

    Names copy() {
        return new Names(pairs.clone(), index.clone(), count);
    }

    private int find(String name) {
        int slot = hash(name) & (index.length - 1);
        while (index[slot] != 0) {
            int pair = index[slot] - 1;
            if (same((String) pairs[2 * pair], name)) {
                return pair;
            }
            slot = (slot + 1) & (index.length - 1);
        }
        return -1;
    }

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

    private void enter(int pair) {
        int slot = hash((String) pairs[2 * pair]) & (index.length - 1);
        while (index[slot] != 0) {
            slot = (slot + 1) & (index.length - 1);
        }
        index[slot] = pair + 1;
    }

    private static boolean same(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int i = 0; i < one.length(); i++) {
            if (folded(one.charAt(i)) != folded(other.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + folded(name.charAt(i));
        }
        return hash ^ (hash >>> 16);
    }

    private static int folded(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
}
