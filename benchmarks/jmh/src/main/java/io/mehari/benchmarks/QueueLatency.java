package io.mehari.benchmarks;

import io.mehari.report.Better;
import io.mehari.report.CommandLine;
import io.mehari.report.Gauge;
import io.mehari.report.Point;
import io.mehari.report.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is the latency of a message at a rate that does not wait for the queue: one way, until its sender has an answer,
 * and after a time without messages? How soon does a started route take its first message, and how long does an idle
 * route need to stop? Expected: better than Camel and the JDK's queue in each column; a wake-up takes less than 50
 * microseconds at the median and less than 200 at the 99th percentile; a first message takes at most 1 ms, a stop at
 * most 10 ms.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.QueueLatency [--seconds 10] [--rounds 4] [--rates
 * 10000,100000] [--modes one-way,request,async-request,wake-up,crowded,life] [--shapes 1-1,2-3] [--jdk a,b] [--subjects
 * …] [--json file]}. The shapes (senders and consumers) are for the mode one-way. The rate is that of all senders
 * together.
 */
public final class QueueLatency {
    private static final String SUBJECTS = "mehari-seda,mehari-seda-pooled,camel-4.22.0-seda,mehari-disruptor,"
            + "mehari-disruptor-pooled,camel-4.17.0-disruptor,raw-jctools,raw-disruptor,raw-disruptor-blocking,raw-abq";
    private static final String MODES = "one-way,request,async-request,wake-up,crowded,life";
    private static final String CROWDED_RATE = "1000";
    private static final String ONE_WAY = "one-way";
    private static final String ONE_AND_ONE = "1-1";

    /**
     * All threads run on one processor, but the code still sees two, as if another program kept the second one busy.
     */
    private static final List<String> ONE_PROCESSOR = List.of("taskset", "-c", "0");

    private static final List<String> TWO_BELIEVED = List.of("-XX:ActiveProcessorCount=2");
    private static final int ROUND_TRIPS = 2;
    private static final List<String> METRICS = List.of("p50 us", "p99 us", "p99.9 us", "max us");
    private static final List<Double> PARTS = List.of(0.5, 0.99, 0.999, 1.0);
    private static final String PERCENTILES = "p50 | p99 | p99.9 | max";

    private QueueLatency() {}

    public static void main(String[] args) throws Exception {
        CommandLine arguments = CommandLine.of(
                "", "--seconds --rounds --rates --modes --shapes --jdk --subjects --json --command", args);
        int rounds = (int) arguments.count("--rounds", 4);
        List<Case> cases = cases(arguments);
        Forks forks =
                new Forks(cases.stream().mapToInt(each -> each.rows.size()).sum() * rounds);
        for (Case each : cases) {
            measure(each, rounds, arguments.text("--seconds", "10"), forks);
        }
        System.out.printf(
                Locale.ROOT,
                "%nMicroseconds, from when a message was due; medians of %d runs of %s s, max of all; %d processors.%n",
                rounds,
                arguments.text("--seconds", "10"),
                Runtime.getRuntime().availableProcessors());
        cases.forEach(QueueLatency::print);
        QueueResult result = new QueueResult("Queues: how long a message is under way");
        for (Case each : cases) {
            add(result, each);
        }
        result.write(arguments);
    }

