package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A drawing in the one style of the guide: boxes, texts and arrows, light or dark like the reader's system. */
final class Sheet {
    static final Path FOLDER = Samples.root().resolve("docs/guide/pictures");
    private static final boolean WRITE = Boolean.getBoolean("mehari.docs.write");
    private static final double MARGIN = 14;
    private static final String STYLE = """
            <style>
            .paper { fill: #ffffff; } .step { fill: #f4f6f8; stroke: #57606a; } .block { fill: #fafbfc; stroke: #a5adb6; }
            .end { fill: #e2f0eb; stroke: #00694e; } .bad { fill: #fdeee4; stroke: #b0480c; } .old { fill: #d5dae0; stroke: none; }
            .lane { fill: #f0f3f6; stroke: none; } .wait { fill: #eef0fb; stroke: #5a64a8; stroke-dasharray: 4 3; }
            text { font: 13px sans-serif; fill: #1f2328; text-anchor: middle; } .name { font-weight: bold; }
            .soft { font-size: 12px; fill: #57606a; } .left { text-anchor: start; }
            .line { stroke: #57606a; fill: none; } .later { stroke: #57606a; fill: none; stroke-dasharray: 5 4; } .tip { fill: #57606a; }
            @media (prefers-color-scheme: dark) {
            .paper { fill: #0d1117; } .step { fill: #1c232b; stroke: #8b949e; } .block { fill: #12171d; stroke: #4d5761; }
            .end { fill: #173328; stroke: #3ddc97; } .bad { fill: #3a2415; stroke: #ff9d5c; } .old { fill: #3d4650; }
            .lane { fill: #161b22; } .wait { fill: #1b2040; stroke: #9aa5f0; }
            text { fill: #e6edf3; } .soft { fill: #a3adb8; }
            .line, .later { stroke: #8b949e; } .tip { fill: #8b949e; }
            }
            </style>
            <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
            """;

    private final StringBuilder body = new StringBuilder();
    private double right;
    private double bottom;

    /** How wide a text is, at most. */
    static double width(String text) {
        return 7.1 * text.length();
    }

    void box(String kind, double x, double y, double width, double height) {
        add("<rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='6'/>", kind, x, y, width, height);
        reach(x + width, y + height);
    }

    /** Around that middle, or from there if it is of kind {@code left}. */
    void text(String kind, double x, double y, String text) {
        String safe = text.replace("&", "&amp;").replace("<", "&lt;");
        add("<text class='%s' x='%.1f' y='%.1f'>%s</text>", kind, x, y, safe);
        double width = width(text) * (kind.contains("soft") ? 0.86 : 1);
        reach(x + width / (kind.contains("left") ? 1 : 2), y + 4);
    }

    /** The lines of a text around that point, the first one bold. */
    void lines(double x, double middle, String... lines) {
        for (int i = 0; i < lines.length; i++) {
            text(i == 0 ? "name" : "soft", x, middle + 4.5 + 16 * (i - (lines.length - 1) / 2.0), lines[i]);
        }
    }

    /** Through those points, x and y in turn; a line of kind {@code plain} has no tip. */
    void arrow(String kind, double... points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", points[i], points[i + 1]));
            reach(points[i], points[i + 1]);
        }
        String line = kind.equals("plain") ? "line" : kind;
        add("<path class='%s' d='%s'%s/>", line, path, kind.equals("plain") ? "" : " marker-end=\"url(#tip)\"");
    }

    private void add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format.replace('\'', '"'), values))
                .append('\n');
    }

    private void reach(double x, double y) {
        right = Math.max(right, x);
        bottom = Math.max(bottom, y);
    }

    /** Writes it, or compares it with what is written. */
    void check(String name, String title) throws IOException {
        Path file = FOLDER.resolve(name + ".svg");
        if (WRITE) {
            Files.writeString(file, svg(title));
        }
        assertThat(file)
                .as("to draw it: mvn -o -pl docs -am test -Dtest=THIS_TEST -Dmehari.docs.write=true")
                .exists()
                .hasContent(svg(title));
    }

    private String svg(String title) {
        double width = Math.ceil(right + MARGIN);
        double height = Math.ceil(bottom + MARGIN);
        String size = String.format(
                Locale.ROOT,
                "viewBox=\"%.0f %.0f %.0f %.0f\" width=\"%.0f\" height=\"%.0f\"",
                -MARGIN,
                -MARGIN,
                width + MARGIN,
                height + MARGIN,
                width + MARGIN,
                height + MARGIN);
        String paper = String.format(
                Locale.ROOT,
                "<rect class=\"paper\" x=\"%.0f\" y=\"%.0f\" width=\"100%%\" height=\"100%%\"/>%n",
                -MARGIN,
                -MARGIN);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + " role=\"img\">\n<title>"
                + title.replace("&", "&amp;").replace("<", "&lt;") + "</title>\n" + STYLE + paper + body + "</svg>\n";
    }
}
