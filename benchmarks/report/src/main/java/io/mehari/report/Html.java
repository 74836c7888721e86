package io.mehari.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML elements, which are closed in reverse order of opening. All text is escaped here and nowhere else. */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element. Attributes are given as name, value, name, value. */
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

    /** Writes an element that contains only text. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** Writes an element without an end tag. */
    Html single(String element, String... attributes) {
        tag(element, attributes);
        out.append('\n');
        return this;
    }

    Html text(String text) {
        out.append(Svg.escape(text));
        return this;
    }

    /** Writes text that is already markup. */
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
