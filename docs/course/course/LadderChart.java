package course;

import java.util.List;

/** Draws the ladder as SVG: one row of bars for each step, the three messages side by side. */
final class LadderChart {
    /*
     * Only whole numbers and no font metrics, so that the same values give the same file on every machine. The three
     * messages have the same scale. The colours fit both a light and a dark page.
     */
    private static final int ROW = 26;
    private static final int TOP = 74;
    private static final int TITLE = 262;
    private static final int PANEL = 226;
    private static final int BAR = 130;
    private static final int WIDTH = TITLE + 3 * PANEL;

    private final StringBuilder svg = new StringBuilder();
    private final List<Ladder.Row> rows;
    private final long most;

    private LadderChart(List<Ladder.Row> rows) {
        this.rows = rows;
        most = rows.stream()
                .flatMap(row -> row.costs().stream())
                .mapToLong(Cost::allocated)
                .max()
                .orElse(1);
    }

    static String of(List<Ladder.Row> rows) {
        return new LadderChart(rows).draw();
    }

    private String draw() {
        int height = TOP + rows.size() * ROW + 14;
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t\">"
                .formatted(WIDTH, height));
        line("<title id=\"t\">Bytes allocated for a message (and its objects) after each step</title>");
        line("<style>");
        line("  text { font: 13px system-ui, sans-serif; fill: #1f2328 }");
        line("  .head { font-weight: 600 } .same { fill: #6e7781 } .ground { fill: #ffffff }");
        line("  .bar { fill: #0969da } .rest { fill: #afb8c1 } .rule { stroke: #d0d7de }");
        line("  @media (prefers-color-scheme: dark) {");
        line("    text { fill: #e6edf3 } .same { fill: #8b949e } .ground { fill: #0d1117 }");
        line("    .bar { fill: #58a6ff } .rest { fill: #484f58 } .rule { stroke: #30363d }");
        line("  }");
        line("</style>");
        line("<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"6\"/>".formatted(WIDTH, height));
        text(16, 28, "head", "Bytes allocated for a message (and the objects that it consists of) after each step");
        for (int i = 0; i < Ladder.MESSAGES.size(); i++) {
            text(TITLE + i * PANEL, 56, "head", Ladder.MESSAGES.get(i));
        }
        line("<line class=\"rule\" x1=\"16\" y1=\"65\" x2=\"%d\" y2=\"65\"/>".formatted(WIDTH - 16));
        for (int i = 0; i < rows.size(); i++) {
            row(rows.get(i), TOP + i * ROW);
        }
        line("</svg>");
        return svg.toString();
    }

    /** A step that changed nothing has grey bars and no numbers, so that the other steps stand out. */
    private void row(Ladder.Row row, int y) {
        text(16, y + 15, row.changed() ? "" : "same", row.title());
        for (int i = 0; i < row.costs().size(); i++) {
            Cost cost = row.costs().get(i);
            int x = TITLE + i * PANEL;
            int length = (int) Math.max(2, cost.allocated() * BAR / most);
            line("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\" rx=\"2\"/>"
                    .formatted(row.changed() ? "bar" : "rest", x, y + 4, length));
            if (row.changed()) {
                text(x + length + 6, y + 16, "", cost.allocated() + " (" + cost.objects() + ")");
            }
        }
    }

    private void text(int x, int y, String style, String text) {
        String type = style.isEmpty() ? "" : " class=\"" + style + "\"";
        line("<text%s x=\"%d\" y=\"%d\">%s</text>"
                .formatted(type, x, y, text.replace("&", "&amp;").replace("<", "&lt;")));
    }

    private void line(String line) {
        svg.append(line).append('\n');
    }
}
