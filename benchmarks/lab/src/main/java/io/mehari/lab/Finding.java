package io.mehari.lab;

import io.mehari.report.Interval;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The comparison of the samples of one operation.
 *
 * @param operation its name
 * @param bytesBefore bytes of all forks before the change
 * @param bytesAfter bytes of all forks after the change
 * @param steady whether each fork allocated the same in its last iterations
 * @param time ratio of the times after and before the change
 * @param noise the same ratio for the framework before the change against itself
 * @param forks number of forks of the role that has the fewest
 */
record Finding(
        String operation,
        List<Double> bytesBefore,
        List<Double> bytesAfter,
        boolean steady,
        Bootstrap.Ratio time,
        Bootstrap.Ratio noise,
        int forks) {

    /** With fewer forks, times are not compared. */
    static final int LEAST_FORKS = 10;

    /** What a change did to a figure. */
    enum Verdict {
        LESS,
        MORE,
        NOT_SHOWN
    }

    /** Creates a finding from the samples of all roles. */
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
     * Bytes differ if the ranges of the two sides do not overlap. With few forks that do not agree with each other,
     * this could happen by chance. So then the gap between the ranges must also be wider than each range.
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
     * A time differs under three conditions: its interval does not overlap the interval of the framework against
     * itself, the framework does not differ from itself, and there are at least ten forks of each role.
     */
    Verdict times() {
        if (!whyNot().isEmpty()) {
            return Verdict.NOT_SHOWN;
        }
        return time.value() < 1 ? Verdict.LESS : Verdict.MORE;
    }

    /** Whether the operation allocates more or takes longer after the change. */
    boolean isWorse() {
        return bytes() == Verdict.MORE || times() == Verdict.MORE;
    }

    /**
     * Whether there are enough forks, and the framework does not differ from itself. Otherwise the ratio means nothing.
     */
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
