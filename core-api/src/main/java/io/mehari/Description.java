package io.mehari;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A part of a context, with its own parts: the context, a route, a step, a clause of an error handler. It says what is
 * there now, with the counts of now, and does not change later. URIs are without secrets.
 *
 * @param kind {@code context}, {@code route}, {@code onException}, or the method of the route language: {@code to}
 * @param name the name as in messages and logs, such as {@code 3 (to direct:x)} for a step, or {@code when 1}
 * @param id the id of a route, a step or a branch, if it has one
 * @param uri the input of a route; the endpoint to which a step sends, if it is one
 * @param facts what else is known, such as counts, in order: numbers and texts
 * @param parts the routes of a context, the steps of a route or block, the branches of a choice, in order
 */
public record Description(
        String kind,
        String name,
        @Nullable String id,
        @Nullable String uri,
        Map<String, Object> facts,
        List<Description> parts) {
    private static final int LONG = 80;

    /** Copies the facts and the parts. */
    public Description {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        parts = List.copyOf(parts);
    }

    /** The tree as text. Few facts are on the line of their part, many on lines of their own. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        print(text, "");
        return text.toString();
    }

    private void print(StringBuilder to, String indent) {
        boolean named = kind.equals("context") || kind.equals("route");
        String title = named ? kind + " " + name : name;
        to.append(indent).append(title);
        if (uri != null && !title.contains(uri)) {
            to.append(named ? " from " : " -> ").append(uri);
        }
        StringJoiner few = new StringJoiner(", ");
        facts.forEach((fact, value) -> few.add(fact + " " + value));
        if (few.length() > LONG) {
            facts.forEach((fact, value) -> to.append('\n' + indent + "  " + fact + ": " + value));
        } else if (!facts.isEmpty()) {
            to.append(": ").append(few);
        }
        for (Description each : parts) {
            each.print(to.append('\n'), indent + "  ");
        }
    }
}
