package io.mehari.subjects;

import io.mehari.engine.Statistics;
import java.util.ArrayList;
import java.util.List;

/*
 * The medians of the two halves of the last windows are compared, so that one window with a garbage collection or a
 * pause of the machine does not count. How much the halves may differ depends on the median difference of consecutive
 * windows. If throughput rises steadily, the halves differ by three steps, which is more than one step. If it only goes
 * up and down, they do not differ that much. With too much noise, no steady state is shown. A fall counts like a rise:
 * compiled code is sometimes discarded, and is slow until it is compiled again.
 *
 * The processor time is that of the whole process, including the JIT compiler. It falls until everything is compiled.
 */
/**
 * Decides from windows of equal length when a warm-up is over: when throughput and processor time of a message no longer
 * change, except for noise.
 */
final class SteadyState {
    /** The number of windows that are compared. */
    static final int WINDOWS = 6;

    /** A smaller relative difference never counts, even if consecutive windows hardly differ. */
    private static final double LEAST_PART = 0.02;

    /** A larger relative difference always counts, no matter how much consecutive windows differ. */
    private static final double MOST_PART = 0.1;

    private final List<Double> times = new ArrayList<>();
    private final List<Double> processorTimes = new ArrayList<>();

    /** Adds a window: the number of messages, and the times that they needed together. */
    void add(long messages, long nanos, long cpuNanos) {
        times.add((double) nanos / messages);
        processorTimes.add((double) cpuNanos / messages);
    }

    /** Whether the last windows show a steady state. */
    boolean isShown() {
        return times.size() >= WINDOWS && agree(times) && agree(processorTimes);
    }

    private static boolean agree(List<Double> all) {
        List<Double> windows = all.subList(all.size() - WINDOWS, all.size());
        double older = Statistics.median(windows.subList(0, WINDOWS / 2));
        double newer = Statistics.median(windows.subList(WINDOWS / 2, WINDOWS));
        List<Double> steps = new ArrayList<>();
        for (int i = 1; i < WINDOWS; i++) {
            steps.add(Math.abs(windows.get(i) - windows.get(i - 1)));
        }
        double noise = Math.min(MOST_PART * older, Statistics.median(steps));
        return Math.abs(newer - older) <= Math.max(LEAST_PART * older, noise);
    }
}
