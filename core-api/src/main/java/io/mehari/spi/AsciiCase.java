package io.mehari.spi;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The one case folding of Mehari: A-Z become a-z, every other character stays what it is. It depends on no locale and
 * no JDK, and no look-alike (such as the Kelvin sign) resolves to an ASCII letter. Whoever filters header names must
 * use it, so that the filter and the map agree on which names are the same.
 */
public final class AsciiCase {

    private AsciiCase() {}

    /** What a letter's upper and lower case differ in. */
    private static final int CASE_BIT = 0x20;

    private static boolean isLetter(int c) {
        return (char) ((c | CASE_BIT) - 'a') < 26;
    }

    /** The character itself, in lower case if it is one of A-Z. */
    public static char fold(char c) {
        return (char) (c - 'A') < 26 ? (char) (c | 0x20) : c;
    }

    /** The name with A-Z folded; the same object when there is none. */
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

    /** Whether the two are the same name. */
    public static boolean equal(String a, String b) {
        if (a == b) {
            return true;
        }
        int length = a.length();
        return length == b.length() && regionEqual(a, b, length);
    }

    /** Whether the name begins with the prefix. */
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
     * A test for names. The pattern is a name, or a name's beginning followed by {@code *}, or a regular expression for
     * the whole name, in which too only A-Z and a-z are the same. A dot alone does not make it an expression; {@code
     * a.*} is read both ways.
     *
     * @throws java.util.regex.PatternSyntaxException when it is neither a name nor a valid expression
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
