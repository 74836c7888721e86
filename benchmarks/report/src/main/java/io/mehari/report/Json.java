package io.mehari.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value read from JSON that knows where it stood. Asked for what it is not, it refuses with the line, the way to it
 * and what was expected there.
 */
public final class Json {
    private final int line;
    private final String path;
    /** A map, a list, a String, a Double, a Boolean, or null. */
    private final @Nullable Object value;

    Json(int line, String path, @Nullable Object value) {
        this.line = line;
        this.path = path;
        this.value = value;
    }

    /** Reads the one value that the text is; {@link JsonException} if it is anything else. */
    public static Json parse(String text) {
        return new JsonReader(text).read();
    }

    /** The text as a string of JSON, with its quotes. */
    public static String quoted(String text) {
        return new JsonWriter().text(text).toString();
    }

    /** The member of that name, which has to be there. */
    public Json get(String name) {
        Json found = find(name);
        if (found == null) {
            throw refused("a member \"" + name + "\"", "none");
        }
        return found;
    }

    /** The member of that name, or null. */
    public @Nullable Json find(String name) {
        return members().get(name);
    }

    /** The members of this object, in their order. */
    public Map<String, Json> members() {
        if (!(value instanceof Map<?, ?> map)) {
            throw refused("an object", kind());
        }
        Map<String, Json> members = new LinkedHashMap<>();
        map.forEach((name, member) -> members.put((String) name, (Json) member));
        return members;
    }

    /** The elements of this array. */
    public List<Json> elements() {
        if (!(value instanceof List<?> list)) {
            throw refused("an array", kind());
        }
        List<Json> elements = new ArrayList<>();
        list.forEach(element -> elements.add((Json) element));
        return elements;
    }

    /** This string. */
    public String text() {
        if (!(value instanceof String text)) {
            throw refused("a string", kind());
        }
        return text;
    }

    /** This number. */
    public double number() {
        if (!(value instanceof Double number)) {
            throw refused("a number", kind());
        }
        return number;
    }

    /** Whether this is {@code true}. */
    public boolean truth() {
        if (!(value instanceof Boolean truth)) {
            throw refused("true or false", kind());
        }
        return truth;
    }

    /** Whether this is {@code null}. */
    public boolean isNull() {
        return value == null;
    }

    /** This object, unless it has a member of another name. */
    public Json only(String... names) {
        Set<String> known = Set.of(names);
        members().forEach((name, member) -> {
            if (!known.contains(name)) {
                throw member.refused("one of " + String.join(", ", names), "\"" + name + "\"");
            }
        });
        return this;
    }

    /** All of it for a human to read, not as JSON. */
    @Override
    public String toString() {
        return String.valueOf(value);
    }

    /** To be thrown by who expected something else here. */
    public JsonException refused(String expected, String found) {
        return new JsonException(line, path, expected, found);
    }

    private String kind() {
        if (value == null) {
            return "null";
        }
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "an array";
        }
        return value instanceof String ? "\"" + value + "\"" : value.toString();
    }
}
