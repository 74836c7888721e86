package io.mehari.spi.internal;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The case folding that Mehari uses for header names: A-Z become a-z, and every other character stays as it is. It does
 * not depend on locale or JDK, and no look-alike, such as the Kelvin sign, becomes an ASCII letter. Code that filters
 * header names must use it, so that the filter and the header map agree on which names are equal.
 */
public final class AsciiCase {

    private AsciiCase() {}

    /** The bit in which the upper and lower case of a letter differ. */
    private static final int CASE_BIT = 0x20;

    private static boolean isLetter(int c) {
        return (char) ((c | CASE_BIT) - 'a') < 26;
    }

    /** The character, in lower case if it is one of A-Z. */
    public static char fold(char c) {
        return (char) (c - 'A') < 26 ? (char) (c | 0x20) : c;
    }

    /** The name with A-Z in lower case; the same object if it contains none. */
    public static String fold(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (fold(name.charAt(i)) != name.charAt(i)) {
                return foldFrom(name, i);
            }
        }
        return name;
    }

    private static String foldFrom(String name, int from) {
        char[] folded = name.toCharArray();
        for (int i = from; i < folded.length; i++) {
            folded[i] = fold(folded[i]);
        }
        return new String(folded);
    }

    /** Whether the two names are equal, ignoring the case of A-Z. */
    public static boolean equal(String a, String b) {
        if (a == b) {
            return true;
        }
        int length = a.length();
        return length == b.length() && regionEqual(a, b, length);
    }

    /** Whether the name starts with the prefix, ignoring the case of A-Z. */
    public static boolean startsWith(String name, String prefix) {
        return name.length() >= prefix.length() && regionEqual(name, prefix, prefix.length());
    }

    private static boolean regionEqual(String a, String b, int length) {
        for (int i = 0; i < length; i++) {
            int x = a.charAt(i);
            int difference = x ^ b.charAt(i);
            if (difference != 0 && (difference != CASE_BIT || !isLetter(x))) {
                return false;
            }
        }
        return true;
    }

    /**
     * A predicate for names. The pattern is a name, or the beginning of a name followed by {@code *}, or a regular
     * expression for the whole name. In all three only the case of A-Z is ignored. A dot alone does not make the
     * pattern a regular expression; {@code a.*} matches both as a beginning and as a regular expression.
     *
     * @throws java.util.regex.PatternSyntaxException if the pattern is neither a name nor a valid regular expression
     */
    public static Predicate<String> matcher(String pattern) {
        int special = firstSpecial(pattern);
        if (special < 0) {
            return name -> equal(name, pattern);
        }
        boolean prefixed = special == pattern.length() - 1 && pattern.charAt(special) == '*';
        String prefix = pattern.substring(0, special);
        if (prefixed && !prefix.endsWith(".")) {
            return name -> startsWith(name, prefix);
        }
        Pattern expression = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
        return name -> (prefixed && startsWith(name, prefix))
                || equal(name, pattern)
                || expression.matcher(name).matches();
    }

    private static int firstSpecial(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if ("\\^$|?*+()[]{}".indexOf(pattern.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
