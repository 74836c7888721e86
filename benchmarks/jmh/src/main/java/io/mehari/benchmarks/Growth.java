package io.mehari.benchmarks;

import com.sun.management.ThreadMXBean;
import io.mehari.report.CommandLine;
import io.mehari.report.Gauge;
import io.mehari.report.Point;
import io.mehari.report.Statistics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How does the cost of a message grow with its headers, the steps of its route, the other routes, and so on? Each curve
 * has its own JVM in each round. In that JVM each count has its own warm-up, and its figure is the median of some
 * slices. For curves on two threads, only slices count in which the processors were near each other, if there are any
 * (see {@link Gauge}).
 *
 * <p>{@code ./bench growth [--seconds 0.5] [--rounds 3] [--only headers-read,groups]}
 */
public final class Growth {
    private static final int SLICES = 5;
    private static final int FIGURES = 3;

    private Growth() {}

    public static void main(String[] args) throws Exception {
        CommandLine arguments = CommandLine.of("", "--seconds --rounds --jdk --only --most --json --command", args);
        double seconds = arguments.seconds("--seconds", 0.5);
        int rounds = (int) arguments.count("--rounds", 3);
        long most = arguments.count("--most", Integer.MAX_VALUE);
        List<GrowthCurve> all = List.of(GrowthCurve.values());
        List<GrowthCurve> curves = arguments.has("--only")
                ? arguments.list("--only", "").stream()
                        .map(id -> CommandLine.named("curve", id, all, GrowthCurve::id))
                        .toList()
                : all;
        List<String> jdks = arguments.list("--jdk", Forks.thisJdk());
        Forks forks = new Forks(curves.size() * jdks.size() * rounds);
        List<Line> lines = new ArrayList<>();
        for (GrowthCurve curve : curves) {
            for (String jdk : jdks) {
                lines.add(new Line(curve, jdk, new ArrayList<>()));
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (Line line : lines) {
                line.answers.add(forks.run(
                        line.jdk, Fork.class, line.curve.name(), String.valueOf(seconds), String.valueOf(most)));
            }
        }
        lines.forEach(Line::print);
        QueueResult result = new QueueResult("Growth: what an operation costs, by how many there are");
        for (Line line : lines) {
            line.addTo(result);
        }
        result.write(arguments);
    }

    /** A curve on one JDK; each answer of a fork has {@link #FIGURES} figures for each count. */
    private record Line(GrowthCurve curve, String jdk, List<double[]> answers) {

        private List<Double> figures(int count, int which) {
            return answers.stream()
                    .map(answer -> answer[count * FIGURES + which])
                    .toList();
        }

        private int measured() {
            return answers.get(0).length / FIGURES;
        }

        void print() {
            System.out.printf(Locale.ROOT, "%n%s, JDK %s%n%n", curve.what, Forks.nameOf(jdk));
            System.out.println("| n | ns | least - most | bytes allocated | bytes kept by each |");
            System.out.println("|---:|---:|---:|---:|---:|");
            for (int i = 0; i < measured(); i++) {
                List<Double> nanos = figures(i, 0);
                double kept = Statistics.median(figures(i, 2));
                System.out.printf(
                        Locale.ROOT,
                        "| %,d | %.1f | %.1f - %.1f | %.0f | %s |%n",
                        curve.counts()[i],
                        Statistics.median(nanos),
                        Statistics.range(nanos).low(),
                        Statistics.range(nanos).high(),
                        Statistics.median(figures(i, 1)),
                        kept < 0 ? "" : String.format(Locale.ROOT, "%,.0f", kept / curve.counts()[i]));
            }
        }

        void addTo(QueueResult result) throws Exception {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < measured(); i++) {
                long count = curve.counts()[i];
                String variation = curve.id() + "/" + count;
                result.addGrowth(jdk, variation, "ns/" + curve.operation, figures(i, 0));
                result.addGrowth(jdk, variation, "B/" + curve.operation, figures(i, 1));
                if (Statistics.median(figures(i, 2)) >= 0) {
                    double each = 1.0 / count;
                    result.addGrowth(
                            jdk,
                            variation,
                            "B kept by each",
                            figures(i, 2).stream().map(kept -> kept * each).toList());
                }
                points.add(new Point(count, Statistics.median(figures(i, 0))));
            }
            result.addCurve(jdk, curve.id(), "ns/" + curve.operation, points);
        }
    }

    /** Measures one curve in this JVM. */
    static final class Fork {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private Fork() {}

        public static void main(String[] args) throws Exception {
            GrowthCurve curve = GrowthCurve.valueOf(args[0]);
            long nanos = (long) (Double.parseDouble(args[1]) * TimeUnit.SECONDS.toNanos(1));
            List<Double> answer = new ArrayList<>();
            for (long count : curve.counts()) {
                if (count <= Long.parseLong(args[2])) {
                    try (GrowthWork work = curve.work(count)) {
                        measure(work, nanos, curve.onTwoThreads(), answer);
                    }
                }
            }
            Forks.answer(answer.stream().mapToDouble(Double::doubleValue).toArray());
            System.exit(0);
        }

        /**
         * Adds {@link #FIGURES} figures: nanoseconds and bytes of an operation, and the bytes that all things keep
         * together.
         */
        private static void measure(GrowthWork work, long nanos, boolean gauged, List<Double> answer) throws Exception {
            slice(work, nanos);
            List<Double> all = new ArrayList<>();
            List<Double> near = new ArrayList<>();
            double bytes = Double.MAX_VALUE;
            for (int i = 0; i < SLICES; i++) {
                double before = gauged ? Gauge.roundTrip() : 0;
                double[] slice = slice(work, nanos / SLICES);
                all.add(slice[0]);
                bytes = Math.min(bytes, slice[1]);
                if (gauged && Gauge.state(before, Gauge.roundTrip()) == Gauge.State.NEAR) {
                    near.add(slice[0]);
                }
            }
            answer.add(Statistics.median(near.isEmpty() ? all : near));
            answer.add(bytes);
            answer.add(work.retained());
        }

        /** Nanoseconds and bytes of an operation, measured in the calling thread. */
        private static double[] slice(GrowthWork work, long nanos) throws Exception {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begin = System.nanoTime();
            long operations = 0;
            long elapsed = 0;
            while (elapsed < nanos) {
                operations += work.run();
                elapsed = System.nanoTime() - begin;
            }
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            return new double[] {(double) elapsed / operations, (double) bytes / operations};
        }
    }
}
