package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Jvm;
import io.mehari.engine.Names;
import io.mehari.engine.Progress;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.report.Point;
import io.mehari.subjects.Contender;
import io.mehari.subjects.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What is the latency of a message at a rate that does not wait for the queue: one way, until its sender has an answer,
 * and after a time without messages? How soon does a started route take its first message, and how long does an idle
 * route need to stop? Expected: better than Camel and the JDK's queue in each column; a wake-up takes less than 50
 * microseconds at the median and less than 200 at the 99th percentile; a first message takes at most 1 ms, a stop at
 * most 10 ms.
 */
@Command(
        name = "./bench latency",
        description = "Latency of a queue and of a reply at a fixed rate, with live heap, pauses and resident memory."
                + " Modes: one-way, request, async-request, wake-up, crowded, life.")
public final class Latency implements Callable<Integer> {
    private static final List<String> MODES =
            List.of("one-way", "request", "async-request", "wake-up", LatencyRun.CROWDED, "life");
    private static final List<String> USUAL = List.of(
            "mehari mehari-pooled camel-4.22.0 camel-disruptor-4.17.0 raw-jctools raw-disruptor array-blocking-queue"
                    .split(" ", -1));
    private static final List<String> METRICS = List.of("p50 us", "p99 us", "p99.9 us", "max us");
    private static final List<Double> PARTS = List.of(0.5, 0.99, 0.999, 1.0);
    private static final List<String> RESOURCES =
            List.of("messages/s", "live heap MB", "GC ms", "collections", "resident MB", "most resident MB");
    private static final String ONE_AND_ONE = "1-1";

    @Mixin
    private final CommonOptions options = new CommonOptions();

    @Option(names = "--modes", split = ",", paramLabel = "NAME", description = "what to measure (all)")
    private List<String> modes = MODES;

    @Option(names = "--rates", split = ",", paramLabel = "N", description = "messages a second (10000,100000)")
    private List<Integer> rates = List.of(10_000, 100_000);

    @Option(names = "--shapes", split = ",", paramLabel = "N-M", description = "senders and consumers, one way (1-1)")
    private List<String> shapes = List.of(ONE_AND_ONE);

    @Option(names = "--queues", split = ",", paramLabel = "NAME", description = "seda, disruptor (both)")
    private List<String> queues = List.of("seda", "disruptor");

    @Option(names = "--heap", paramLabel = "SIZE", description = "of each JVM (1g); for resident memory: 64m")
    private String heap = "1g";

    /** See {@code ./bench latency --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Latency(), args);
    }

    /** A subject in one mode, and the line of each JVM. */
    private record Cell(String mode, int rate, Scenario queue, String subject, Path jdk, List<Fields> lines) {

        String group() {
            String shape = queue.variation().equals(ONE_AND_ONE) ? "" : " " + queue.variation();
            return queue.task().id() + "/" + mode + shape + (rate == 0 ? "" : ", " + rate + " a second");
        }

        /** From the JVMs in that state; from all if it is empty. */
        List<Double> samples(String field, String state) {
            return lines.stream()
                    .filter(each -> each.has(field))
                    .filter(each -> state.isEmpty() || state.equals(each.has("state") ? each.text("state") : ""))
                    .map(each -> each.number(field))
                    .toList();
        }

        /** The median; for a maximum, the largest value. */
        double value(String field) {
            List<Double> values = samples(field, "");
            return field.endsWith("max us") ? Collections.max(values) : Statistics.median(values);
        }
    }

    @Override
    public Integer call() throws Exception {
        int rounds = options.rounds(4);
        List<List<Cell>> groups = new ArrayList<>();
        for (String mode : options.quick() && modes.equals(MODES) ? List.of("one-way") : modes) {
            Names.find("mode", mode, MODES, each -> each);
            for (int rate : ratesOf(mode)) {
                for (String shape : mode.equals("one-way") ? shapes : List.of(ONE_AND_ONE)) {
                    groups.add(cells(mode, rate, shape));
                }
            }
        }
        Progress progress = Progress.of(groups.stream().mapToInt(List::size).sum() * rounds);
        for (List<Cell> group : groups) {
            for (Cell each : Turns.of(group, rounds)) {
                progress.begin(each.group() + ", " + each.subject);
                run(each);
            }
        }
        progress.end();
        Figures figures = new Figures("Queues: how long a message is under way", "-Xms" + heap + " -Xmx" + heap);
        for (List<Cell> group : groups) {
            print(group);
            for (Cell each : group) {
                add(each, figures);
            }
        }
        figures.write(options);
        return 0;
    }

