package io.mehari.scenarios;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One line that a run prints: a flat JSON object of texts, numbers and truths. */
public final class Fields {
    private static final Pattern FIELD =
            Pattern.compile("\"([a-zA-Z]+)\":(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([-+.eE0-9]+|true|false))");

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final StringBuilder line = new StringBuilder("{");

    /** Begins a line of that kind. */
    public Fields(String kind) {
        text("kind", kind);
    }

    private Fields() {}

    /** Reads what {@link #toString} wrote; null when it is something else, such as a warning of the JVM. */
    public static @Nullable Fields of(String line) {
        if (!line.startsWith("{\"kind\":") || !line.endsWith("}")) {
            return null;
        }
        Fields fields = new Fields();
        Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            String text = matcher.group(2);
            String plain = matcher.group(3);
            fields.texts.put(matcher.group(1), text != null ? unescaped(text) : String.valueOf(plain));
        }
        return fields;
    }

    /** Adds a text. */
    public Fields text(String name, String value) {
        return add(name, value, '"' + escaped(value) + '"');
    }

    /** Adds a whole number. */
    public Fields number(String name, long value) {
        return add(name, Long.toString(value), Long.toString(value));
    }

    /** Adds a number. */
    public Fields number(String name, double value) {
        return add(name, Double.toString(value), Double.toString(value));
    }

    /** Adds a truth. */
    public Fields truth(String name, boolean value) {
        return add(name, Boolean.toString(value), Boolean.toString(value));
    }

    private Fields add(String name, String value, String written) {
        texts.put(name, value);
        line.append(line.length() == 1 ? "" : ",");
        line.append('"').append(name).append("\":").append(written);
        return this;
    }

    /** What kind of line it is. */
    public String kind() {
        return text("kind");
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

    /** That field as a truth. */
    public boolean truth(String name) {
        return Boolean.parseBoolean(text(name));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else {
                escaped.append(c < ' ' ? ' ' : c);
            }
        }
        return escaped.toString();
    }

    private static String unescaped(String text) {
        return text.replaceAll("\\\\(.)", "$1");
    }

    @Override
    public String toString() {
        return line + "}";
    }
}
