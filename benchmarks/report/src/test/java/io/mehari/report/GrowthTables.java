package io.mehari.report;

import static io.mehari.report.PublishedFigures.number;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables of {@code ./bench growth}: a row for each count, a column for each curve. */
final class GrowthTables {
    private static final String KEPT = "B kept by each";

    private final PublishedFigures figures;

    GrowthTables(PublishedFigures figures) {
        this.figures = figures;
    }

    /**
     * The table of the figures of those curves whose unit begins with {@code ns} or {@code B/}, or of the bytes {@code
     * kept} by each, or {@code kept-in-all}.
     */
    List<String> growth(String jdk, String unit, List<String> curves) {
        List<Map<Long, Row>> columns =
                curves.stream().map(curve -> column(jdk, unit, curve)).toList();
        Map<Long, Row> all = new TreeMap<>();
        columns.forEach(all::putAll);
        List<String> lines = new ArrayList<>(List.of(
                "| JDK " + jdk + ", n | " + String.join(" | ", curves) + " |",
                "|---:|" + "---:|".repeat(curves.size())));
        for (Long count : all.keySet()) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| %,d |", count));
            columns.forEach(column -> line.append(' ')
                    .append(Optional.ofNullable(column.get(count))
                            .map(GrowthTables::shown)
                            .orElse(""))
                    .append(" |"));
            lines.add(line.toString());
        }
        if (unit.equals("ns")) {
            StringBuilder line = new StringBuilder("| largest / smallest |");
            columns.forEach(
                    column -> line.append(' ').append(number(spread(column))).append("x |"));
            lines.add(line.toString());
        }
        return lines;
    }

    private Map<Long, Row> column(String jdk, String unit, String curve) {
        Map<Long, Row> rows = new TreeMap<>();
        for (Row row : figures.of(figures.fileOf("growth", jdk)).rows()) {
            boolean wanted = unit.startsWith("kept")
                    ? row.metric().equals(KEPT)
                    : row.metric().startsWith(unit) && !row.metric().equals(KEPT);
            if (wanted && row.jdk().equals(jdk) && Scenario.of(row.group()).equals(curve)) {
                long count = Long.parseLong(Scenario.variation(row.group()));
                rows.put(count, unit.equals("kept-in-all") ? inAll(row, count) : row);
            }
        }
        if (rows.isEmpty()) {
            throw new AssertionError("There is no curve " + curve + " in " + unit + " on JDK " + jdk);
        }
        return rows;
    }

    private static Row inAll(Row row, long count) {
        return Row.of(
                row.group(),
                row.subject(),
                row.jdk(),
                "B kept in all",
                row.better(),
                row.samples().stream().map(each -> each * count).toList());
    }

    private static String shown(Row row) {
        if (!row.metric().startsWith("ns")) {
            return String.format(Locale.ROOT, row.value() < 10 ? "%.1f" : "%,.0f", row.value());
        }
        return number(row.value())
                + (row.low() < row.high() ? " (" + number(row.low()) + "-" + number(row.high()) + ")" : "");
    }

    private static double spread(Map<Long, Row> column) {
        List<Double> values = column.values().stream().map(Row::value).toList();
        return Collections.max(values) / Collections.min(values);
    }
}
