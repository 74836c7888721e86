package step08;

import java.util.ArrayList;
import java.util.List;

/** Equality of names, and names that an attacker sends. */
final class Names {

    private Names() {}

    static char fold(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    static boolean equal(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int i = 0; i < one.length(); i++) {
            if (fold(one.charAt(i)) != fold(other.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static List<String> ordinary(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("X-Header-" + (i * 7919L) % 1_000_003);
        }
        return names;
    }

    // region attack
    /** Returns 2^blocks names with the same hash: 31 * 'a' + 'k' and 31 * 'c' + '-' are both 3114. */
    static List<String> attack(int blocks) {
        List<String> names = List.of("");
        for (int block = 0; block < blocks; block++) {
            List<String> longer = new ArrayList<>();
            for (String name : names) {
                longer.add(name + "ak");
                longer.add(name + "c-");
            }
            names = longer;
        }
        return names;
    }
    // endregion
}
