package step07.solution;

import step07.Exercise;

/** Compares character by character; a range check, not a bit, tells which characters to fold. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public boolean startsWith(String name, String prefix) {
        if (name.length() < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (fold(name.charAt(i)) != fold(prefix.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int fold(char c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
}
