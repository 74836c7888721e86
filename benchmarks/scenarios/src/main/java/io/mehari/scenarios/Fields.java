package io.mehari.scenarios;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line that a run prints: names with texts, numbers and truth values, as in {@code kind=total}, with tabs between
 * them. It needs no library, so that it disturbs nothing in a JVM that measures.
 */
public final class Fields {
    private static final String KIND = "kind";

    private final Map<String, String> texts = new LinkedHashMap<>();

    /** Begins a line of that kind. */
    public Fields(String kind) {
        text(KIND, kind);
    }

    /** Reads what {@link #toString} wrote; null if it is something else, such as a warning of the JVM. */
    public static @Nullable Fields of(String line) {
        if (!line.startsWith(KIND + "=")) {
            return null;
        }
        Fields fields = new Fields("");
        for (String field : line.split("\t", -1)) {
            int equals = field.indexOf('=');
            if (equals < 0) {
                return null;
            }
            fields.text(field.substring(0, equals), field.substring(equals + 1));
        }
        return fields;
    }

    /** Adds a text, which stays in one line. */
    public Fields text(String name, String value) {
        texts.put(name, value.replaceAll("\\p{Cntrl}", " "));
        return this;
    }

    /** Adds a whole number. */
    public Fields number(String name, long value) {
        return text(name, Long.toString(value));
    }

    /** Adds a number. */
    public Fields number(String name, double value) {
        return text(name, Double.toString(value));
    }

    /** Adds a truth value. */
    public Fields truth(String name, boolean value) {
        return text(name, Boolean.toString(value));
    }

    /** What kind of line it is. */
    public String kind() {
        return text(KIND);
    }

    /** That field, which must be there. */
    public String text(String name) {
        String value = texts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no field " + name + " in " + texts);
        }
        return value;
    }

    /** That field as a number. */
    public double number(String name) {
        return Double.parseDouble(text(name));
    }

    /** That field as a truth value. */
    public boolean truth(String name) {
        return Boolean.parseBoolean(text(name));
    }

    @Override
    public String toString() {
        return texts.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("\t"));
    }
}
