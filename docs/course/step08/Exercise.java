package step08;

import java.util.ArrayList;
import java.util.List;

/** Yours, you are the attacker. Make names with the same hash; the hash is fast because it skips characters. */
public class Exercise {

    public Exercise() {}

    /** Reads at most eight characters. Do not change it. */
    public static int quickHash(String name) {
        int length = name.length();
        int hash = length;
        int head = Math.min(4, length);
        for (int i = 0; i < head; i++) {
            hash = 31 * hash + name.charAt(i);
        }
        for (int i = Math.max(head, length - 4); i < length; i++) {
            hash = 31 * hash + name.charAt(i);
        }
        return hash ^ (hash >>> 16);
    }

    public List<String> namesOfOneHash(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("X-Header-" + i);
        }
        return names;
    }
}
