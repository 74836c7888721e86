package io.mehari.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A picture under construction: a card with a title, on which things are drawn by class; the style sheet colours them. */
final class Svg {
    /** Narrow enough that a phone shows it nearly at full size. */
    static final int WIDTH = 440;

    static final int MARGIN = 16;
    private static final int LONGEST_TITLE = 48;

    private final StringBuilder drawn = new StringBuilder();

    /** The text of a file beside this class. */
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Svg.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For text and for attributes in quotes. */
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

    /** The whole of it is said in a title or a description. */
    static String shortened(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }

    static String shortly(double value) {
        return Numbers.rounded(value, 1);
    }

    /** All that was drawn, with a title above it; the description is for those who do not see it. */
    String finished(int height, String title, String subtitle, String description, boolean ownStyle) {
        StringBuilder svg =
                new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" ");
        svg.append("viewBox=\"0 0 ").append(WIDTH).append(' ').append(height).append('"');
        svg.append(" width=\"")
                .append(WIDTH)
                .append("\" height=\"")
                .append(height)
                .append("\">\n");
        svg.append("<title>").append(escape(title + ", " + subtitle)).append("</title>\n");
        svg.append("<desc>").append(escape(description)).append("</desc>\n");
        if (ownStyle) {
            svg.append("<style>\n").append(resource("chart.css")).append("</style>\n");
        }
        svg.append("<rect width=\"").append(WIDTH).append("\" height=\"").append(height);
        svg.append("\" rx=\"8\" class=\"card\"/>\n");
        svg.append("<text x=\"16\" y=\"27\" class=\"head\">")
                .append(escape(shortened(title, LONGEST_TITLE)))
                .append("</text>\n");
        svg.append("<text x=\"16\" y=\"45\" class=\"soft\">")
                .append(escape(subtitle))
                .append("</text>\n");
        return svg.append(drawn).append("</svg>\n").toString();
    }
}
