package io.mehari.component.jms;

import io.mehari.spi.AsciiCase;
import io.mehari.spi.HeaderFilter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of headers as names of properties. Jakarta Messaging allows only names that Java allows for variables, and not
 * those that selectors use.
 */
final class PropertyNames {
    /*
     * A dot is written as _DOT_ and a hyphen as _HYPHEN_, as other programs do that send such names. Each other
     * character that is not allowed is written as _xHHHH_, its code in hexadecimal digits. Reading does the reverse.
     */
    private static final String DOT = "_DOT_";
    private static final String HYPHEN = "_HYPHEN_";
    private static final int CODE_LENGTH = "_x0000_".length();
    private static final int HEXADECIMAL = 16;
    private static final Set<String> OF_SELECTORS =
            Set.of("null", "true", "false", "not", "and", "or", "between", "like", "in", "is", "escape");

    private PropertyNames() {}

    /** Whether the name belongs to the standard or to a provider. */
    static boolean isReserved(String name) {
        return AsciiCase.startsWith(name, "JMS");
    }

    /** The name of the property for a header. */
    static String encode(String name) {
        boolean reserved = OF_SELECTORS.contains(AsciiCase.fold(name));
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
            } else if ((i == 0 && (reserved || !Character.isJavaIdentifierStart(each))) || !isAllowed(each)) {
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
            if (!isAllowed(name.charAt(i))) {
                return false;
            }
        }
        return true;
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
