package step10;

import java.util.Arrays;

/** Properties in one array of any length: name, value, name, value, ... and null after the last pair. */
final class Flat {

    private Flat() {}

    // region find
    /** The position of the name, or -1: the first pass compares by ==, the second by equals. */
    static int find(Object[] pairs, Object name) {
        for (int i = 0; i < pairs.length && pairs[i] != null; i += 2) {
            if (pairs[i] == name) {
                return i;
            }
        }
        for (int i = 0; i < pairs.length && pairs[i] != null; i += 2) {
            if (pairs[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }
    // endregion

    static Object get(Object[] pairs, Object name) {
        int at = pairs == null ? -1 : find(pairs, name);
        return at < 0 ? null : pairs[at + 1];
    }

    // region put
    /** Returns the array, or a longer one that replaces it. */
    static Object[] put(Object[] pairs, Object name, Object value) {
        if (pairs == null) {
            return new Object[] {name, value, null, null};
        }
        int at = find(pairs, name);
        if (at >= 0) {
            pairs[at + 1] = value;
            return pairs;
        }
        int end = end(pairs);
        Object[] room = end < pairs.length ? pairs : Arrays.copyOf(pairs, 2 * room(end / 2));
        room[end] = name;
        room[end + 1] = value;
        return room;
    }

    /** Capacities are 2, 5 and 8 pairs, which take 32, 56 and 80 bytes; after that the capacity doubles. */
    private static int room(int full) {
        return full == 2 ? 5 : full == 5 ? 8 : 2 * full;
    }
    // endregion

    static int end(Object[] pairs) {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }
}
