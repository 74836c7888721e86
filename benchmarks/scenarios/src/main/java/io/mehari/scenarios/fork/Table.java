package io.mehari.scenarios.fork;

import java.util.ArrayList;
import java.util.List;

/** A text table with columns of the necessary width. The first columns are left-aligned, numbers are right-aligned. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();
    private final int left;

    /** Creates a table with those column heads. The given number of columns are text. */
    public Table(int left, List<String> heads) {
        this.left = left;
        rows.add(heads);
    }

    /** Adds a row. A shorter row has a reason instead of figures. */
    public void add(List<String> row) {
        rows.add(row);
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                // The reason in a shorter row is its last cell, and may be wider than the column.
                if (row.size() == columns || i < row.size() - 1) {
                    widths[i] = Math.max(widths[i], row.get(i).length());
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            line(text, rows.get(i), widths);
            if (i == 0) {
                rule(text, widths);
            }
        }
        return text.toString();
    }

    private void line(StringBuilder text, List<String> row, int[] widths) {
        text.append('|');
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - cell.length()));
            text.append(' ').append(i < left ? cell + padding : padding + cell).append(" |");
        }
        text.append('\n');
    }

    private void rule(StringBuilder text, int[] widths) {
        text.append('|');
        for (int i = 0; i < widths.length; i++) {
            text.append("-".repeat(widths[i] + 1)).append(i < left ? "-|" : ":|");
        }
        text.append('\n');
    }
}
