package course;

import java.util.ArrayList;
import java.util.List;

/** A small picture of objects in memory, as SVG, for light and dark pages. */
final class Drawing {
    /*
     * Only whole numbers and no font metrics, so that a layout gives the same file on every machine. An object is drawn
     * in lines of as many bytes as the drawing says; the width of a cell is the number of its bytes.
     */
    private static final int LEFT = 44;
    private static final int LINE = 30;
    private static final int WIDTH = 720;

    private final StringBuilder svg = new StringBuilder();
    private final String title;
    private final int lineBytes;
    private int y = 34;

    private Drawing(String title, int lineBytes) {
        this.title = title;
        this.lineBytes = lineBytes;
    }

    static Drawing of(String title) {
        return new Drawing(title, 16);
    }

    /** Draws in lines of 64 bytes. */
    static Drawing ofCacheLines(String title) {
        return new Drawing(title, 64);
    }

    /** A part of an object; its kind is a class of the style below. */
    record Cell(String name, int bytes, String kind) {}

    /** An object of this class, as JOL lays it out. */
    Drawing object(String name, Class<?> type) {
        return cells(name + ": " + Layout.size(type) + " bytes", Layout.cells(type));
    }

    /** An array of references: its header, and what it holds. */
    Drawing array(String name, String... elements) {
        List<Cell> cells = new ArrayList<>(List.of(new Cell("header", 12, "head"), new Cell("length", 4, "head")));
        for (String element : elements) {
            cells.add(new Cell(element, 4, element.isEmpty() ? "gap" : "ref"));
        }
        if (elements.length % 2 == 1) {
            cells.add(new Cell("", 4, "gap"));
        }
        return cells(name + ": " + (16 + (elements.length + 1) / 2 * 8) + " bytes", cells);
    }

    private Drawing cells(String caption, List<Cell> cells) {
        text(12, y, "name", caption);
        y += 10;
        int at = 0;
        for (Cell cell : cells) {
            int rest = cell.bytes;
            while (rest > 0) {
                int here = Math.min(rest, lineBytes - at % lineBytes);
                if (at % lineBytes == 0) {
                    text(12, y + at / lineBytes * LINE + 19, "off", String.valueOf(at));
                }
                cell(at, here, cell);
                at += here;
                rest -= here;
            }
        }
        y += (at + lineBytes - 1) / lineBytes * LINE + 26;
        return this;
    }

    private void cell(int at, int bytes, Cell cell) {
        int scale = (WIDTH - LEFT - 12) / lineBytes;
        int x = LEFT + at % lineBytes * scale;
        box(x, y + at / lineBytes * LINE, bytes * scale, cell.kind, bytes * scale < 24 ? "" : cell.name);
    }

    // ---- free drawings

    /** Goes on below this many pixels. */
    Drawing down(int pixels) {
        y += pixels;
        return this;
    }

    Drawing say(int x, String text) {
        text(x, y, "name", text);
        return this;
    }

    Drawing note(int x, String text) {
        text(x, y, "off", text);
        return this;
    }

    Drawing box(int x, int width, String kind, String name) {
        box(x, y, width, kind, name);
        return this;
    }

    /** From a point of this line to another one, some pixels below or above. */
    Drawing arrow(int x, int down, int toX, int toDown) {
        line("<path class=\"arrow\" marker-end=\"url(#a)\" d=\"M%d %d L%d %d\"/>"
                .formatted(x, y + down, toX, y + toDown));
        return this;
    }

    private void box(int x, int top, int width, String kind, String name) {
        line("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"26\" rx=\"2\"/>"
                .formatted(kind, x, top, width - 2));
        int room = (width - 6) / 7;
        String shown = name.length() <= room ? name : name.substring(0, Math.max(0, room - 1)) + "…";
        line("<text class=\"in\" x=\"%d\" y=\"%d\">%s</text>".formatted(x + width / 2 - 1, top + 17, escaped(shown)));
    }

    private void text(int x, int at, String style, String text) {
        line("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(style, x, at, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private void line(String line) {
        svg.append(line).append('\n');
    }

    String svg() {
        int height = y - 8;
        String head = """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t">
                <title id="t">%s</title>
                <defs><marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">
                <path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
                <style>
                  text { font: 12px system-ui, sans-serif; fill: #1f2328 } .in { text-anchor: middle }
                  .name { font-weight: 600 } .off { fill: #6e7781 } .ground { fill: #ffffff }
                  .head { fill: #d0d7de } .ref { fill: #b6d5f7 } .num { fill: #bfe5c7 } .mark { fill: #f7d8a8 }
                  .gap { fill: none; stroke: #afb8c1; stroke-dasharray: 3 3 }
                  .arrow { stroke: #57606a; fill: none } .tip { fill: #57606a }
                  @media (prefers-color-scheme: dark) {
                    text { fill: #e6edf3 } .off { fill: #8b949e } .ground { fill: #0d1117 }
                    .head { fill: #30363d } .ref { fill: #1d4a7a } .num { fill: #1f5a32 } .mark { fill: #6b4a12 }
                    .gap { stroke: #484f58 } .arrow { stroke: #8b949e } .tip { fill: #8b949e }
                  }
                </style>
                <rect class="ground" width="%d" height="%d" rx="6"/>
                """.formatted(WIDTH, height, escaped(title), WIDTH, height);
        return head + svg + "</svg>\n";
    }
}
