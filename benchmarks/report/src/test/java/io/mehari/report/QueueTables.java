package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables about queues: messages a second, and how long they take. */
final class QueueTables {
    static final List<String> SHAPES = List.of("1-1", "1-2", "2-1", "2-3", "1-4", "4-1", "3-6");

    private static final String RING = "ring-blocking-queue";

    private final PublishedFigures figures;

    QueueTables(PublishedFigures figures) {
        this.figures = figures;
    }

    /** Mehari compared with Camel, and with the bare queue of the same kind. */
    List<String> throughput(String jdk) {
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", senders-consumers; median (range) | `seda:` M/s | to Camel | times the floor | `disruptor:` M/s"
                        + " | to Camel | times the floor | Camel seda | Camel disruptor |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|"));
        for (String shape : SHAPES) {
            Row seda = moved(jdk, "seda/" + shape, MeasuredTables.MEHARI);
            Row disruptor = moved(jdk, "disruptor/" + shape, MeasuredTables.MEHARI);
            Row camelSeda = moved(jdk, "seda/" + shape, MeasuredTables.CAMEL);
            Row camelDisruptor = moved(jdk, "disruptor/" + shape, MeasuredTables.CAMEL_DISRUPTOR);
            all.add("| "
                    + String.join(
                            " | ",
                            shape,
                            millions(seda),
                            against(8, seda, camelSeda),
                            timesTheFloor(seda, jdk),
                            millions(disruptor),
                            against(8, disruptor, camelDisruptor),
                            timesTheFloor(disruptor, jdk),
                            millions(camelSeda),
                            millions(camelDisruptor))
                    + " |");
        }
        return all;
    }

    /** The queues without a route. */
    List<String> bare(String jdk) {
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", senders-consumers; M/s, median (range) | `RingBlockingQueue` | JCTools | Disruptor"
                        + " | `ArrayBlockingQueue` | `LinkedBlockingQueue` |",
                "|---|---:|---:|---:|---:|---:|"));
        for (String shape : SHAPES) {
            all.add("| "
                    + String.join(
                            " | ",
                            shape,
                            millions(moved(jdk, "seda/" + shape, RING)),
                            millions(moved(jdk, "seda/" + shape, "raw-jctools")),
                            millions(moved(jdk, "disruptor/" + shape, "raw-disruptor-blocking")),
                            millions(moved(jdk, "seda/" + shape, "array-blocking-queue")),
                            millions(moved(jdk, "seda/" + shape, "linked-blocking-queue")))
                    + " |");
        }
        return all;
    }

    /** The same table, but only from slices in which the state of the machine was known. */
    List<String> states(String jdk) {
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + jdk
                        + ", M/s, near / far | `seda:` | `disruptor:` | Camel seda | Camel disruptor"
                        + " | `RingBlockingQueue` | JCTools | `ArrayBlockingQueue` |",
                "|---|---:|---:|---:|---:|---:|---:|---:|"));
        for (String shape : SHAPES) {
            all.add("| "
                    + String.join(
                            " | ",
                            shape,
                            states(jdk, "seda/" + shape, MeasuredTables.MEHARI),
                            states(jdk, "disruptor/" + shape, MeasuredTables.MEHARI),
                            states(jdk, "seda/" + shape, MeasuredTables.CAMEL),
                            states(jdk, "disruptor/" + shape, MeasuredTables.CAMEL_DISRUPTOR),
                            states(jdk, "seda/" + shape, RING),
                            states(jdk, "seda/" + shape, "raw-jctools"),
                            states(jdk, "seda/" + shape, "array-blocking-queue"))
                    + " |");
        }
        return all;
    }

    private String states(String jdk, String group, String subject) {
        return state(jdk, group, subject, "messages/s, near") + " / " + state(jdk, group, subject, "messages/s, far");
    }

    private String state(String jdk, String group, String subject, String metric) {
        return figures.find("throughput-" + jdk, group, subject, jdk, metric)
                .map(row -> String.format(Locale.ROOT, "%.1f", row.value() / 1e6))
                .orElse("-");
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

    /** The ratio to the bare queue. The goal is 0.7 of its messages a second. */
    private String timesTheFloor(Row own, String jdk) {
        return figures.floor("throughput-" + jdk, own.group(), jdk, own.metric())
                .map(floor -> {
                    String text = MeasuredTables.timesTheFloor(own, floor);
                    return MeasuredTables.ratio(own, floor) < 0.7 ? "**" + text + "**" : text;
                })
                .orElse("-");
    }

    /** The table for the file {@code latency-NAME}. */
    List<String> latency(String name) {
        Result result = figures.of("latency-" + name);
        List<String> all = new ArrayList<>(List.of(
                "| JDK " + result.jdks().get(0).name()
                        + ", microseconds, median of the rounds | subject | p50 | p99 | p99.9 | longest of all |",
                "|---|---|---:|---:|---:|---:|"));
        for (Row row : result.rows()) {
            if (row.metric().equals("p50 us")) {
                all.add("| " + row.group() + " | " + row.subject() + " | "
                        + microseconds("latency-" + name, row, "p50 us", "p99 us", "p99.9 us", "max us") + " |");
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
