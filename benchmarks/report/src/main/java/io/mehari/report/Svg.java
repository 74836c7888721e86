package io.mehari.report;

import io.mehari.engine.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Builds an SVG: a card with a title. Shapes have CSS classes, and the style sheet sets their colours. */
final class Svg {
    static final int WIDTH = 640;
    /** A higher chart does not fit on a screen. */
    static final int HIGHEST = 600;

    static final int MARGIN = 16;
    private static final int LONGEST_TITLE = 66;
    private static final int LONGEST_SMALL = 100;

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
     * The finished SVG.
     *
     * @param title what the chart shows, for a reader who knows nothing of the measurement
     * @param small the unit, and how to read the chart
     * @param description for readers who cannot see the chart
     */
    String finished(int height, String title, String small, String description) {
        text(MARGIN, 27, "head", shortened(title, LONGEST_TITLE));
        text(MARGIN, 46, "soft", shortened(small, LONGEST_SMALL));
        String size = "width=\"" + WIDTH + "\" height=\"" + height + "\"";
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 " + WIDTH + " "
                + height
                + "\" " + size + ">\n<title>" + escape(title + ": " + small) + "</title>\n<desc>" + escape(description)
                + "</desc>\n<style>" + resource("chart.css") + "</style>\n<rect " + size
                + " rx=\"8\" class=\"card\"></rect>\n\n" + drawn + "</svg>\n";
    }
}
