package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Interrupt;
import io.mehari.engine.Jvm;
import io.mehari.engine.Numbers;
import io.mehari.engine.Progress;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.engine.Verdict;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.jmh.JmhRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The program of {@code ./demo}: what a message costs in Mehari and in Apache Camel, in one table and one chart. */
@Command(
        name = "./demo",
        description =
                "What a message costs in Mehari and in Apache Camel 4.22.0 on this machine: messages a second, bytes"
                        + " allocated, memory of the process. Each runs in JVMs of its own with the same small heap, in turn."
                        + " A framework that loses a message gets no figures.")
public final class Demo implements Callable<Integer> {
    private static final String CAMEL = "camel-4.22.0";
    private static final String HEAP = "64m";
    private static final double MOST_WARM_UP = 8;

    /** What a warm-up and the start of a JVM usually take. */
    private static final double USUAL_START = 6;

    private static final int BAR = 60;

    @Mixin
    private final CommonOptions options = new CommonOptions();

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description = "split-choice, or another of ./bench compare; exchange: bytes and objects of an exchange"
                    + " without a route; sales: a route from Kafka to a JMS queue, while the route and both brokers are"
                    + " killed; http: HTTP to a queue that is full for a while, and connections that are cut")
    private String scenario = "split-choice";

    @Option(names = "--pooled", description = "with exchange pooling")
    private boolean pooled;

    private final List<Runs> all = new ArrayList<>();

    Demo() {}

    /** See {@code ./demo --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Demo(), args);
    }

    /** A subject, with the line of each of its JVMs. */
    record Runs(String subject, List<Fields> lines) {}

    /** A row of the table. */
    enum Measure {
        RATE("messages a second", Better.MORE, line -> 1e9 / line.number("nanos")),
        BYTES("bytes allocated for a message", Better.LESS, line -> line.number("B/op")),
        MEMORY("memory of the process, MB", Better.LESS, line -> line.number("most resident MB"));

        final String what;
        final Better better;

        @SuppressWarnings("ImmutableEnumChecker") // has no state
        private final ToDoubleFunction<Fields> figure;

        Measure(String what, Better better, ToDoubleFunction<Fields> figure) {
            this.what = what;
            this.better = better;
            this.figure = figure;
        }

        List<Double> samples(Runs runs) {
            return runs.lines.stream().map(figure::applyAsDouble).toList();
        }

        double median(Runs runs) {
            return Statistics.median(samples(runs));
        }

        String shown(Runs runs) {
            return String.format(Locale.ROOT, "%,.0f", median(runs));
        }
    }

    @Override
    public Integer call() throws Exception {
        if (scenario.equals("exchange")) {
            ExchangeTable.print(List.of(options.jdk()));
            return 0;
        }
        String suffix = pooled ? "-pooled" : "";
        all.add(new Runs("mehari" + suffix, new ArrayList<>()));
        if (Peers.isThere(CAMEL)) {
            all.add(new Runs(CAMEL + suffix, new ArrayList<>()));
        } else {
            System.err.println("The jars of Camel are missing, so Mehari is measured alone.");
        }
        int rounds = options.rounds(5);
        double seconds = options.seconds(3, 0.3);
        Scenario chosen = Scenario.of(scenario);
        Turns<Runs> turns = Turns.of(all, rounds);
        System.err.printf(
                Locale.ROOT,
                "One route in Mehari and in Apache Camel (%s):%n  %s%n%d JVMs, one after the other: about %.0f seconds on a"
                        + " quiet machine. Ctrl-C shows what has been measured.%n",
                chosen.id(),
                chosen.task().sentence(),
                turns.size(),
                turns.size() * (seconds + (options.quick() ? 2 : USUAL_START)));
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (load > Runtime.getRuntime().availableProcessors()) {
            System.err.printf(
                    Locale.ROOT,
                    "Other programs keep this machine busy (load %.0f): only the bytes will be right.%n",
                    load);
        }
        Progress progress = Progress.of(turns.size());
        for (Runs each : turns) {
            progress.begin(each.subject);
            run(each, chosen, seconds);
        }
        progress.end();
        System.out.println(table(all));
        print();
        write(chosen);
        return all.stream().allMatch(each -> each.lines.size() == rounds) || Interrupt.happened() ? 0 : 1;
    }

    private void run(Runs runs, Scenario chosen, double seconds) throws IOException, InterruptedException {
        Peers.first(Jvm.of(options.jdk(), JmhRun.class), runs.subject)
                .heap(HEAP)
                .flags("-Dmehari.warm-up=" + (options.quick() ? 0.5 : MOST_WARM_UP))
                .arguments(
                        "Messages.send", String.valueOf(seconds), "subject=" + runs.subject, "scenario=" + chosen.id())
                .measure(runs.lines, chosen.id());
    }

    /** Three rows, one for each measure, and three bars of each subject below them. */
    static String table(List<Runs> all) {
        List<Runs> shown = all.stream().filter(each -> !each.lines.isEmpty()).toList();
        if (shown.isEmpty()) {
            return "Nothing was measured.";
        }
        List<String> heads = new ArrayList<>(shown.stream().map(Runs::subject).toList());
        if (shown.size() > 1) {
            heads.add("Mehari is better by");
        }
        Table table = Table.of("").numbers(heads);
        StringBuilder chart = new StringBuilder();
        for (Measure each : Measure.values()) {
            List<String> row = new ArrayList<>(List.of(each.what));
            shown.forEach(runs -> row.add(each.shown(runs)));
            if (shown.size() > 1) {
                Verdict verdict = Verdict.of(each.better, each.samples(shown.get(0)), each.samples(shown.get(1)));
                boolean open = each != Measure.BYTES && verdict.finding() == Verdict.Finding.NOT_SHOWN;
                row.add(Numbers.ratio(verdict.ratio()) + (open ? " ?" : ""));
            }
            table.add(row);
            bars(chart, each, shown);
        }
        return "\n" + table + "\n" + chart;
    }

    private static void bars(StringBuilder chart, Measure measure, List<Runs> shown) {
        double most = shown.stream().mapToDouble(measure::median).max().orElse(1);
        chart.append(measure.what)
                .append(measure.better == Better.MORE ? " (more is better)\n" : " (less is better)\n");
        for (Runs each : shown) {
            long length = Math.max(1, Math.round(measure.median(each) / Math.max(most, 1e-9) * BAR));
            String bar = "#".repeat((int) length);
            chart.append(String.format(Locale.ROOT, "  %-20s %s %s%n", each.subject, bar, measure.shown(each)));
        }
    }

    private void print() throws IOException {
        System.out.println("Medians of "
                + all.get(0).lines.size()
                + " runs of each, in turn, on JDK " + Figures.jdk(options.jdk())
                + " with a heap of 64 MB. The memory is"
                + " the most that the process has used.\n" + verdicts(all)
                + " ./bench compare has more scenarios and frameworks.");
    }

    /** What can be said by so many runs: bytes are counted and not timed, so one run tells them. */
    static String verdicts(List<Runs> all) {
        int runs = all.stream().mapToInt(each -> each.lines.size()).min().orElse(0);
        if (all.size() < 2 || runs == 0) {
            return "Bytes are exact.";
        }
        return runs < Verdict.LEAST_SAMPLES
                ? "Bytes are exact. A ? means: too few runs for a verdict on time and memory, which needs "
                        + Verdict.LEAST_SAMPLES + " of each."
                : "Bytes are exact. A ? means that these runs do not show a difference.";
    }

    private void write(Scenario chosen) throws IOException {
        Figures figures = new Figures("Mehari beside Camel: the demonstration", "-Xms64m -Xmx64m");
        for (Runs each : all) {
            Figures.Of whose = new Figures.Of(chosen.id(), each.subject, options.jdk());
            figures.add(whose, "messages/s", Better.MORE, Measure.RATE.samples(each));
            figures.add(whose, "bytes/message", Better.LESS, Measure.BYTES.samples(each));
            figures.add(whose, "most resident MB", Better.LESS, Measure.MEMORY.samples(each));
        }
        figures.write(options);
    }
}
