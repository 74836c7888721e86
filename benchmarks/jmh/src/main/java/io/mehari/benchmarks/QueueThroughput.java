package io.mehari.benchmarks;

import io.mehari.report.Better;
import io.mehari.report.CommandLine;
import io.mehari.report.Gauge;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * How many messages a second pass through a queue, from the template to the end of a route, compared with Camel and
 * with the bare queue? Each measurement has its own JVM. Subjects take turns (A B B A), so that a machine that becomes
 * slower does so for all. Only consumed messages count, and all sent messages must be consumed. A {@link Gauge} before
 * and after each quarter of a second measures how near the processors were, so that only slices in the same state are
 * compared.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.QueueThroughput [--seconds 5] [--rounds 4] [--jdk a,b]
 * [--shapes 1-1,2-3] [--subjects …] [--json file]}
 */
public final class QueueThroughput {
    private static final String SUBJECTS = "mehari-seda,mehari-seda-pooled,camel-4.22.0-seda,raw-jctools,"
            + "mehari-disruptor,mehari-disruptor-pooled,camel-4.17.0-disruptor,raw-disruptor,raw-disruptor-blocking,raw-abq";
    private static final String SHAPES = "1-1,1-2,2-1,2-3,1-4,4-1,3-6";
    private static final long BATCH = 200_000;
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private QueueThroughput() {}

    public static void main(String[] args) throws Exception {
        CommandLine arguments =
                CommandLine.of("", "--seconds --rounds --jdk --shapes --subjects --json --command", args);
        long seconds = arguments.count("--seconds", 5);
        int rounds = (int) arguments.count("--rounds", 4);
        List<String> subjects = arguments.list("--subjects", SUBJECTS);
        List<Row> rows = new ArrayList<>();
        for (String shape : arguments.list("--shapes", SHAPES)) {
            for (String jdk : arguments.list("--jdk", Forks.thisJdk())) {
                for (String subject : subjects) {
                    rows.add(new Row(jdk, shape, subject));
                }
            }
        }
        measure(rows, rounds, seconds);
        print(rows, seconds, rounds);
        QueueResult result = new QueueResult("Queues: messages a second");
        for (Row row : rows) {
            result.add(row.jdk, row.subject, row.shape, "messages/s", Better.MORE, row.rates());
            for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
                List<Double> rates = row.rates(slice -> slice.state == state);
                if (!rates.isEmpty()) {
                    result.add(row.jdk, row.subject, row.shape, "messages/s, " + state, Better.MORE, rates);
                }
            }
            List<Double> roundTrips = row.runs.stream().map(Run::roundTrip).toList();
            result.add(row.jdk, row.subject, row.shape, "round trip ns", Better.LESS, roundTrips);
        }
        result.write(arguments);
    }

    /** The measured subject on a JDK, with its runs. */
    private record Row(String jdk, String shape, String subject, List<Run> runs) {
        Row(String jdk, String shape, String subject) {
            this(jdk, shape, subject, new ArrayList<>());
        }

        /** The messages a second of each run, from the slices that match; runs without such slices are left out. */
        List<Double> rates(Predicate<Slice> counts) {
            return runs.stream()
                    .map(run ->
                            run.slices.stream().filter(counts).map(Slice::rate).toList())
                    .filter(rates -> !rates.isEmpty())
                    .map(Statistics::median)
                    .toList();
        }

        List<Double> rates() {
            return rates(slice -> true);
        }

        double median() {
            return Statistics.median(rates());
        }
    }

    /** The slices of one JVM, in the order in which they were measured. */
    private record Run(List<Slice> slices) {
        static Run of(double[] answer) {
            List<Slice> slices = new ArrayList<>();
            for (int i = 1; i < answer.length; i += 2) {
                slices.add(new Slice(
                        answer[i], (answer[i - 1] + answer[i + 1]) / 2, Gauge.state(answer[i - 1], answer[i + 1])));
            }
            return new Run(slices);
        }

        double roundTrip() {
            return Statistics.median(slices.stream().map(Slice::roundTrip).toList());
        }
    }

    /** A quarter of a second: messages a second, and how near the processors were. */
    private record Slice(double rate, double roundTrip, Gauge.State state) {}

    /** Measures shape by shape; the subjects of one shape take turns. */
    private static void measure(List<Row> rows, int rounds, long seconds) throws Exception {
        Map<String, List<Row>> shapes = new LinkedHashMap<>();
        rows.forEach(row ->
                shapes.computeIfAbsent(row.shape, shape -> new ArrayList<>()).add(row));
        Forks forks = new Forks(rows.size() * rounds);
        for (List<Row> turn : shapes.values()) {
            for (int round = 0; round < rounds; round++) {
                for (Row row : turn) {
                    row.runs.add(
                            Run.of(forks.run(row.jdk, Fork.class, row.subject, row.shape, String.valueOf(seconds))));
                }
                Collections.reverse(turn);
            }
        }
    }

    /** Measures one subject in this JVM, after a warm-up of half the duration. */
    static final class Fork {
        private Fork() {}

        public static void main(String[] args) {
            long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
            try (QueueFlow flow = new QueueFlow(args[0], QueueFlow.Shape.of(args[1]))) {
                rate(flow, nanos / 2);
                Forks.answer(slices(flow, (int) (nanos / SLICE_NANOS)));
            }
            System.exit(0); // despite threads that a peer has left running
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

        /** The rate of each slice, and the round trips before and after it. */
        private static double[] slices(QueueFlow flow, int count) {
            double[] all = new double[2 * count + 1];
            all[0] = Gauge.roundTrip();
            for (int i = 0; i < count; i++) {
                all[2 * i + 1] = rate(flow, SLICE_NANOS);
                all[2 * i + 2] = Gauge.roundTrip();
            }
            return all;
        }
    }

    private static void print(List<Row> rows, long seconds, int rounds) {
        System.out.printf(
                Locale.ROOT,
                "%nMessages sent and consumed, in millions a second; %d runs of %d s each, %d processors. Near and far: in slices"
                        + " of a quarter of a second before and after which a cache line took less than 150 ns there and"
                        + " back between two processors, or more than 200; in brackets the runs that had such slices.%n%n",
                rounds,
                seconds,
                Runtime.getRuntime().availableProcessors());
        System.out.println(
                "| JDK | producers-consumers | subject | median | least - most | near | far | to Camel | to raw |");
        System.out.println("|---|---|---|---:|---:|---:|---:|---:|---:|");
        for (Row row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.2f | %.2f - %.2f | %s | %s | %s | %s |%n",
                    Forks.nameOf(row.jdk),
                    row.shape,
                    row.subject,
                    row.median() / 1e6,
                    Collections.min(row.rates()) / 1e6,
                    Collections.max(row.rates()) / 1e6,
                    millions(row.rates(slice -> slice.state == Gauge.State.NEAR)),
                    millions(row.rates(slice -> slice.state == Gauge.State.FAR)),
                    ratio(row, rows, "camel-"),
                    ratio(row, rows, "raw-"));
        }
    }

    private static String millions(List<Double> rates) {
        return rates.isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%.2f (%d)", Statistics.median(rates) / 1e6, rates.size());
    }

    /**
     * The ratio to the first subject of the other kind that has the same queue; a dash if there is none, or if it is
     * the row itself.
     */
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
