package io.mehari.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One line of output of a measuring JVM: a kind, and names with texts, numbers and booleans, as in
 * {@code @ total<tab>messages=12<tab>nanos=3.5}. It needs no library, so that it does not disturb the measured JVM.
 */
public final class Fields {
    private static final String BEGIN = "@ ";

    private final String kind;
    private final Map<String, String> texts = new LinkedHashMap<>();

    /** Begins a line of that kind. */
    public Fields(String kind) {
        this.kind = oneLine(kind);
    }

    /** Parses a line that {@link #toString} has written. Returns null for other lines, such as a warning of the JVM. */
    public static @Nullable Fields of(String line) {
        if (!line.startsWith(BEGIN)) {
            return null;
        }
        String[] words = line.substring(BEGIN.length()).split("\t", -1);
        Fields fields = new Fields(words[0]);
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 0) {
                return null;
            }
            fields.text(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return fields;
    }

    /** Adds a text. Line breaks and tabs in it are replaced. */
    public Fields text(String name, String value) {
        texts.put(name, oneLine(value));
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
        return kind;
    }

    /** The value of that field, which must exist. */
    public String text(String name) {
        String value = texts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no field " + name + " in " + this);
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

    /** Prints the line to standard output, where the measuring process reads it. */
    public void print() {
        System.out.println(this);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    @Override
    public String toString() {
        return BEGIN
                + kind
                + texts.entrySet().stream()
                        .map(each -> "\t" + each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining());
    }
}
