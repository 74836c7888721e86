package io.mehari.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Elements that close in the order in which they were opened; whatever is text is escaped here and nowhere else. */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Attributes come as name, value, name, value. */
    Html open(String element, String... attributes) {
        tag(element, attributes);
        open.push(element);
        return this;
    }

    Html close() {
        out.append("</").append(open.pop()).append('>');
        if (open.size() < 4) {
            out.append('\n');
        }
        return this;
    }

    /** An element with nothing but text. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** An element that has no end. */
    Html single(String element, String... attributes) {
        tag(element, attributes);
        out.append('\n');
        return this;
    }

    Html text(String text) {
        out.append(Svg.escape(text));
        return this;
    }

    /** What is markup already. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    private void tag(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(Svg.escape(attributes[i + 1])).append('"');
        }
        out.append('>');
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
