package io.mehari.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/*
 * A line of a sketch is one of these; columns and rows begin with 0 and may be fractions, a | begins another line.
 *
 *     title TEXT                          what the picture shows, in a sentence
 *     lane ROW ROW TEXT                   a band behind these rows, such as a thread
 *     box ID COLUMN ROW KIND TEXT         of a kind of Sheet: step, end, block, bad, wait
 *     arrow FROM TO [TEXT]                along a row or column, else first along the row; later: dashed; up: first along the column
 *     note COLUMN ROW TEXT
 */
/** Draws what has no sample: a few lines of text, each box at a place of a grid. */
final class Sketch {
    private static final double COLUMN = 170;
    private static final double ROW = 84;
    private static final double HIGH = 46;

    private record Box(double x, double y, double width) {}

    private final Sheet sheet = new Sheet();
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private String title = "";

    static void check(Path file) throws IOException {
        Sketch sketch = new Sketch();
        List<String> lines = Files.readAllLines(file);
        lines.stream().filter(each -> each.startsWith("lane")).forEach(each -> sketch.lane(each.split(" ", 4), lines));
        lines.stream().filter(each -> !each.startsWith("lane")).forEach(sketch::draw);
        sketch.sheet.check(file.getFileName().toString().replace(".txt", ""), sketch.title);
    }

    private void lane(String[] words, List<String> lines) {
        double last = lines.stream()
                .filter(each -> each.startsWith("box "))
                .mapToDouble(each -> Double.parseDouble(each.split(" ", -1)[2]))
                .max()
                .orElse(0);
        double y = ROW * Double.parseDouble(words[1]) - 8;
        double height = ROW * (Double.parseDouble(words[2]) - Double.parseDouble(words[1]) + 1) - 8;
        sheet.box("lane", 0, y, COLUMN * (last + 1) + 10, height);
        sheet.text("soft left", 8, y + 15, words[3]);
    }

    private void draw(String line) {
        String[] words = line.split(" ", 6);
        switch (words[0]) {
            case "title" -> title = line.substring(6);
            case "box" -> box(words[1], center(words[2]), middle(words[3]), words[4], words[5].split("\\|", -1));
            case "arrow", "later", "up" -> arrow(line.split(" ", 4));
            case "note" -> note(line.split(" ", 4));
            default -> {
                if (!line.isBlank()) {
                    throw new AssertionError("not a line of a sketch: " + line);
                }
            }
        }
    }

    private static double center(String column) {
        return COLUMN * (Double.parseDouble(column) + 0.5);
    }

    private static double middle(String row) {
        return ROW * Double.parseDouble(row) + 40;
    }

    private void note(String[] words) {
        String[] lines = words[3].split("\\|", -1);
        for (int i = 0; i < lines.length; i++) {
            sheet.text("soft", center(words[1]), middle(words[2]) + 4 + 15 * (i - (lines.length - 1) / 2.0), lines[i]);
        }
    }

    private void box(String id, double x, double y, String kind, String... lines) {
        double width =
                20 + List.of(lines).stream().mapToDouble(Sheet::width).max().orElse(0);
        double height = Math.max(HIGH, 16 + 16 * lines.length);
        boxes.put(id, new Box(x, y, Math.max(90, width)));
        sheet.box(kind, x - Math.max(90, width) / 2, y - height / 2, Math.max(90, width), height);
        sheet.lines(x, y, lines);
    }

    private void arrow(String[] words) {
        Box from = boxes.get(words[1]);
        Box to = boxes.get(words[2]);
        String kind = words[0].equals("later") ? "later" : "line";
        double across = Math.signum(to.x - from.x);
        double down = Math.signum(to.y - from.y);
        double x = from.x + across * from.width / 2;
        double y = from.y + down * HIGH / 2;
        double[] points;
        if (down == 0) {
            points = new double[] {x, from.y, to.x - across * to.width / 2, to.y};
        } else if (across == 0) {
            points = new double[] {from.x, y, to.x, to.y - down * HIGH / 2};
        } else if (words[0].equals("up")) {
            points = new double[] {from.x, y, from.x, to.y, to.x - across * to.width / 2, to.y};
        } else {
            points = new double[] {x, from.y, to.x, from.y, to.x, to.y - down * HIGH / 2};
        }
        sheet.arrow(kind, points);
        if (words.length > 3) {
            boolean upright = points[0] == points[2];
            double at = (points[1] + points[3]) / 2;
            sheet.text(
                    upright ? "soft left" : "soft",
                    upright ? points[0] + 7 : (points[0] + points[2]) / 2,
                    upright ? at + 4 : at - 6,
                    words[3]);
        }
    }
}
