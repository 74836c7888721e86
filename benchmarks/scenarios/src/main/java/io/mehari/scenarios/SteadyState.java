package io.mehari.scenarios;

import io.mehari.report.Statistics;
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
 * Other processes on the machine change it less than they change the throughput.
 */
/**
 * Decides from windows of equal length when a warm-up is over: when throughput, processor time and allocated bytes per
 * message no longer change, except for noise.
 */
final class SteadyState {
    /** The number of windows that are compared. */
    static final int WINDOWS = 6;

    /** A smaller relative difference never counts, even if consecutive windows hardly differ. */
    private static final double LEAST_PART = 0.02;

    /** A larger relative difference always counts, no matter how much consecutive windows differ. */
    private static final double MOST_PART = 0.1;

    /** The bytes that the sampling of other threads may add to a message. */
    private static final double LEAST_BYTES = 0.5;

    private final List<Double> rates = new ArrayList<>();
    private final List<Double> times = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();

    /** Adds a window: the number of messages, and the resources that they needed together. */
    void add(double messages, double nanos, double cpuNanos, double allocated) {
        rates.add(messages / nanos);
        times.add(cpuNanos / Math.max(1, messages));
        bytes.add(allocated / Math.max(1, messages));
    }

    /** Whether the last windows show a steady state. A subject that does nothing is never steady. */
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
