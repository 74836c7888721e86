package step10;

import java.util.Arrays;

/** More than eight pairs: the flat array, and a hash index for it. */
final class Indexed {
    private Object[] pairs;
    private int[] index; // pair number + 1, in the first free slot from the name's hash on
    private int count;

    Indexed(Object[] flat) {
        pairs = Arrays.copyOf(flat, 2 * flat.length);
        count = flat.length / 2;
        index();
    }

    private Indexed(Indexed other) {
        pairs = other.pairs.clone();
        index = other.index.clone();
        count = other.count;
    }

    Indexed copy() {
        return new Indexed(this);
    }

    Object get(Object name) {
        int pair = find(name);
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    void put(Object name, Object value) {
        int pair = find(name);
        if (pair >= 0) {
            pairs[2 * pair + 1] = value;
            return;
        }
        if (2 * count == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            index();
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        enter(count++);
    }

    private void index() {
        index = new int[Integer.highestOneBit(pairs.length - 1) * 2];
        for (int pair = 0; pair < count; pair++) {
            enter(pair);
        }
    }

    private void enter(int pair) {
        int place = place(pairs[2 * pair]);
        while (index[place] != 0) {
            place = (place + 1) & (index.length - 1);
        }
        index[place] = pair + 1;
    }

    private int find(Object name) {
        int place = place(name);
        while (index[place] != 0) {
            int pair = index[place] - 1;
            if (pairs[2 * pair] == name || pairs[2 * pair].equals(name)) {
                return pair;
            }
            place = (place + 1) & (index.length - 1);
        }
        return -1;
    }

    private int place(Object name) {
        int hash = name.hashCode() * 0x9E3779B9; // spreads names that differ only in the last character
        return hash >>> (Integer.numberOfLeadingZeros(index.length) + 1);
    }
}
