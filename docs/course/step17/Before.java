package step17;

import java.util.Arrays;

/** Each message has its names: the flat map of step 10. */
final class Before {
    // region pairs
    private Object[] pairs; // name, value, name, value, ...
    private int count;

    void put(String name, Object value) {
        int at = find(name);
        if (at < 0) {
            at = 2 * count++;
            pairs = pairs == null ? new Object[4] : at < pairs.length ? pairs : Arrays.copyOf(pairs, pairs.length + 6);
            pairs[at] = name;
        }
        pairs[at + 1] = value;
    }
    // endregion

    Object get(String name) {
        int at = find(name);
        return at < 0 ? null : pairs[at + 1];
    }

    private int find(String name) {
        for (int at = 0; at < 2 * count; at += 2) {
            if (pairs[at].equals(name)) {
                return at;
            }
        }
        return -1;
    }
}
