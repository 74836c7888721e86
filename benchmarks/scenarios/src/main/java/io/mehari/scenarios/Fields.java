package io.mehari.scenarios;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line of output of a run: names with texts, numbers and booleans, as in {@code kind=total}, separated by tabs. It
 * needs no library, so that it does not disturb the measured JVM.
 */
public final class Fields {
    private static final String KIND = "kind";

    private final Map<String, String> texts = new LinkedHashMap<>();

    /** Begins a line of that kind. */
    public Fields(String kind) {
        text(KIND, kind);
    }

    /** Parses a line that {@link #toString} has written. Returns null for other lines, such as a warning of the JVM. */
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

    /** Adds a text. Line breaks in it are replaced. */
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

    /** Adds a boolean. */
    public Fields truth(String name, boolean value) {
        return text(name, Boolean.toString(value));
    }

    /** The kind of this line. */
    public String kind() {
        return text(KIND);
    }

    /** The value of that field, which must exist. */
    public String text(String name) {
        String value = texts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no field " + name + " in " + texts);
        }
        return value;
    }

    /** Whether the line has that field. */
    public boolean has(String name) {
        return texts.containsKey(name);
    }

    /** That field as a number. */
    public double number(String name) {
        return Double.parseDouble(text(name));
    }

    /** That field as a boolean. */
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
