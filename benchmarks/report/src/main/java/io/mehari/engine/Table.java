package io.mehari.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The only writer of tables. Its text is a table of Markdown, whose columns are aligned for a terminal. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();
    private final int texts;

    private Table(int texts, List<String> heads) {
        this.texts = texts;
        add(heads);
    }

    /** A table whose columns are texts. They are aligned to the left. */
    public static Table of(String... heads) {
        return new Table(heads.length, List.of(heads));
    }

    /** This table, which must be empty, with columns of numbers in addition. They are aligned to the right. */
    public Table numbers(String... heads) {
        return numbers(List.of(heads));
    }

    /** This table, which must be empty, with columns of numbers in addition. They are aligned to the right. */
    public Table numbers(List<String> heads) {
        return new Table(
                texts, Stream.concat(rows.get(0).stream(), heads.stream()).toList());
    }

    /** Adds a row. If it is shorter than the head, its last cell is a sentence in place of figures. */
    public Table add(String... cells) {
        return add(List.of(cells));
    }

    /** Adds a row. If it is shorter than the head, its last cell is a sentence in place of figures. */
    public Table add(List<String> cells) {
        rows.add(cells.stream().map(each -> each.replace("|", "\\|").strip()).toList());
        return this;
    }

    /** The number of rows below the head. */
    public int size() {
        return rows.size() - 1;
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            int counting = row.size() == columns ? columns : row.size() - 1; // a sentence may be wider than its column
            for (int i = 0; i < counting; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
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

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private void line(StringBuilder text, List<String> row, int[] widths) {
        text.append('|');
        for (int i = 0; i < widths.length; i++) {
            String cell = i < row.size() ? row.get(i) : "";
            boolean sentence = i == row.size() - 1 && row.size() < widths.length;
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            text.append(' ')
                    .append(i < texts || sentence ? cell + padding : padding + cell)
                    .append(" |");
        }
        text.append('\n');
    }

    private void rule(StringBuilder text, int[] widths) {
        text.append('|');
        for (int i = 0; i < widths.length; i++) {
            text.append("-".repeat(widths[i] + 1)).append(i < texts ? "-|" : ":|");
        }
        text.append('\n');
    }
}
