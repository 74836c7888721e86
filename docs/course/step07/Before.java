package step07;

/** Compares names by the JDK's Unicode rules. */
final class Before {

    private Before() {}

    // region fold
    static boolean equal(String one, String other) {
        return one.equalsIgnoreCase(other);
    }

    static char fold(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
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
