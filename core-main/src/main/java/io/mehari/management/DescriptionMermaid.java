package io.mehari.management;

import io.mehari.Description;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Prints a description as a flow chart of Mermaid. Routes and blocks are boxes, with arrows from step to step. Dotted
 * arrows lead from steps to the routes that consume from their endpoints, or to the endpoints.
 */
final class DescriptionMermaid {
    private final StringBuilder out = new StringBuilder("flowchart TB\n");
    private final Map<String, String> inputs = new HashMap<>(); // the nodes of the inputs of routes, by endpoint
    private final Map<String, String> outputs = new LinkedHashMap<>(); // the endpoints, by the nodes that send
    private int nodes;

    String text(Description whole) {
        if (whole.kind().equals("context")) {
            whole.parts().forEach(each -> box(each, "  "));
        } else {
            box(whole, "  ");
        }
        outputs.forEach((from, uri) -> {
            String to = inputs.get(endpoint(uri));
            if (to == null) {
                to = node("  ", "([\"", endpoint(uri), "\"])");
                inputs.put(endpoint(uri), to);
            }
            out.append("  ").append(from).append(" -.-> ").append(to).append('\n');
        });
        return out.toString();
    }

    /** Draws a route or a block, and its parts. Returns its node. */
    private String box(Description part, String indent) {
        boolean isRoute = part.kind().equals("route");
        String box = "n" + nodes++;
        String title = isRoute ? part.name() : label(part);
        out.append(indent).append("subgraph ").append(box);
        out.append("[\"").append(escape(title)).append("\"]\n");
        String inside = indent + "  ";
        String before = null;
        String uri = part.uri();
        if (isRoute && uri != null) { // with the counts, because a title has one line
            before = node(inside, "([\"", "from " + uri, "<br/>" + escape(facts(part)) + "\"])");
            inputs.putIfAbsent(endpoint(uri), before);
        }
        boolean inTurn = !part.kind().equals("multicast");
        for (Description each : part.parts()) {
            String drawn = draw(each, inside);
            if (isStep(each)) {
                if (before != null && inTurn) {
                    out.append(inside)
                            .append(before)
                            .append(" --> ")
                            .append(drawn)
                            .append('\n');
                }
                before = drawn;
            }
        }
        out.append(indent).append("end\n");
        return box;
    }

    private String draw(Description part, String indent) {
        String drawn = part.parts().isEmpty() ? node(indent, "[\"", label(part), "\"]") : box(part, indent);
        String uri = part.uri();
        if (uri != null) {
            outputs.put(drawn, uri);
        }
        return drawn;
    }

    private static String facts(Description part) {
        StringJoiner facts = new StringJoiner(", ");
        part.facts().forEach((name, value) -> facts.add(name + " " + value));
        return facts.toString();
    }

    private static String label(Description part) {
        Object condition = part.facts().get("if");
        return part.name() + (condition == null ? "" : ": " + condition);
    }

    private String node(String indent, String open, String label, String close) {
        String node = "n" + nodes++;
        out.append(indent)
                .append(node)
                .append(open)
                .append(escape(label))
                .append(close)
                .append('\n');
        return node;
    }

    /** Names of steps begin with their number; those of branches and clauses do not. */
    private static boolean isStep(Description part) {
        return Character.isDigit(part.name().charAt(0));
    }

    /** What URIs of one endpoint have in common: they may differ in their options. */
    private static String endpoint(String uri) {
        int end = uri.indexOf('?');
        return (end < 0 ? uri : uri.substring(0, end)).replaceFirst("^(seda|direct|disruptor)://", "$1:");
    }

    private static String escape(String text) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            boolean isPlain = Character.isLetterOrDigit(each) || " .,:-_()/?=+".indexOf(each) >= 0;
            safe.append(isPlain ? String.valueOf(each) : "#" + (int) each + ";");
        }
        return safe.toString();
    }
}
