package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables of {@code ./bench compare}. */
final class ScenarioTables {
    private static final String WARM_UP = "warm-up s";

    private final PublishedFigures figures;

    ScenarioTables(PublishedFigures figures) {
        this.figures = figures;
    }

    /** The table of the groups whose names begin with the prefix. Columns that were not measured are omitted. */
    List<String> compared(String name, String jdk, String prefix) {
        String file = figures.fileOf(name, jdk);
        List<Row> rows = figures.of(file).rows().stream()
                .filter(row -> row.metric().equals("messages/s") && row.jdk().equals(jdk))
                .filter(row -> row.group().startsWith(prefix))
                .toList();
        boolean warm = rows.stream().anyMatch(row -> warmUp(file, row).isPresent());
        boolean floor = rows.stream().anyMatch(row -> floor(file, row).isPresent());
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk + ", medians | subject | messages/s | range | bytes a message | CPU ns a message |"
                        + (floor ? " times the floor |" : "") + (warm ? " warm-up s |" : "") + " Mehari |",
                "|---|---|---:|---:|---:|---:|" + (floor ? "---:|" : "") + (warm ? "---:|" : "") + "---:|"));
        for (Row row : rows) {
            all.add("| " + row.group() + " | " + row.subject() + " | "
                    + String.format(
                            Locale.ROOT,
                            "%,.0f | %s",
                            row.value(),
                            new Interval(row.low(), row.high()).around(row.value()))
                    + " | " + whole(file, row, "bytes/message") + " | " + whole(file, row, "CPU ns/message") + " | "
                    + (floor ? timesTheFloor(file, row) + " | " : "")
                    + (warm ? warmUp(file, row).map(ScenarioTables::shown).orElse("") + " | " : "")
                    + ahead(file, row) + " |");
        }
        return all;
    }

    private Optional<Row> floor(String file, Row row) {
        return figures.floor(file, row.group(), row.jdk(), row.metric());
    }

    private String timesTheFloor(String file, Row row) {
        return floor(file, row)
                .filter(floor -> !floor.subject().equals(row.subject()))
                .map(floor -> MeasuredTables.timesTheFloor(row, floor))
                .orElse("");
    }

    private Optional<Row> warmUp(String file, Row row) {
        return figures.find(file, row.group(), row.subject(), row.jdk(), WARM_UP);
    }

    /** The range of the forks, and how many of them were measured without a steady state. */
    private static String shown(Row row) {
        String seconds = String.format(Locale.ROOT, "%.1f-%.1f", row.low(), row.high());
        return row.note().isEmpty() ? seconds : seconds + ", **" + row.note() + "**";
    }

    private String whole(String file, Row row, String metric) {
        return figures.find(file, row.group(), row.subject(), row.jdk(), metric)
                .map(each -> String.format(Locale.ROOT, "%,.0f", each.value()))
                .orElse("");
    }

    /** Empty for the floor, which does no comparable work. */
    private String ahead(String file, Row other) {
        if (other.subject().equals(MeasuredTables.MEHARI) || other.subject().equals(Row.FLOOR)) {
            return "";
        }
        Row own = figures.row(file, other.group(), MeasuredTables.MEHARI, other.jdk(), other.metric());
        Verdict verdict = Verdict.of(own.better(), own.samples(), other.samples());
        return switch (verdict.finding()) {
            case FIRST -> MeasuredTables.times(verdict.ratio()) + " ahead";
            case SECOND -> MeasuredTables.times(verdict.ratio());
            case NO_DIFFERENCE_SHOWN, TOO_FEW_SAMPLES -> "no difference shown";
        };
    }
}
