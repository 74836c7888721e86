package io.mehari.laws;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of headers for law K4. No two of them differ in case alone. */
final class HeaderNames {
    /** Names that must not pass: those that begin with {@code Camel} or {@code Mehari}, in many spellings. */
    static final List<String> REFUSED = refused();

    /** Names that only look similar: they are headers like all others. */
    static final List<String> ORDINARY =
            List.of("X-Order", "Came", "Camael-Name", "X-Camel", "Meharx", "Cam-el", "XMehariName", "Header-Camel");

    private HeaderNames() {}

    private static List<String> refused() {
        List<String> names = new ArrayList<>();
        for (String word : List.of("Camel", "Mehari")) {
            names.add(word);
            String lower = word.toLowerCase(Locale.ROOT);
            String upper = word.toUpperCase(Locale.ROOT);
            for (String each : List.of(word, lower, upper, mixed(lower, 0), mixed(lower, 1))) {
                names.add(each + "SqlQuery" + names.size());
                names.add(each + "-File-Name" + names.size());
                names.add(each + names.size());
            }
        }
        return List.copyOf(names);
    }

    /** Every second letter in upper case. */
    private static String mixed(String lower, int first) {
        char[] mixed = lower.toCharArray();
        for (int i = first; i < mixed.length; i += 2) {
            mixed[i] = Character.toUpperCase(mixed[i]);
        }
        return new String(mixed);
    }

    /** All names with that value. */
    static Map<String, String> all(List<String> names, String value) {
        Map<String, String> headers = new LinkedHashMap<>();
        names.forEach(name -> headers.put(name, value));
        return headers;
    }

    /** Whether the name begins with one of the two words, in any spelling. */
    static boolean isRefused(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return folded.startsWith("camel") || folded.startsWith("mehari");
    }
}
