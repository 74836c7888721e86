package io.mehari.benchmarks;

import io.mehari.report.Better;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many messages a second go through a queue, from the template to the end of a route, beside Camel's and beside the
 * bare queue? Each measurement has a JVM of its own; they take turns, there and back (A B B A), so that a machine that
 * grows slower does so for all. Only what was consumed counts, and all that was sent must be.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.QueueThroughput [--seconds 5] [--rounds 4] [--jdk a,b] [--shapes
 * 1-1,2-3] [--subjects …] [--json file]}
 */
public final class QueueThroughput {
    private static final String SUBJECTS = "mehari-seda,mehari-seda-pooled,camel-4.22.0-seda,raw-jctools,"
            + "mehari-disruptor,mehari-disruptor-pooled,camel-4.17.0-disruptor,raw-disruptor,raw-disruptor-blocking,raw-abq";
    private static final String SHAPES = "1-1,1-2,2-1,2-3,1-4,4-1,3-6";
    private static final long BATCH = 200_000;

    private QueueThroughput() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(
                args,
                "seconds",
                "5",
                "rounds",
                "4",
                "jdk",
                Forks.thisJdk(),
                "shapes",
                SHAPES,
                "subjects",
                SUBJECTS,
                "json",
                "",
                "command",
                QueueThroughput.class.getName());
        long seconds = arguments.number("seconds");
        int rounds = (int) arguments.number("rounds");
        List<String> subjects = arguments.list("subjects");
        List<Row> rows = new ArrayList<>();
        for (String shape : arguments.list("shapes")) {
            for (String jdk : arguments.list("jdk")) {
                for (String subject : subjects) {
                    rows.add(new Row(jdk, shape, subject));
                }
            }
        }
        measure(rows, rounds, seconds);
        print(rows, seconds, rounds);
        QueueResult result = new QueueResult("Queues: messages a second");
        for (Row row : rows) {
            result.add(row.jdk, row.subject, row.shape, "messages/s", Better.MORE, row.rates);
        }
        result.write(arguments);
    }

    /** What is measured, and the messages a second of its runs. */
    private record Row(String jdk, String shape, String subject, List<Double> rates) {
        Row(String jdk, String shape, String subject) {
            this(jdk, shape, subject, new ArrayList<>());
        }

        double median() {
            List<Double> sorted = new ArrayList<>(rates);
            Collections.sort(sorted);
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }
    }

    /** Shape by shape, the subjects of one shape in turn. */
    private static void measure(List<Row> rows, int rounds, long seconds) throws Exception {
        Map<String, List<Row>> shapes = new LinkedHashMap<>();
        rows.forEach(row ->
                shapes.computeIfAbsent(row.shape, shape -> new ArrayList<>()).add(row));
        Forks forks = new Forks(rows.size() * rounds);
        for (List<Row> turn : shapes.values()) {
            for (int round = 0; round < rounds; round++) {
                for (Row row : turn) {
                    row.rates.add(forks.run(row.jdk, Fork.class, row.subject, row.shape, String.valueOf(seconds))[0]);
                }
                Collections.reverse(turn);
            }
        }
    }

    /** Measures one subject in this JVM: half as long for warming up. */
    static final class Fork {
        private Fork() {}

        public static void main(String[] args) {
            long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
            try (QueueFlow flow = new QueueFlow(args[0], QueueFlow.Shape.of(args[1]))) {
                rate(flow, nanos / 2);
                Forks.answer(rate(flow, nanos));
            }
            System.exit(0); // whatever threads a peer has left
        }

        private static double rate(QueueFlow flow, long nanos) {
            long begin = System.nanoTime();
            long messages = 0;
            long elapsed = 0;
            while (elapsed < nanos) {
                flow.batch(BATCH);
                messages += BATCH;
                elapsed = System.nanoTime() - begin;
            }
            return messages * 1e9 / elapsed;
        }
    }

    private static void print(List<Row> rows, long seconds, int rounds) {
        System.out.printf(
                Locale.ROOT,
                "%nMessages sent and consumed, in millions a second; %d runs of %d s each, %d processors.%n%n",
                rounds,
                seconds,
                Runtime.getRuntime().availableProcessors());
        System.out.println("| JDK | producers-consumers | subject | median | least - most | to Camel | to raw |");
        System.out.println("|---|---|---|---:|---:|---:|---:|");
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.2f | %.2f - %.2f | %s | %s |%n",
                    Forks.nameOf(row.jdk),
                    row.shape,
                    row.subject,
                    row.median() / 1e6,
                    Collections.min(row.rates) / 1e6,
                    Collections.max(row.rates) / 1e6,
                    ratio(row, rows, "camel-"),
                    ratio(row, rows, "raw-"));
        }
    }

    /** To the first subject of that kind that has the same queue; a dash where there is none, and to itself. */
    private static String ratio(Row row, List<Row> rows, String other) {
        boolean ring = row.subject.contains("disruptor");
        for (Row each : rows) {
            if (each.subject.startsWith(other)
                    && each.jdk.equals(row.jdk)
                    && each.shape.equals(row.shape)
                    && each.subject.contains("disruptor") == ring) {
                return each == row ? "-" : String.format(Locale.ROOT, "%.2f", row.median() / each.median());
            }
        }
        return "-";
    }
}
