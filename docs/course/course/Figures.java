package course;

import java.util.ArrayList;
import java.util.List;

/** The table of a step, with the values before and after; {@code ./course} prints it and the page shows it. */
public final class Figures {
    /*
     * The page has the table after the line <!-- figures -->. It is the same on every JDK that the tests run on. A
     * value that differs between JDKs, such as a time, belongs in the text, with the JDK it was measured on.
     */
    private final String name;
    private final List<String[]> rows = new ArrayList<>();

    private Figures(String name) {
        this.name = name;
    }

    /** Returns an empty table for the step of this class. */
    public static Figures of(Class<?> test) {
        Figures figures = new Figures(test.getPackageName());
        return figures.row("", "before", "after");
    }

    /** Returns an empty table that is on no page. */
    static Figures compared(String name, String left, String right) {
        return new Figures(name).row("", left, right);
    }

    /** Adds a row; a {@link Cost} is shown as bytes and objects. */
    public Figures row(String what, Object before, Object after) {
        rows.add(new String[] {what, before.toString(), after.toString()});
        return this;
    }

    /** Writes the table to a file that {@code ./course} prints. */
    void write() {
        Pages.write(Pages.root().resolve("target/figures/" + name + ".txt"), table());
    }

    /** Writes the table; fails if the page of the step shows a different one. */
    public void check() {
        write();
        Pages.checkBlock(Pages.root().resolve(name + "/README.md"), "figures", table());
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
