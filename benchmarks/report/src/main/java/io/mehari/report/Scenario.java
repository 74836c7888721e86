package io.mehari.report;

import java.util.Locale;

/** The two parts of a group's name: {@code seda/2-3} is the scenario {@code seda} in the variation {@code 2-3}. */
final class Scenario {
    private Scenario() {}

    static String of(String group) {
        int slash = group.indexOf('/');
        return slash < 0 ? group : group.substring(0, slash);
    }

    /** The variation; empty if there is none. */
    static String variation(String group) {
        int slash = group.indexOf('/');
        return slash < 0 ? "" : group.substring(slash + 1);
    }

    /** The text as part of a file name or a URL: lower-case letters, digits and dashes. */
    static String file(String... parts) {
        return String.join("-", parts)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9.]+", "-")
                .replaceAll("^-|-$", "");
    }
}
