package io.mehari.scenarios;

import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.List;

/*
 * The last windows are compared in two halves, by their medians, so that one window with a garbage collection or a
 * pause of the machine does not count. How much two halves may differ follows from how much one window differs from
 * the next, by the median again: where throughput rises steadily, the halves differ by three of its steps, and so by
 * more than that; where it only goes up and down, they do not. Beyond some noise nothing is shown. A fall counts like
 * a rise: code that was compiled is sometimes thrown away, and is slow until it is compiled again.
 *
 * The processor time is that of the whole process, with the compiler's. It falls until everything is compiled, and
 * other processes on the machine change it less than they change the throughput.
 */
/**
 * Tells from windows of equal time when a warm-up is over: when throughput, processor time and allocated bytes of a
 * message do not change any more, but for noise.
 */
final class SteadyState {
    /** So many windows are looked at. */
    static final int WINDOWS = 6;

    /** A smaller difference is none, even where windows hardly differ. */
    private static final double LEAST_PART = 0.02;

    /** A larger one is a difference, however much windows differ. */
    private static final double MOST_PART = 0.1;

    /** What the sampling of other threads may add to a message. */
    private static final double LEAST_BYTES = 0.5;

    private final List<Double> rates = new ArrayList<>();
    private final List<Double> times = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();

    /** One window more: how many messages there were, and what all of them together needed. */
    void add(double messages, double nanos, double cpuNanos, double allocated) {
        rates.add(messages / nanos);
        times.add(cpuNanos / Math.max(1, messages));
        bytes.add(allocated / Math.max(1, messages));
    }

    /** Whether the last windows show it. A subject that does nothing is never steady. */
    boolean isShown() {
        return rates.size() >= WINDOWS
                && last(rates).stream().allMatch(each -> each > 0)
                && agree(rates, 0)
                && agree(times, 0)
                && agree(bytes, LEAST_BYTES);
    }

    private static boolean agree(List<Double> all, double least) {
        List<Double> windows = last(all);
        double older = Statistics.median(windows.subList(0, WINDOWS / 2));
        double newer = Statistics.median(windows.subList(WINDOWS / 2, WINDOWS));
        List<Double> steps = new ArrayList<>();
        for (int i = 1; i < WINDOWS; i++) {
            steps.add(Math.abs(windows.get(i) - windows.get(i - 1)));
        }
        double noise = Math.min(MOST_PART * older, Statistics.median(steps));
        return Math.abs(newer - older) <= Math.max(Math.max(least, LEAST_PART * older), noise);
    }

    private static List<Double> last(List<Double> all) {
        return all.subList(all.size() - WINDOWS, all.size());
    }
}
