package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables about queues: messages a second, and how long they take. */
final class QueueTables {
    static final List<String> SHAPES = List.of("1-1", "1-2", "2-1", "2-3", "1-4", "4-1", "3-6");

    private final PublishedFigures figures;

    QueueTables(PublishedFigures figures) {
        this.figures = figures;
    }

    List<String> throughput(String jdk) {
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", senders-consumers; median (range) | `seda:` M/s | to Camel | to bare | `disruptor:` M/s | to Camel | to bare"
                        + " | Camel seda | Camel disruptor | bare JCTools | bare Disruptor | ABQ |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));
        for (String shape : SHAPES) {
            Row seda = moved(jdk, "seda/" + shape, MeasuredTables.MEHARI);
            Row disruptor = moved(jdk, "disruptor/" + shape, MeasuredTables.MEHARI);
            Row camelSeda = moved(jdk, "seda/" + shape, MeasuredTables.CAMEL);
            Row camelDisruptor = moved(jdk, "disruptor/" + shape, MeasuredTables.CAMEL_DISRUPTOR);
            Row jctools = moved(jdk, "seda/" + shape, "raw-jctools");
            Row bare = moved(jdk, "disruptor/" + shape, "raw-disruptor-blocking");
            Row blocking = moved(jdk, "seda/" + shape, "array-blocking-queue");
            all.add("| "
                    + String.join(
                            " | ",
                            shape,
                            millions(seda),
                            against(8, seda, camelSeda),
                            against(0.7, seda, jctools),
                            millions(disruptor),
                            against(8, disruptor, camelDisruptor),
                            against(0.7, disruptor, bare),
                            millions(camelSeda),
                            millions(camelDisruptor),
                            millions(jctools),
                            millions(bare),
                            millions(blocking))
                    + " |");
        }
        return all;
    }

    private Row moved(String jdk, String group, String subject) {
        return figures.row("throughput-" + jdk, group, subject, jdk, "messages/s");
    }

    private static String millions(Row row) {
        return String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", row.value() / 1e6, row.low() / 1e6, row.high() / 1e6);
    }

    private static String against(double goal, Row own, Row peer) {
        double ratio = MeasuredTables.ratio(own, peer);
        String text = String.format(Locale.ROOT, ratio >= 2 ? "%.1fx" : "%.2fx", ratio);
        return ratio >= goal ? text : "**" + text + "**";
    }

    List<String> latency(String jdk) {
        Result result = figures.of("latency-" + jdk);
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", microseconds, median of the rounds | subject | p50 | p99 | p99.9 | longest of all |",
                "|---|---|---:|---:|---:|---:|"));
        for (Row row : result.rows()) {
            if (row.metric().equals("p50 us")) {
                all.add("| " + row.group() + " | " + row.subject() + " | "
                        + microseconds("latency-" + jdk, row, "p50 us", "p99 us", "p99.9 us", "max us") + " |");
            }
        }
        return all;
    }

    List<String> life(String jdk) {
        Result result = figures.of("latency-" + jdk);
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", microseconds, median of the rounds | subject | first message p50 | p99 | stop p50 | p99 |",
                "|---|---|---:|---:|---:|---:|"));
        for (Row row : result.rows()) {
            if (row.metric().equals("first message p50 us")) {
                all.add("| " + row.group() + " | " + row.subject() + " | "
                        + microseconds(
                                "latency-" + jdk,
                                row,
                                "first message p50 us",
                                "first message p99 us",
                                "stop p50 us",
                                "stop p99 us")
                        + " |");
            }
        }
        return all;
    }

    private String microseconds(String file, Row row, String... metrics) {
        List<String> cells = new ArrayList<>();
        for (String metric : metrics) {
            Optional<Row> found = figures.find(file, row.group(), row.subject(), row.jdk(), metric);
            cells.add(found.map(QueueTables::cell).orElse(""));
        }
        return String.join(" | ", cells);
    }

    private static String cell(Row row) {
        return String.format(Locale.ROOT, "%,.1f", row.value());
    }
}
