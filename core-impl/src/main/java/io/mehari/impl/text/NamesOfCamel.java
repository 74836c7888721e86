package io.mehari.impl.text;

import org.jspecify.annotations.Nullable;

/** Names of headers and properties that begin with Camel. */
public final class NamesOfCamel {
    /*
     * Mehari sets none of them, so a route that was written for Camel would read null. But headers with such names come
     * from Camel's components and go to them, if these can be used here; properties do not. The class path decides,
     * because a route language without a context, as in header(name), has nothing else to ask. It is asked when a route
     * is described, and only for such names.
     */
    private static final String BRIDGE = "io.mehari.component.camel.CamelComponent";

    private NamesOfCamel() {}

    /** What to write instead of a name, or of a pattern for names; null if the name can be meant. */
    public static @Nullable String remedy(String name, boolean isHeader) {
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
            return Class.forName(BRIDGE, false, loader == null ? NamesOfCamel.class.getClassLoader() : loader) != null;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
