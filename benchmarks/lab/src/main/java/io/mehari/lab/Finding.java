package io.mehari.lab;

import io.mehari.report.Gauge;
import io.mehari.report.Interval;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the samples of one operation.
 *
 * @param operation its name
 * @param state of the processors in which the times were measured; null for an operation on one thread
 * @param bytesBefore bytes of all forks before the change
 * @param bytesAfter bytes of all forks after the change
 * @param steady whether each fork allocated the same in its last iterations
 * @param nanosBefore the median time before the change
 * @param nanosAfter the median time after the change
 * @param time ratio of the times after and before the change
 * @param noise the same ratio for the framework before the change against itself
 * @param forks number of forks of the role that has the fewest with a time in that state
 */
record Finding(
        String operation,
        Gauge.@Nullable State state,
        List<Double> bytesBefore,
        List<Double> bytesAfter,
        boolean steady,
        double nanosBefore,
        double nanosAfter,
        Bootstrap.Ratio time,
        Bootstrap.Ratio noise,
        int forks) {

    /** With fewer forks, times are not compared. */
    static final int LEAST_FORKS = 10;

    /** If the ratio is surely below this, and above its reciprocal, the times are the same. */
    private static final double SAME = 1.05;

    /** What a change did to a figure. */
    enum Verdict {
        LESS,
        MORE,
        NOT_SHOWN
    }

    /**
     * Creates a finding from the samples of all roles.
     *
     * @param rows how many findings are judged together
     */
    static Finding of(String operation, Map<Role, Samples.Operation> roles, int rows) {
        Samples.Operation before = roles.getOrDefault(Role.BEFORE, new Samples.Operation());
        Samples.Operation again = roles.getOrDefault(Role.AGAIN, new Samples.Operation());
        Samples.Operation after = roles.getOrDefault(Role.AFTER, new Samples.Operation());
        Gauge.State state = stateOf(roles);
        List<Double> nanos = both(before.nanos(state), again.nanos(state));
        return new Finding(
                operation,
                before.manyThreads ? state : null,
                both(before.bytes, again.bytes),
                after.bytes,
                before.steady && again.steady && after.steady,
                Statistics.median(nanos),
                Statistics.median(after.nanos(state)),
                Bootstrap.ofMedians(after.nanos(state), nanos, rows),
                Bootstrap.ofMedians(again.nanos(state), before.nanos(state), rows),
                forks(roles, state));
    }

    /** The state in which most forks of each role have a time; mixed if there is none. */
    private static Gauge.State stateOf(Map<Role, Samples.Operation> roles) {
        int near = forks(roles, Gauge.State.NEAR);
        int far = forks(roles, Gauge.State.FAR);
        if (near == 0 && far == 0) {
            return Gauge.State.MIXED;
        }
        return near >= far ? Gauge.State.NEAR : Gauge.State.FAR;
    }

    private static int forks(Map<Role, Samples.Operation> roles, Gauge.State state) {
        return roles.values().stream()
                .mapToInt(each -> each.nanos(state).size())
                .min()
                .orElse(0);
    }

    private static List<Double> both(List<Double> some, List<Double> more) {
        List<Double> both = new ArrayList<>(some);
        both.addAll(more);
        return both;
    }

    /**
     * Bytes differ if there is more than one byte, which may come from rounding, between the ranges of the two sides.
     * With few forks that do not agree with each other, this could happen by chance. So then the gap between the ranges
     * must also be wider than each range.
     */
    Verdict bytes() {
        Interval before = Statistics.range(rounded(bytesBefore));
        Interval after = Statistics.range(rounded(bytesAfter));
        double gap = Math.max(after.low() - before.high(), before.low() - after.high());
        double widest = Math.max(before.high() - before.low(), after.high() - after.low());
        if (gap <= 1 || (Math.min(bytesBefore.size() / 2, bytesAfter.size()) < LEAST_FORKS && gap <= widest)) {
            return Verdict.NOT_SHOWN;
        }
        return after.high() < before.low() ? Verdict.LESS : Verdict.MORE;
    }

    /**
     * A time differs under three conditions: the interval of its ratio does not contain 1, the framework does not
     * differ from itself, and there are at least ten forks of each role.
     */
    Verdict times() {
        if (!whyNot().isEmpty()) {
            return Verdict.NOT_SHOWN;
        }
        return time.interval().high() < 1 ? Verdict.LESS : Verdict.MORE;
    }

    /** Whether the operation allocates more or takes longer after the change. */
    boolean isWorse() {
        return bytes() == Verdict.MORE || times() == Verdict.MORE;
    }

    /** Whether neither bytes nor times differ, and a difference of more than 5 % is excluded. */
    boolean isSame() {
        return bytes() == Verdict.NOT_SHOWN
                && isTimed()
                && time.interval().low() > 1 / SAME
                && time.interval().high() < SAME;
    }

    /**
     * Whether there are enough forks in one state, and the framework does not differ from itself. Otherwise the ratio means nothing.
     */
    boolean isTimed() {
        return forks >= LEAST_FORKS && state != Gauge.State.MIXED && noise.maybeOne();
    }

    /** Why a difference in time is not shown; empty if it is. */
    String whyNot() {
        if (forks < LEAST_FORKS) {
            return forks + (forks == 1 ? " fork" : " forks");
        }
        if (state == Gauge.State.MIXED) {
            return "no state of the processors in common";
        }
        if (!isTimed()) {
            return "A/A differs";
        }
        return time.maybeOne() ? "within noise" : "";
    }

    /** The median in whole bytes, or the range if forks differ. */
    static String shown(List<Double> bytes) {
        List<Double> rounded = rounded(bytes);
        Interval range = Statistics.range(rounded);
        String median = String.format(Locale.ROOT, "%.0f", Statistics.median(rounded));
        return range.low() == range.high()
                ? median
                : String.format(Locale.ROOT, "%s (%.0f to %.0f)", median, range.low(), range.high());
    }

    private static List<Double> rounded(List<Double> bytes) {
        return bytes.stream().map(each -> (double) Math.round(each)).toList();
    }
}
