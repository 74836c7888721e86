package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.Child;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Interrupt;
import io.mehari.engine.Jvm;
import io.mehari.engine.Names;
import io.mehari.engine.Numbers;
import io.mehari.engine.Progress;
import io.mehari.engine.Statistics;
import io.mehari.engine.Table;
import io.mehari.engine.Turns;
import io.mehari.report.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How does the cost of a message grow with its headers, the steps of its route, the other routes, and so on? Each curve
 * has its own JVM in each round. In that JVM each count has its own warm-up, and its figure is the median of some
 * slices. Expected: flat, until something no longer fits into the caches.
 */
@Command(
        name = "./bench growth",
        description = "How the cost of a message grows with headers, steps, routes, groups, waiting messages, ...")
public final class Growth implements Callable<Integer> {
    @Mixin
    private final CommonOptions options = new CommonOptions();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "CURVE",
            description = "curves, as in headers-read,groups (all)")
    private List<String> only = List.of();

    @Option(names = "--most", paramLabel = "N", description = "no larger counts")
    private long most = Integer.MAX_VALUE;

    /** See {@code ./bench growth --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Growth(), args);
    }

    /** A curve on one JDK, with the lines of all JVMs by their count. */
    private record Line(GrowthCurve curve, Path jdk, Map<Long, List<Fields>> lines) {
        void add(Fields line) {
            lines.computeIfAbsent((long) line.number("count"), count -> new ArrayList<>())
                    .add(line);
        }

        List<Double> samples(long count, String field) {
            return lines.getOrDefault(count, List.of()).stream()
                    .map(each -> each.number(field))
                    .toList();
        }
    }

    @Override
    public Integer call() throws Exception {
        int rounds = options.rounds(3);
        List<GrowthCurve> all = List.of(GrowthCurve.values());
        List<Line> lines = new ArrayList<>();
        for (GrowthCurve curve : all) {
            if (only.isEmpty() || only.contains(curve.id())) {
                options.jdks().forEach(jdk -> lines.add(new Line(curve, jdk, new TreeMap<>())));
            }
        }
        only.forEach(each -> Names.find("curve", each, all, GrowthCurve::id));
        // Each curve has a JVM of its own; in a quick run, all share one.
        List<List<Line>> jvms = lines.stream().map(List::of).toList();
        if (options.quick()) {
            jvms = options.jdks().stream()
                    .map(jdk ->
                            lines.stream().filter(each -> each.jdk.equals(jdk)).toList())
                    .toList();
        }
        Progress progress = Progress.of(jvms.size() * rounds);
        for (List<Line> each : Turns.of(jvms, rounds)) {
            progress.begin(each.get(0).curve.id());
            run(each);
        }
        progress.end();
        Figures figures = new Figures(
                "Growth: what an operation costs, by how many there are", Jvm.HEAP + " -XX:+AlwaysPreTouch");
        for (Line each : lines) {
            System.out.println("\n" + each.curve.what + ", JDK " + Figures.jdk(each.jdk) + "\n\n" + table(each));
            add(each, figures);
        }
        figures.write(options);
        return 0;
    }

    private void run(List<Line> together) throws IOException, InterruptedException {
        Map<String, Line> lines = new LinkedHashMap<>();
        together.forEach(each -> lines.put(each.curve.name(), each));
        Jvm jvm = Jvm.of(together.get(0).jdk, GrowthRun.class)
                .flags("-XX:+AlwaysPreTouch")
                .arguments(
                        String.valueOf(options.seconds(0.5, 0.005)),
                        String.valueOf(options.quick() ? Math.min(most, 10) : most))
                .arguments(lines.keySet().toArray(String[]::new));
        try (Child child = jvm.start()) {
            child.run(each ->
                    Objects.requireNonNull(lines.get(each.text("curve"))).add(each));
        }
    }

    private static Table table(Line line) {
        Table table = Table.of().numbers("n", "ns", "from", "to", "bytes allocated", "bytes kept by each");
        for (long count : line.lines.keySet()) {
            List<Double> nanos = line.samples(count, "nanos");
            double kept = Statistics.median(line.samples(count, "kept")) / count;
            table.add(
                    String.format(Locale.ROOT, "%,d", count),
                    Numbers.rounded(Statistics.median(nanos), 1),
                    Numbers.rounded(Statistics.range(nanos).low(), 1),
                    Numbers.rounded(Statistics.range(nanos).high(), 1),
                    String.format(Locale.ROOT, "%.0f", Statistics.median(line.samples(count, "bytes"))),
                    kept < 0 ? "" : String.format(Locale.ROOT, "%,.0f", kept));
        }
        return table;
    }

    private static void add(Line line, Figures figures) throws IOException {
        String unit = "/" + line.curve.operation;
        List<Point> points = new ArrayList<>();
        for (long count : line.lines.keySet()) {
            Figures.Of whose = new Figures.Of(line.curve.id() + "/" + count, "mehari", line.jdk);
            figures.add(whose, "ns" + unit, Better.LESS, line.samples(count, "nanos"));
            figures.add(whose, "B" + unit, Better.LESS, line.samples(count, "bytes"));
            List<Double> kept = line.samples(count, "kept");
            if (Statistics.median(kept) >= 0) {
                figures.add(
                        whose,
                        "B kept by each",
                        Better.LESS,
                        kept.stream().map(each -> each / count).toList());
            }
            points.add(new Point(count, Statistics.median(line.samples(count, "nanos"))));
        }
        if (!points.isEmpty() && !Interrupt.happened()) {
            figures.addCurve(new Figures.Of(line.curve.id(), "mehari", line.jdk), "ns" + unit, points);
        }
    }
}
