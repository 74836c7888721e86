package io.mehari.docs;

import static io.mehari.docs.Figures.MEHARI;

import io.mehari.engine.Table;
import io.mehari.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of whole processes: how long they take to start, and how much memory they hold. */
final class FootprintTables {
    private static final String NOTHING = "an empty main";

    private final Figures figures;

    FootprintTables(Figures figures) {
        this.figures = figures;
    }

    /** By how many milliseconds the median of Mehari's ten routes is longer than that of an empty main. */
    static double startUpOver(Figures figures, String jdk, String suffix) {
        return millis(figures, MEHARI + suffix, jdk) - millis(figures, NOTHING + suffix, jdk);
    }

    private static double millis(Figures figures, String subject, String jdk) {
        return figures.row("start-up", "start-up", subject, jdk, "ms").value();
    }

    Table startUp(String jdk) {
        Table table = Table.of("JDK " + jdk)
                .numbers("median ms", "fastest ms", "more than an empty main, ms", "classes", "peak MB");
        for (Row row : rows("start-up", jdk, "ms")) {
            String suffix = row.subject().endsWith(", archive") ? ", archive" : "";
            table.add(
                    row.subject(),
                    rounded(row.value()),
                    rounded(row.low()),
                    row.subject().startsWith(NOTHING)
                            ? ""
                            : rounded(row.value() - millis(figures, NOTHING + suffix, jdk)),
                    whole(figures.row("start-up", "start-up", row.subject(), jdk, "classes")),
                    whole(figures.row("start-up", "start-up", row.subject(), jdk, "most resident MB")));
        }
        return table;
    }

    /** Idle, and with messages at a fixed rate; each process has the same small heap. */
    Table memory(String jdk) {
        Table table = Table.of("JDK " + jdk + ", -Xmx64m; MB, median (range)")
                .numbers("four idle queues", "a queue, 100,000 a second", "the same, largest");
        for (Row row : rows("idle", jdk, "resident MB")) {
            String subject = row.subject().replaceAll(" .*", "");
            String queue = row.subject().contains(" disruptor") ? "disruptor" : "seda";
            List<String> cells = new ArrayList<>(List.of(row.subject(), range(row)));
            for (String metric : List.of("resident MB", "most resident MB")) {
                cells.add(figures.find("memory", queue + "/one-way, 100000 a second", subject, jdk, metric)
                        .map(FootprintTables::range)
                        .orElse(""));
            }
            table.add(cells);
        }
        return table;
    }

    Table idle(String jdk) {
        Table table =
                Table.of("JDK " + jdk + ", % of a processor, median (range)").numbers("process", "Java threads");
        for (Row row : rows("idle", jdk, "% of a processor")) {
            Row threads = figures.row("idle", row.group(), row.subject(), jdk, "% of a processor, Java threads");
            table.add(row.subject(), share(row), share(threads));
        }
        return table;
    }

    private static String share(Row row) {
        return String.format(Locale.ROOT, "%.3f (%.3f-%.3f)", row.value(), row.low(), row.high());
    }

    private List<Row> rows(String file, String jdk, String metric) {
        return figures.of(Figures.fileOf(file, jdk)).rows().stream()
                .filter(row -> row.jdk().equals(jdk) && row.metric().equals(metric))
                .toList();
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    private static String whole(Row row) {
        return String.format(Locale.ROOT, "%,.0f", row.value());
    }

    private static String range(Row row) {
        return String.format(Locale.ROOT, "%.0f (%.0f-%.0f)", row.value(), row.low(), row.high());
    }
}
