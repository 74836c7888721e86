package step07;

/** Compares names by one rule: A to Z equal a to z, and every other character equals only itself. */
final class After {

    private After() {}

    // region fold
    static boolean equal(String one, String other) {
        int length = one.length();
        if (length != other.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b && fold(a) != fold(b)) {
                return false;
            }
        }
        return true;
    }

    static char fold(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
    // endregion

    static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + fold(name.charAt(i));
        }
        return hash;
    }
}
