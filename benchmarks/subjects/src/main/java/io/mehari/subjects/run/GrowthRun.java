package io.mehari.subjects.run;

import com.sun.management.ThreadMXBean;
import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Statistics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Measures curves of {@link Growth} in this JVM: prints a line for each count. */
final class GrowthRun {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SLICES = 5;

    private GrowthRun() {}

    /** Arguments: the seconds for each count, the largest count, the curves. */
    public static void main(String[] args) throws Exception {
        long nanos = (long) (Double.parseDouble(args[0]) * 1e9);
        for (String each : List.of(args).subList(2, args.length)) {
            GrowthCurve curve = GrowthCurve.valueOf(each);
            for (long count : curve.counts()) {
                if (count <= Long.parseLong(args[1])) {
                    try (GrowthWork work = curve.work(count)) {
                        measure(work, nanos, curve.onTwoThreads())
                                .text("curve", each)
                                .number("count", count)
                                .print();
                    }
                }
            }
        }
        System.exit(0);
    }

    /** Of slices on two threads, only those in the near state count, if there are any. */
    private static Fields measure(GrowthWork work, long nanos, boolean gauged) throws Exception {
        slice(work, nanos);
        List<Double> all = new ArrayList<>();
        List<Double> near = new ArrayList<>();
        double bytes = Double.MAX_VALUE;
        for (int i = 0; i < SLICES; i++) {
            double before = gauged ? Gauge.roundTrip() : 0;
            double[] slice = slice(work, nanos / SLICES);
            all.add(slice[0]);
            bytes = Math.min(bytes, slice[1]);
            if (gauged && Gauge.state(List.of(before, Gauge.roundTrip())) == Gauge.State.NEAR) {
                near.add(slice[0]);
            }
        }
        return new Fields("growth")
                .number("nanos", Statistics.median(near.isEmpty() ? all : near))
                .number("bytes", bytes)
                .number("kept", work.retained());
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
        double bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        return new double[] {(double) elapsed / operations, bytes / operations};
    }
}
