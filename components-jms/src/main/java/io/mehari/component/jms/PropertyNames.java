package io.mehari.component.jms;

import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of headers as names of properties. Jakarta Messaging allows only names that Java allows for variables, and no
 * words of selectors.
 */
final class PropertyNames {
    /*
     * A dot is written as _DOT_ and a hyphen as _HYPHEN_, as other programs do that send such names. Each other
     * character that is not allowed is written as _xHHHH_, its code in hexadecimal digits. Reading does the reverse. So
     * an underscore that would begin such a word is written as a code, too.
     */
    private static final String DOT = "_DOT_";
    private static final String HYPHEN = "_HYPHEN_";
    private static final int CODE_LENGTH = "_x0000_".length();
    private static final int HEXADECIMAL = 16;
    private static final Set<String> SELECTOR_WORDS =
            Set.of("null", "true", "false", "not", "and", "or", "between", "like", "in", "is", "escape");

    private PropertyNames() {}

    /** Whether the name belongs to the standard or to a provider. */
    static boolean isReserved(String name) {
        return AsciiCase.startsWith(name, "JMS");
    }

    static String encode(String name) {
        boolean reserved = SELECTOR_WORDS.contains(AsciiCase.fold(name));
        if (!reserved && isPlain(name)) {
            return name;
        }
        StringBuilder encoded = new StringBuilder(name.length() + CODE_LENGTH);
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            if (each == '.') {
                encoded.append(DOT);
            } else if (each == '-') {
                encoded.append(HYPHEN);
            } else if ((i == 0 && (reserved || !Character.isJavaIdentifierStart(each)))
                    || !isAllowed(each)
                    || beginsWord(name, i)) {
                encoded.append(String.format("_x%04x_", (int) each));
            } else {
                encoded.append(each);
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(String name) {
        if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isAllowed(name.charAt(i)) || beginsWord(name, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the underscore there would be read as the first character of {@code _DOT_}, {@code _HYPHEN_} or a code. */
    private static boolean beginsWord(String name, int at) {
        if (name.charAt(at) != '_') {
            return false;
        }
        int last = name.startsWith("_DOT", at)
                ? at + DOT.length() - 1
                : name.startsWith("_HYPHEN", at) ? at + HYPHEN.length() - 1 : at + CODE_LENGTH - 1;
        if (last >= name.length() || (name.charAt(last) != '_' && isAllowed(name.charAt(last)))) {
            return false; // what is not allowed is written with an underscore at its begin
        }
        return last != at + CODE_LENGTH - 1 || codeAt(name.substring(0, last) + '_', at) >= 0;
    }

    private static boolean isAllowed(char each) {
        return Character.isJavaIdentifierPart(each) && !Character.isIdentifierIgnorable(each);
    }

    /**
     * The name of the header for a property; null if the property is not for routes. A header whose name would not come
     * back is not sent: the name {@code _x0043_amel} reads as {@code Camel} on the other side.
     */
    static @Nullable String decode(String name) {
        if (name.indexOf('_') < 0) {
            return isForRoutes(name) ? name : null;
        }
        StringBuilder decoded = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); ) {
            int code;
            if (name.startsWith(DOT, i)) {
                decoded.append('.');
                i += DOT.length();
            } else if (name.startsWith(HYPHEN, i)) {
                decoded.append('-');
                i += HYPHEN.length();
            } else if ((code = codeAt(name, i)) >= 0) {
                decoded.append((char) code);
                i += CODE_LENGTH;
            } else {
                decoded.append(name.charAt(i++));
            }
        }
        String plain = decoded.toString();
        return isForRoutes(plain) ? plain : null;
    }

    private static boolean isForRoutes(String name) {
        return !name.isEmpty() && !isReserved(name) && HeaderFilter.passes(name);
    }

    private static int codeAt(String name, int at) {
        int end = at + CODE_LENGTH - 1;
        if (end >= name.length() || !name.startsWith("_x", at) || name.charAt(end) != '_') {
            return -1;
        }
        int code = 0;
        for (int i = at + 2; i < end; i++) {
            char each = name.charAt(i);
            int digit = each < 0x80 ? Character.digit(each, HEXADECIMAL) : -1;
            if (digit < 0) {
                return -1;
            }
            code = code * HEXADECIMAL + digit;
        }
        return code;
    }
}
