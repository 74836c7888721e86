package course;

import java.util.Arrays;

/**
 * The table of step 6 with the names of step 7: two names are equal if they differ only in the case of A to Z, and a
 * name keeps the case of its first put. Not thread-safe.
 */
public class Table {
    private Object[] pairs; // name, value, name, value, ... in insertion order
    private int[] index; // pair number + 1, in the first free slot from the name's hash on
    private int count;

    public Table() {
        pairs = new Object[16];
        index = new int[16];
    }

    protected Table(Table other) {
        pairs = other.pairs.clone();
        index = other.index.clone();
        count = other.count;
    }

    public final Object get(String name) {
        int pair = find(name);
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    public final void put(String name, Object value) {
        int pair = find(name);
        if (pair >= 0) {
            pairs[2 * pair + 1] = value;
        } else {
            append(name, value);
        }
    }

    public Table copy() {
        return new Table(this);
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
            enterAll(2 * index.length);
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        entered(enter(count++));
    }

    private void enterAll(int slots) {
        index = new int[slots];
        for (int pair = 0; pair < count; pair++) {
            enter(pair);
        }
    }

    /** Returns how many slots were probed. */
    private int enter(int pair) {
        int slot = hash((String) pairs[2 * pair]) & (index.length - 1);
        int probes = 1;
        while (index[slot] != 0) {
            slot = (slot + 1) & (index.length - 1);
            probes++;
        }
        index[slot] = pair + 1;
        return probes;
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

    private static int folded(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }

    // ---- overridden by a table with a defence

    /** Equal for equal names. */
    protected int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + folded(name.charAt(i));
        }
        return hash ^ (hash >>> 16);
    }

    /** Called for each new name, with the number of slots that it probed. */
    protected void entered(int probes) {}

    /** Enters all names again, for a hash that is another one from now on. */
    protected final void enterAgain() {
        enterAll(index.length);
    }
}
