package io.mehari.impl.text;

import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * Refuses texts in which a value of the message is probably meant, and would not be put in; and names of Camel, which
 * Mehari does not set, so that they would be null.
 */
public final class Lookalike {
    /*
     * Headers with names that begin with Camel come from Camel's components and go to them, if these can be used here;
     * properties do not. The class path decides, because a route language without a context, as in header(name), has
     * nothing else to ask. It is asked when a route is described, and only for such names.
     */
    private static final String BRIDGE = "io.mehari.component.camel.CamelComponent";

    private static final String[] SOURCES = {"body", "header", "headers", "exchangeProperty", "exception"};
    private static final String AFTER = ".:[}";

    private Lookalike() {}

    /** Whether a value that only messages have is named at this place, such as {@code header.id}. */
    private static boolean isValue(String text, int at) {
        for (String each : SOURCES) {
            int end = at + each.length();
            if (text.startsWith(each, at) && end < text.length() && AFTER.indexOf(text.charAt(end)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** How to write the value that is probably meant at a brace without its dollar; null if a text is meant. */
    public static @Nullable String remedy(String text, int brace) {
        int end = brace + 1;
        while (end < text.length() && "{}\\ \t\n\r'\"".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        if (!text.startsWith("}", end) || !isValue(text, brace + 1)) {
            return null;
        }
        String shown = SafeText.of(text.substring(brace + 1, end));
        return "{" + shown + "} would be a text as it stands: write ${" + shown + "} for the value, or {" + shown
                + "\\} for this text";
    }

    /** Of a text that is nothing but a placeholder: refused, or the placeholder if it has a backslash before it. */
    static String constant(String text) {
        String name = text.strip();
        boolean meant = name.startsWith("\\");
        name = meant ? name.substring(1) : name;
        if (!name.startsWith("${") || name.indexOf('}') != name.length() - 1 || !isValue(name, 2)) {
            return text;
        } else if (meant) {
            return name;
        }
        String shown = SafeText.of(name);
        throw new IllegalArgumentException(shown + " is not replaced here by a value of the message: write simple(\""
                + shown + "\"), or \\" + shown + " or a lambda if this very text is meant");
    }

    // ---- names of Camel

    /** What to write instead of a name, or of a pattern for names; null if the name can be meant. */
    public static @Nullable String remedyOfName(String name, boolean isHeader) {
        boolean isCamels = name.startsWith("Camel")
                && name.length() > 5
                && (Character.isUpperCase(name.charAt(5)) || name.charAt(5) == '*');
        boolean isOnlyCamels = isHeader && !name.startsWith("CamelRedeliver"); // Mehari has such headers, too
        if (!isCamels || (isOnlyCamels && isBridgeThere())) {
            return null;
        }
        return "names that begin with Camel are those of Camel, and what Mehari sets begins with Mehari, as"
                + " MehariSplitIndex does: write Mehari" + name.substring(5) + " if there is a constant for it"
                + (isOnlyCamels ? ", or add io.mehari:mehari-components-camel if a component of Camel uses it" : "");
    }

    private static boolean isBridgeThere() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(BRIDGE, false, loader == null ? Lookalike.class.getClassLoader() : loader) != null;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
