package step10;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Exercise: this remove is fast, and has two faults. */
public class Exercise {
    /** Name, value, name, value, ... and null after the last pair. */
    protected Object[] pairs = new Object[16];

    public Exercise() {}

    public void put(String name, Object value) {
        int at = Math.max(find(name), 0);
        if (find(name) < 0) {
            at = end();
            pairs = at == pairs.length ? Arrays.copyOf(pairs, 2 * pairs.length) : pairs;
        }
        pairs[at] = name;
        pairs[at + 1] = value;
    }

    /** Removes a name. The others must stay in insertion order, and the array must not keep the name or its value. */
    public void remove(String name) {
        int at = find(name);
        if (at >= 0) {
            int last = end() - 2;
            pairs[at] = pairs[last];
            pairs[at + 1] = pairs[last + 1];
            pairs[last] = null;
        }
    }

    public List<Object> names() {
        List<Object> names = new ArrayList<>();
        for (int i = 0; i < end(); i += 2) {
            names.add(pairs[i]);
        }
        return names;
    }

    /** Every object in the array. */
    public List<Object> held() {
        return Arrays.stream(pairs).filter(each -> each != null).toList();
    }

    /** The position of the name, or -1. */
    protected final int find(String name) {
        for (int i = 0; i < end(); i += 2) {
            if (pairs[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The position after the last pair. */
    protected final int end() {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }
}