    private List<Integer> ratesOf(String mode) {
        return switch (mode) {
            case "wake-up", "life" -> List.of(0);
            case LatencyRun.CROWDED -> List.of(1_000);
            default -> options.quick() ? List.of(10_000) : rates;
        };
    }

    private List<Cell> cells(String mode, int rate, String shape) {
        List<Cell> cells = new ArrayList<>();
        List<String> chosen = options.subjects(Contender.IDS);
        List<String> subjects = chosen.equals(Contender.IDS) ? USUAL : chosen;
        for (Path jdk : options.jdks()) {
            for (String subject : subjects) {
                for (String queue : queues) {
                    Scenario scenario = Scenario.of(queue + "/" + shape);
                    if (does(subject, scenario, mode)) {
                        cells.add(new Cell(mode, rate, scenario, subject, jdk, new ArrayList<>()));
                    }
                }
            }
        }
        return cells;
    }

    private static boolean does(String subject, Scenario queue, String mode) {
        Contender contender = Contender.of(subject);
        boolean bare = !subject.startsWith("mehari") && contender.jars() == null;
        return contender.does(queue) && Peers.isThere(subject) && !(mode.equals("life") && bare);
    }

    private void run(Cell cell) throws IOException, InterruptedException {
        boolean crowded = cell.mode.equals(LatencyRun.CROWDED);
        Jvm jvm = Peers.first(Jvm.of(cell.jdk, LatencyRun.class), cell.subject).heap(heap);
        if (heap.equals("1g")) {
            jvm.flags("-XX:+AlwaysPreTouch");
        }
        if (crowded) {
            // The code still sees two processors, as if another program kept the second one busy.
            jvm.after("taskset", "-c", "0").flags("-XX:ActiveProcessorCount=2");
        }
        jvm.arguments(
                cell.subject,
                cell.queue.id(),
                cell.mode,
                String.valueOf(cell.rate),
                String.valueOf(options.seconds(10, 0.2)));
        jvm.measure(cell.lines, cell.group());
    }

    private static void print(List<Cell> group) throws IOException {
        List<Cell> measured =
                group.stream().filter(each -> !each.lines.isEmpty()).toList();
        if (measured.isEmpty()) {
            return;
        }
        Fields some = measured.get(0).lines.get(0);
        List<String> columns = new ArrayList<>(METRICS);
        METRICS.forEach(each -> columns.add("stop " + each));
        columns.addAll(RESOURCES);
        columns.removeIf(each -> !some.has(each));
        Table table = Table.of("JDK", "microseconds, from when a message was due", "subject")
                .numbers(columns);
        for (Cell each : measured) {
            List<String> row = new ArrayList<>(List.of(Figures.jdk(each.jdk), each.group(), each.subject));
            columns.forEach(column -> row.add(String.format(Locale.ROOT, "%,.1f", each.value(column))));
            table.add(row);
        }
        System.out.println("\n" + table);
    }

    private static void add(Cell cell, Figures figures) throws IOException {
        if (cell.lines.isEmpty()) {
            return;
        }
        Figures.Of whose = new Figures.Of(cell.group(), cell.subject, cell.jdk);
        String first = cell.mode.equals("life") ? "first message " : "";
        for (String each : METRICS) {
            figures.add(whose, first + each, Better.LESS, cell.samples(each, ""));
            figures.add(whose, "stop " + each, Better.LESS, cell.samples("stop " + each, ""));
            for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
                figures.add(whose, first + each + ", " + state, Better.LESS, cell.samples(each, state.toString()));
            }
        }
        for (String each : RESOURCES) {
            figures.add(whose, each, each.equals("messages/s") ? Better.MORE : Better.LESS, cell.samples(each, ""));
        }
        figures.add(whose, "round trip ns", Better.LESS, cell.samples("round trip ns", ""));
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < PARTS.size(); i++) {
            points.add(new Point(PARTS.get(i), cell.value(METRICS.get(i))));
        }
        figures.addTimes(whose, points);
    }
}
