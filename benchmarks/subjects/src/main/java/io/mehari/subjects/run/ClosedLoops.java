package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Interrupt;
import io.mehari.engine.Jvm;
import io.mehari.engine.Numbers;
import io.mehari.engine.Progress;
import io.mehari.engine.Sample;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.engine.Verdict;
import io.mehari.subjects.Contender;
import io.mehari.subjects.jmh.JmhRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures closed loops: benchmarks of JMH, each subject in JVMs of its own, in turn. */
@Command(
        name = "./bench compare",
        description = "Mehari and its peers, each in JVMs of its own, in the order A B C C B A. A subject that loses,"
                + " duplicates or reorders a message gets no figures.")
public final class ClosedLoops implements Callable<Integer> {
    private static final String HEAP = "1g";

    @Parameters(index = "0", hidden = true)
    private String name = "compare";

    @Mixin
    private final CommonOptions options = new CommonOptions();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "a task for all its variations, as in seda, one variation, as in seda/2-3, or all")
    private List<String> scenarios = List.of();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "of each JVM (1g, touched at its start); resident memory says something if it is small: 64m")
    private String heap = HEAP;

    private final List<Cell> cells = new ArrayList<>();

    /** The first argument is the name of the measurement: {@code compare}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new ClosedLoops(), args);
    }

    /** A subject in a case on a JDK, with the line of each JVM. */
    private record Cell(Case what, String subject, Path jdk, List<Fields> lines) {

        List<Double> samples(String field) {
            return lines.stream()
                    .filter(each -> each.has(field))
                    .map(each -> each.number(field))
                    .toList();
        }

        double median(String field) {
            return Statistics.median(samples(field));
        }

        /** On two threads, those of each state of the processors. */
        List<Sample> times() {
            if (!what.onTwoThreads()) {
                return samples("nanos").stream()
                        .map(each -> new Sample(each, Gauge.State.NEAR))
                        .toList();
            }
            List<Sample> all = new ArrayList<>();
            for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
                samples(state.toString()).forEach(each -> all.add(new Sample(each, state)));
            }
            return all;
        }
    }

    @Override
    public Integer call() throws Exception {
        int rounds = options.rounds(5);
        List<List<Cell>> groups = new ArrayList<>();
        for (Case each : Case.of(name, scenarios)) {
            List<Cell> group = cells(each);
            groups.add(group);
            cells.addAll(group);
        }
        List<List<List<Cell>>> turns = jvms(groups);
        Progress progress = Progress.of(turns.stream().mapToInt(List::size).sum() * rounds);
        for (List<List<Cell>> turn : turns) {
            for (List<Cell> jvm : Turns.of(turn, rounds)) {
                progress.begin(jvm.get(0).what.group() + ", " + jvm.get(0).subject);
                run(jvm);
            }
        }
        progress.end();
        Figures figures = new Figures(title(), flags());
        for (List<Cell> group : groups) {
            if (group.stream().anyMatch(each -> !each.lines.isEmpty())) {
                print(group, figures);
            }
        }
        figures.write(options);
        boolean all = cells.stream().allMatch(each -> each.lines.size() == rounds);
        return all || Interrupt.happened() ? 0 : 1;
    }

    private String title() {
        return switch (name) {
            case "compare" -> "Mehari and its peers, compared";
            case "throughput" -> "Queues: messages a second";
            default -> "Benchmark " + name;
        };
    }

    private String flags() {
        return heap.equals(HEAP) ? Jvm.HEAP + " -XX:+AlwaysPreTouch" : "-Xms" + heap + " -Xmx" + heap;
    }

    private List<Cell> cells(Case what) {
        List<String> subjects = options.subjects(Contender.IDS).stream()
                .filter(what.subjects()::contains)
                .filter(each -> !options.quick() || !each.equals("camel-4.20.0"))
                .filter(Peers::isThere)
                .toList();
        List<Cell> group = new ArrayList<>();
        for (Path jdk : options.jdks()) {
            subjects.forEach(each -> group.add(new Cell(what, each, jdk, new ArrayList<>())));
        }
        return group;
    }

    /** What takes turns: in each group, a JVM for each cell. In a quick run, a JVM for all cells of a subject. */
    private List<List<List<Cell>>> jvms(List<List<Cell>> groups) {
        if (!options.quick()) {
            return groups.stream()
                    .map(group -> group.stream().map(List::of).toList())
                    .toList();
        }
        Map<String, List<Cell>> jvms = new LinkedHashMap<>();
        cells.forEach(each -> jvms.computeIfAbsent(each.subject + each.jdk, key -> new ArrayList<>())
                .add(each));
        return List.of(List.copyOf(jvms.values()));
    }

    private void run(List<Cell> together) throws IOException, InterruptedException {
        Cell first = together.get(0);
        List<String> arguments = new ArrayList<>();
        for (Cell each : together) {
            arguments.addAll(each == first ? List.of() : List.of("--"));
            arguments.addAll(each.what.arguments(each.subject, options.seconds(2, 0.1)));
        }
        Jvm jvm = Peers.first(Jvm.of(first.jdk, JmhRun.class), first.subject)
                .flags(Peers.compilerHints())
                .flags("-Dmehari.warm-up=" + (options.quick() ? 0.1 : 30))
                .arguments(arguments.toArray(String[]::new));
        jvm = heap.equals(HEAP) ? jvm.flags("-XX:+AlwaysPreTouch") : jvm.heap(heap);
        List<Fields> lines = new ArrayList<>();
        jvm.measure(lines, first.what.group());
        for (int i = 0; i < lines.size(); i++) {
            together.get(i).lines.add(lines.get(i));
        }
    }

    // ---- what was found

    private void print(List<Cell> group, Figures figures) throws IOException {
        Case what = group.get(0).what;
        boolean two = what.onTwoThreads();
        List<String> heads = new ArrayList<>(List.of("ns", "from", "to"));
        if (two) {
            heads.addAll(List.of("near", "far"));
        }
        if (what.sendsMessages()) {
            heads.add("messages/s");
        }
        heads.addAll(List.of("B", "CPU ns", "resident MB", "beside the first"));
        Table table = Table.of("JDK", what.group()).numbers(heads);
        List<String> verdicts = new ArrayList<>();
        for (Cell each : group) {
            if (each.lines.isEmpty()) {
                table.add(Figures.jdk(each.jdk), each.subject, "no figures");
                continue;
            }
            Cell first = group.stream()
                    .filter(other -> other.jdk.equals(each.jdk) && !other.lines.isEmpty())
                    .findFirst()
                    .orElse(each);
            table.add(row(each, first, two));
            verdict(first, each).ifPresent(verdicts::add);
            add(each, figures);
        }
        System.out.println("\n" + table);
        for (String each : verdicts) {
            System.out.println(each);
            figures.note(what.group() + ": " + each);
        }
    }

    private static List<String> row(Cell cell, Cell first, boolean two) throws IOException {
        List<Double> nanos = cell.samples("nanos");
        List<String> row = new ArrayList<>(List.of(
                Figures.jdk(cell.jdk),
                cell.subject,
                shown(Statistics.median(nanos)),
                shown(Statistics.range(nanos).low()),
                shown(Statistics.range(nanos).high())));
        if (two) {
            for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
                List<Double> some = cell.samples(state.toString());
                row.add(some.isEmpty() ? "-" : shown(Statistics.median(some)) + " (" + some.size() + ")");
            }
        }
        if (cell.what.sendsMessages()) {
            row.add(String.format(Locale.ROOT, "%,.0f", 1e9 / cell.median("nanos")));
        }
        row.add(shown(cell.median("B/op")));
        row.add(shown(cell.median("CPU ns/op")));
        row.add(String.format(Locale.ROOT, "%.0f", cell.median("resident MB")));
        row.add(cell == first ? "" : Numbers.ratio(cell.median("nanos") / first.median("nanos")));
        return row;
    }

    private static String shown(double number) {
        return String.format(Locale.ROOT, number < 100 ? "%.1f" : "%,.0f", number);
    }

    private static Optional<String> verdict(Cell first, Cell other) throws IOException {
        if (first == other || other.subject.equals(Contender.FLOOR)) {
            return Optional.empty();
        }
        if (first.times().isEmpty() || other.times().isEmpty()) {
            return Optional.of(first.subject + " and " + other.subject
                    + " cannot be compared: the processors were near or far in no sample of one");
        }
        Verdict verdict = first.what.onTwoThreads()
                ? Verdict.inOneState(Better.LESS, first.times(), other.times())
                : Verdict.of(Better.LESS, first.samples("nanos"), other.samples("nanos"));
        return Optional.of("JDK " + Figures.jdk(first.jdk) + ": " + verdict.say(first.subject, other.subject));
    }

    private static void add(Cell cell, Figures figures) throws IOException {
        Figures.Of whose = new Figures.Of(cell.what.group(), cell.subject, cell.jdk);
        if (!cell.what.sendsMessages()) {
            figures.add(whose, "ns/op", Better.LESS, cell.samples("nanos"));
            figures.add(whose, "B/op", Better.LESS, cell.samples("B/op"));
            return;
        }
        figures.add(whose, "messages/s", Better.MORE, rates(cell.samples("nanos")));
        for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
            figures.add(whose, "messages/s, " + state, Better.MORE, rates(cell.samples(state.toString())));
        }
        figures.add(whose, "ns/message", Better.LESS, cell.samples("nanos"));
        figures.add(whose, "bytes/message", Better.LESS, cell.samples("B/op"));
        figures.add(whose, "CPU ns/message", Better.LESS, cell.samples("CPU ns/op"));
        figures.add(whose, "resident MB", Better.LESS, cell.samples("resident MB"));
        figures.add(whose, "most resident MB", Better.LESS, cell.samples("most resident MB"));
        figures.add(whose, "round trip ns", Better.LESS, cell.samples("roundTrip"));
        List<Double> warmUps = cell.samples("warmUp").stream().map(Math::abs).toList();
        figures.add(whose, "warm-up s", Better.LESS, warmUps);
        long notSteady =
                cell.samples("warmUp").stream().filter(each -> each < 0).count();
        if (notSteady > 0) {
            figures.note(cell.what.group() + ", " + cell.subject + ": not steady in " + notSteady + " of "
                    + cell.lines.size() + " JVMs");
        }
    }

    private static List<Double> rates(List<Double> nanos) {
        return nanos.stream().map(each -> 1e9 / each).toList();
    }
}
