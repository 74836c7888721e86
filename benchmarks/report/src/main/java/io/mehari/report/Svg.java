package io.mehari.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Builds an SVG: a card with a title. Shapes have CSS classes, and the style sheet sets their colours. */
final class Svg {
    /** Narrow enough to be shown almost at full size on a phone. */
    static final int WIDTH = 440;

    static final int MARGIN = 16;
    private static final int SECOND_LINE = 20;
    private static final int LONGEST_TITLE = 44;

    private final StringBuilder drawn = new StringBuilder();

    /** The text of a resource in the package of this class. */
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Svg.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Escapes text, also for attributes in quotes. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(next < ' ' && next != '\n' && next != '\t' ? '\ufffd' : next);
            }
        }
        return escaped.toString();
    }

    void rect(double x, double y, double width, double height, String kind, String tip) {
        drawn.append("<rect x=\"").append(shortly(x)).append("\" y=\"").append(shortly(y));
        drawn.append("\" width=\"")
                .append(shortly(width))
                .append("\" height=\"")
                .append(shortly(height));
        drawn.append("\" class=\"").append(kind).append("\">");
        drawn.append("<title>").append(escape(tip)).append("</title></rect>\n");
    }

    void text(double x, double y, String kind, String text) {
        drawn.append("<text x=\"").append(shortly(x)).append("\" y=\"").append(shortly(y));
        drawn.append("\" class=\"").append(kind).append("\">");
        drawn.append(escape(text)).append("</text>\n");
    }

    void line(double x1, double y1, double x2, double y2, String kind) {
        path("M" + shortly(x1) + " " + shortly(y1) + "L" + shortly(x2) + " " + shortly(y2), kind);
    }

    void path(String data, String kind) {
        drawn.append("<path d=\"")
                .append(data)
                .append("\" class=\"")
                .append(kind)
                .append("\"/>\n");
    }

    /** Shortens a label. The full text is in a title or a description. */
    static String shortened(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }

    static String shortly(double value) {
        return Numbers.rounded(value, 1);
    }

    /**
     * The heading above a chart.
     *
     * @param group the scenario
     * @param what the chart shows
     * @param small how to read the chart
     */
    record Heading(String group, String what, String small) {
        /** Whether scenario and description need two lines. */
        boolean twoLines() {
            return group.length() + what.length() > LONGEST_TITLE;
        }
    }

    /** The finished SVG with its heading. The description is for readers who cannot see the chart. */
    String finished(int height, Heading heading, String description, boolean ownStyle) {
        int more = heading.twoLines() ? SECOND_LINE : 0;
        String title = heading.group + ": " + heading.what;
        Html svg = new Html();
        String whole = Integer.toString(height + more);
        String width = Integer.toString(WIDTH);
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "class",
                "chart",
                "role",
                "img",
                "viewBox",
                "0 0 " + width + " " + whole,
                "width",
                width,
                "height",
                whole);
        svg.raw("\n").element("title", title + ", " + heading.small).element("desc", description);
        if (ownStyle) {
            svg.open("style").raw(resource("chart.css")).close();
        }
        svg.element("rect", "", "width", width, "height", whole, "rx", "8", "class", "card");
        if (heading.twoLines()) {
            line(svg, 27, "head", shortened(heading.group, LONGEST_TITLE));
            line(svg, 27 + more, "head", shortened(heading.what, LONGEST_TITLE));
        } else {
            line(svg, 27, "head", title);
        }
        line(svg, 45 + more, "soft", heading.small);
        svg.open("g", "transform", "translate(0 " + more + ")")
                .raw("\n" + drawn)
                .close();
        return svg.close().toString();
    }

    private static void line(Html svg, int y, String kind, String text) {
        svg.element("text", text, "x", Integer.toString(MARGIN), "y", Integer.toString(y), "class", kind);
    }
}
