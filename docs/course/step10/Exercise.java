package step10;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Yours: removing is quick here, and wrong in two ways. */
public class Exercise {
    /** Name, value, name, value, ... and null behind the last. */
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

    /** Removes a name; the others stay in the order in which they came, and nothing of it is held any more. */
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

    /** All that is held, wherever. */
    public List<Object> held() {
        return Arrays.stream(pairs).filter(each -> each != null).toList();
    }

    /** Where the name is, or -1. */
    protected final int find(String name) {
        for (int i = 0; i < end(); i += 2) {
            if (pairs[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Behind the last pair. */
    protected final int end() {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }
}
