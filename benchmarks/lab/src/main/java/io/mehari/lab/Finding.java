package io.mehari.lab;

import io.mehari.report.Interval;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the samples of one operation show.
 *
 * @param operation its name
 * @param bytesBefore of the framework as it is, of all its forks
 * @param bytesAfter with the change
 * @param steady whether each fork allocated the same in its last iterations
 * @param time how many times as long it takes with the change
 * @param noise the same of the framework as it is against itself
 * @param forks of the role that has the fewest
 */
record Finding(
        String operation,
        List<Double> bytesBefore,
        List<Double> bytesAfter,
        boolean steady,
        Bootstrap.Ratio time,
        Bootstrap.Ratio noise,
        int forks) {

    /** Fewer forks say nothing of times. */
    static final int LEAST_FORKS = 10;

    /** What a change did to a figure. */
    enum Verdict {
        LESS,
        MORE,
        NOT_SHOWN
    }

    /** Of the samples of all roles. */
    static Finding of(String operation, Map<Role, Samples.Operation> roles) {
        Samples.Operation before = roles.getOrDefault(Role.BEFORE, new Samples.Operation());
        Samples.Operation again = roles.getOrDefault(Role.AGAIN, new Samples.Operation());
        Samples.Operation after = roles.getOrDefault(Role.AFTER, new Samples.Operation());
        return new Finding(
                operation,
                both(before.bytes, again.bytes),
                after.bytes,
                before.steady && again.steady && after.steady,
                Bootstrap.ofMedians(after.nanos, both(before.nanos, again.nanos)),
                Bootstrap.ofMedians(again.nanos, before.nanos),
                Math.min(after.nanos.size(), Math.min(before.nanos.size(), again.nanos.size())));
    }

    private static List<Double> both(List<Double> some, List<Double> more) {
        List<Double> both = new ArrayList<>(some);
        both.addAll(more);
        return both;
    }

    /**
     * Bytes differ if no fork of one side allocated what a fork of the other side did, to the byte. A few forks that do
     * not agree could part like that by chance, so then the gap has to be wider than each side.
     */
    Verdict bytes() {
        Interval before = Statistics.range(rounded(bytesBefore));
        Interval after = Statistics.range(rounded(bytesAfter));
        double gap = Math.max(after.low() - before.high(), before.low() - after.high());
        double widest = Math.max(before.high() - before.low(), after.high() - after.low());
        if (gap <= 0 || (forks < LEAST_FORKS && gap <= widest)) {
            return Verdict.NOT_SHOWN;
        }
        return after.high() < before.low() ? Verdict.LESS : Verdict.MORE;
    }

    /**
     * A time differs if its interval and that of the framework against itself have no value in common; if the framework
     * does not differ from itself; and if there are ten forks of each.
     */
    Verdict times() {
        if (!whyNot().isEmpty()) {
            return Verdict.NOT_SHOWN;
        }
        return time.value() < 1 ? Verdict.LESS : Verdict.MORE;
    }

    /** Whether the change made it allocate more or take longer. */
    boolean isWorse() {
        return bytes() == Verdict.MORE || times() == Verdict.MORE;
    }

    /** Whether there are forks enough, and the framework does not differ from itself: else the ratio says nothing. */
    boolean isTimed() {
        return forks >= LEAST_FORKS
                && noise.interval().low() <= 1
                && noise.interval().high() >= 1;
    }

    /** Why a difference in time is not shown; empty if it is. */
    String whyNot() {
        if (forks < LEAST_FORKS) {
            return forks + (forks == 1 ? " fork" : " forks");
        }
        if (!isTimed()) {
            return "A/A differs";
        }
        return noise.interval().overlaps(time.interval()) ? "within A/A" : "";
    }

    /** The median in whole bytes; from the least to the most where forks differ. */
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