    private static void add(QueueResult result, Case what) throws IOException {
        String shape = what.shape.equals(ONE_AND_ONE) ? "" : " " + what.shape;
        String variation = what.mode + shape + (what.rate.equals("0") ? "" : ", " + what.rate + " a second");
        List<String> metrics = new ArrayList<>(METRICS);
        if (what.mode.equals("life")) {
            metrics.replaceAll(metric -> "first message " + metric);
            METRICS.forEach(metric -> metrics.add("stop " + metric));
        } else {
            metrics.add("messages/s");
        }
        for (Row row : what.rows) {
            for (int i = 0; i < row.columns(); i++) {
                Better better = metrics.get(i).equals("messages/s") ? Better.MORE : Better.LESS;
                result.add(row.jdk, row.subject, variation, metrics.get(i), better, row.samples(i, null));
                for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
                    List<Double> samples = row.samples(i, state);
                    if (!samples.isEmpty()) {
                        result.add(row.jdk, row.subject, variation, metrics.get(i) + ", " + state, better, samples);
                    }
                }
            }
            result.add(row.jdk, row.subject, variation, "round trip ns", Better.LESS, row.roundTrips());
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < PARTS.size(); i++) {
                points.add(new Point(PARTS.get(i), row.value(i, i == PARTS.size() - 1)));
            }
            result.addTimes(row.jdk, row.subject, variation, points);
        }
    }

    /** A comparison of subjects in one mode, with one number of senders and consumers, and at one rate. */
    private record Case(String mode, String shape, String rate, List<Row> rows) {}

    private record Row(String jdk, String subject, List<double[]> answers) {

        /** The columns without the round trips before and after, which are the last two. */
        int columns() {
            return answers.get(0).length - ROUND_TRIPS;
        }

        /** The values of a column from the runs in that state; from all runs if the state is null. */
        List<Double> samples(int column, Gauge.@Nullable State state) {
            return answers.stream()
                    .filter(each -> state == null || state == state(each))
                    .map(each -> each[column])
                    .toList();
        }

        private static Gauge.State state(double[] answer) {
            return Gauge.state(answer[answer.length - 2], answer[answer.length - 1]);
        }

        List<Double> roundTrips() {
            return answers.stream()
                    .map(each -> (each[each.length - 2] + each[each.length - 1]) / 2)
                    .toList();
        }

        /** The median of a column; for a maximum, the largest value. */
        double value(int column, boolean largest) {
            List<Double> values = answers.stream().map(each -> each[column]).toList();
            return largest ? Collections.max(values) : Statistics.median(values);
        }
    }

    private static List<Case> cases(CommandLine arguments) {
        List<Case> cases = new ArrayList<>();
        for (String mode : arguments.list("--modes", MODES)) {
            List<String> rates = switch (mode) {
                case "wake-up", "life" -> List.of("0");
                case LatencyRun.CROWDED -> List.of(CROWDED_RATE);
                default -> arguments.list("--rates", "10000,100000");
            };
            List<String> shapes = mode.equals(ONE_WAY) ? arguments.list("--shapes", ONE_AND_ONE) : List.of(ONE_AND_ONE);
            for (String shape : shapes) {
                for (String rate : rates) {
                    cases.add(new Case(mode, shape, rate, rows(mode, arguments)));
                }
            }
        }
        return cases;
    }

    private static List<Row> rows(String mode, CommandLine arguments) {
        List<Row> rows = new ArrayList<>();
        for (String jdk : arguments.list("--jdk", Forks.thisJdk())) {
            for (String subject : arguments.list("--subjects", SUBJECTS)) {
                if (!mode.equals("life") || !subject.startsWith("raw-")) {
                    rows.add(new Row(jdk, subject, new ArrayList<>()));
                }
            }
        }
        return rows;
    }

    /** Measures in the order A B B A, as in {@link QueueThroughput}. */
    private static void measure(Case what, int rounds, String seconds, Forks forks) throws Exception {
        List<Row> turn = new ArrayList<>(what.rows);
        for (int round = 0; round < rounds; round++) {
            for (Row row : turn) {
                boolean crowded = what.mode.equals(LatencyRun.CROWDED);
                row.answers.add(forks.run(
                        crowded ? ONE_PROCESSOR : List.of(),
                        crowded ? TWO_BELIEVED : List.of(),
                        row.jdk,
                        LatencyRun.class,
                        row.subject,
                        what.mode,
                        what.rate,
                        seconds,
                        what.shape));
            }
            Collections.reverse(turn);
        }
    }

    private static void print(Case what) {
        boolean life = what.mode.equals("life");
        System.out.printf("%n%s%n%n", title(what));
        System.out.println("| JDK | subject | "
                + (life ? "first message p50 | p99 | p99.9 | max | stop p50 | p99 | p99.9 | max" : PERCENTILES)
                + (what.rate.equals("0") ? " |" : " | messages/s |"));
        int columns = what.rows.get(0).columns();
        System.out.println("|---|---|" + "---:|".repeat(columns));
        for (Row row : what.rows) {
            System.out.printf("| %s | %s |", Forks.nameOf(row.jdk), row.subject);
            for (int i = 0; i < columns; i++) {
                System.out.printf(Locale.ROOT, i == 4 && !life ? " %.0f |" : " %.1f |", row.value(i, i % 4 == 3));
            }
            System.out.println();
        }
    }

    private static String title(Case what) {
        return switch (what.mode) {
            case ONE_WAY -> "One way, " + what.rate + " a second, senders-consumers " + what.shape;
            case "request" ->
                "There and back, " + what.rate + " a second, from senders that block: "
                        + LatencyRun.senders(Integer.parseInt(what.rate));
            case "async-request" -> "There and back, " + what.rate + " a second, from a sender that is called back";
            case "wake-up" -> "Single messages with random gaps of 1 to 5 ms";
            case LatencyRun.CROWDED ->
                "One way, " + what.rate + " a second, all threads on one processor beside one that computes";
            default -> "A route that is started, and stopped while idle";
        };
    }
}
