package io.mehari.benchmarks;

import io.mehari.report.Better;
import io.mehari.report.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * How long is a message under way at a rate that does not wait for the queue: one way, and until its sender has an answer;
 * and when nothing has come for a while? How soon does a route that is started take its first message, and how long does
 * an idle one take to stop? Expected: ahead of Camel and of the JDK's queue in each column; a wake-up under 50
 * microseconds, one of 100 under 200; a first message within 1 ms, a stop within 10 ms.
 *
 * <p>{@code java -cp benchmarks.jar io.mehari.benchmarks.QueueLatency [--seconds 10] [--rounds 4] [--rates 10000,100000]
 * [--modes one-way,request,async-request,wake-up,life] [--jdk a,b] [--subjects …]
 * [--json file]}
 */
public final class QueueLatency {
    private static final String SUBJECTS = "mehari-seda,mehari-seda-pooled,camel-4.22.0-seda,mehari-disruptor,"
            + "mehari-disruptor-pooled,camel-4.17.0-disruptor,raw-jctools,raw-disruptor,raw-disruptor-blocking,raw-abq";
    private static final String MODES = "one-way,request,async-request,wake-up,life";
    private static final List<String> METRICS = List.of("p50 us", "p99 us", "p99.9 us", "max us");
    private static final List<Double> PARTS = List.of(0.5, 0.99, 0.999, 1.0);
    private static final String PERCENTILES = "p50 | p99 | p99.9 | max";

    private QueueLatency() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(
                args,
                "seconds",
                "10",
                "rounds",
                "4",
                "rates",
                "10000,100000",
                "modes",
                MODES,
                "jdk",
                Forks.thisJdk(),
                "subjects",
                SUBJECTS,
                "json",
                "",
                "command",
                QueueLatency.class.getName());
        int rounds = (int) arguments.number("rounds");
        List<Case> cases = cases(arguments);
        Forks forks =
                new Forks(cases.stream().mapToInt(each -> each.rows.size()).sum() * rounds);
        for (Case each : cases) {
            measure(each, rounds, arguments.text("seconds"), forks);
        }
        System.out.printf(
                Locale.ROOT,
                "%nMicroseconds, from when a message was due; medians of %d runs of %s s, max of all; %d processors.%n",
                rounds,
                arguments.text("seconds"),
                Runtime.getRuntime().availableProcessors());
        cases.forEach(QueueLatency::print);
        QueueResult result = new QueueResult("Queues: how long a message is under way");
        for (Case each : cases) {
            add(result, each);
        }
        result.write(arguments);
    }

    private static void add(QueueResult result, Case what) throws IOException {
        String variation = what.mode + (what.rate.equals("0") ? "" : ", " + what.rate + " a second");
        List<String> metrics = new ArrayList<>(METRICS);
        if (what.mode.equals("life")) {
            metrics.replaceAll(metric -> "first message " + metric);
            METRICS.forEach(metric -> metrics.add("stop " + metric));
        } else {
            metrics.add("messages/s");
        }
        for (Row row : what.rows) {
            for (int i = 0; i < row.answers.get(0).length; i++) {
                int column = i;
                Better better = metrics.get(i).equals("messages/s") ? Better.MORE : Better.LESS;
                List<Double> samples =
                        row.answers.stream().map(each -> each[column]).toList();
                result.add(row.jdk, row.subject, variation, metrics.get(i), better, samples);
            }
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < PARTS.size(); i++) {
                points.add(new Point(PARTS.get(i), row.value(i, i == PARTS.size() - 1)));
            }
            result.addTimes(row.jdk, row.subject, variation, points);
        }
    }

    /** What is compared: the subjects in one mode and at one rate. */
    private record Case(String mode, String rate, List<Row> rows) {}

    private record Row(String jdk, String subject, List<double[]> answers) {

        /** The median of a column, or where it is a maximum the largest. */
        double value(int column, boolean largest) {
            List<Double> sorted = new ArrayList<>();
            answers.forEach(each -> sorted.add(each[column]));
            Collections.sort(sorted);
            return sorted.get(largest ? sorted.size() - 1 : sorted.size() / 2);
        }
    }

    private static List<Case> cases(Arguments arguments) {
        List<Case> cases = new ArrayList<>();
        for (String mode : arguments.list("modes")) {
            boolean hasRate = !mode.equals("wake-up") && !mode.equals("life");
            for (String rate : hasRate ? arguments.list("rates") : List.of("0")) {
                cases.add(new Case(mode, rate, rows(mode, arguments)));
            }
        }
        return cases;
    }

    private static List<Row> rows(String mode, Arguments arguments) {
        List<Row> rows = new ArrayList<>();
        for (String jdk : arguments.list("jdk")) {
            for (String subject : arguments.list("subjects")) {
                if (!mode.equals("life") || !subject.startsWith("raw-")) {
                    rows.add(new Row(jdk, subject, new ArrayList<>()));
                }
            }
        }
        return rows;
    }

    /** There and back, as in {@link QueueThroughput}. */
    private static void measure(Case what, int rounds, String seconds, Forks forks) throws Exception {
        List<Row> turn = new ArrayList<>(what.rows);
        for (int round = 0; round < rounds; round++) {
            for (Row row : turn) {
                row.answers.add(forks.run(row.jdk, LatencyRun.class, row.subject, what.mode, what.rate, seconds));
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
        int columns = what.rows.get(0).answers.get(0).length;
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
            case "one-way" -> "One way, " + what.rate + " a second";
            case "request" ->
                "There and back, " + what.rate + " a second, from senders that block: "
                        + LatencyRun.senders(Integer.parseInt(what.rate));
            case "async-request" -> "There and back, " + what.rate + " a second, from a sender that is called back";
            case "wake-up" -> "Single messages with random gaps of 1 to 5 ms";
            default -> "A route that is started, and stopped while idle";
        };
    }
}
