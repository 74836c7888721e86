package course;

import java.util.ArrayList;
import java.util.List;

/** The small table of a step: what was measured before and after, as {@code ./course} prints it and the page shows it. */
public final class Figures {
    /*
     * The page has the table behind <!-- figures -->, and it is the same on every JDK that the tests run on. What is
     * not the same on all, a time for instance, does not belong here but into the text, with its JDK.
     */
    private final String step;
    private final List<String[]> rows = new ArrayList<>();

    private Figures(String step) {
        this.step = step;
    }

    /** A table for the step that this class is in. */
    public static Figures of(Class<?> test) {
        Figures figures = new Figures(test.getPackageName());
        return figures.row("", "before", "after");
    }

    /** Adds a row; a {@link Cost} is shown as bytes and objects. */
    public Figures row(String what, Object before, Object after) {
        rows.add(new String[] {what, before.toString(), after.toString()});
        return this;
    }

    /** Leaves the table where {@code ./course} finds it, and fails when the step's page shows another. */
    public void check() {
        String table = table();
        Pages.write(Pages.root().resolve("target/figures/" + step + ".txt"), table);
        Pages.checkBlock(Pages.root().resolve(step + "/README.md"), "figures", table);
    }

    private String table() {
        int[] widths = new int[3];
        for (String[] row : rows) {
            for (int i = 0; i < 3; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder table = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(row[0]);
            line.append(" ".repeat(widths[0] - row[0].length()));
            for (int i = 1; i < 3; i++) {
                line.append("  ").append(" ".repeat(widths[i] - row[i].length()));
                line.append(row[i]);
            }
            table.append(line).append('\n');
        }
        return table.toString();
    }
}
