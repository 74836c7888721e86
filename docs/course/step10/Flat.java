package step10;

import java.util.Arrays;

/** Properties in one array: name, value, name, value, ... and null behind the last. However many there are. */
final class Flat {

    private Flat() {}

    // region find
    /** Where the name is, or -1: first as the same object, then as an equal one. */
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
    /** Returns the array to refer to from now on. */
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

    /** Two, five, eight: 32, 56 and 80 bytes. And then twice as many. */
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
