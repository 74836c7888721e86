package io.mehari.lab;

import io.mehari.engine.Better;
import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Interval;
import io.mehari.engine.Statistics;
import io.mehari.engine.Verdict;
import io.mehari.lab.fork.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run says of one operation. The time is a ratio, after the change to before it.
 *
 * @param operation its name
 * @param state of the processors in which the times were measured; null for an operation on one thread
 * @param bytesBefore bytes of all JVMs before the change
 * @param bytesAfter bytes of all JVMs after it
 * @param steady whether each JVM allocated the same in its last iterations
 * @param nanosBefore the times before the change
 * @param nanosAfter the times after it
 * @param time after against before: the first is more if the operation takes longer
 * @param noise the framework before the change against itself
 */
record Finding(
        String operation,
        Gauge.@Nullable State state,
        List<Double> bytesBefore,
        List<Double> bytesAfter,
        boolean steady,
        List<Double> nanosBefore,
        List<Double> nanosAfter,
        Verdict time,
        Verdict noise) {
    /** With fewer JVMs of a side, no time is shown. Five, which {@link Verdict} takes, are few for another project. */
    static final int LEAST_JVMS = 10;

    private static final double UNSTEADY = 0.05;

    /** What a change did to a figure. */
    enum Shown {
        LESS,
        MORE,
        NOTHING
    }

    /** Creates it from the lines of all sides; it is judged together with others. */
    static Finding of(String operation, Map<String, List<Fields>> sides, int rows) {
        List<Fields> before = sides.getOrDefault(Side.BEFORE, List.of());
        List<Fields> again = sides.getOrDefault(Side.AGAIN, List.of());
        List<Fields> after = sides.getOrDefault(Side.AFTER, List.of());
        List<Fields> unchanged = both(before, again);
        Gauge.State state = before.get(0).has(Meter.MANY_THREADS) ? state(sides) : null;
        String nanos = state == null || state == Gauge.State.MIXED ? "nanos" : Meter.NANOS_IN + state;
        return new Finding(
                operation,
                state,
                values(unchanged, "bytes"),
                values(after, "bytes"),
                both(unchanged, after).stream().allMatch(each -> each.truth("steady")),
                values(unchanged, nanos),
                values(after, nanos),
                Verdict.of(Better.MORE, values(after, nanos), values(unchanged, nanos), rows),
                Verdict.of(Better.MORE, values(again, nanos), values(before, nanos), rows));
    }

    /** The state in which most JVMs of each side have a time; mixed if there is none. */
    private static Gauge.State state(Map<String, List<Fields>> sides) {
        int near = jvms(sides, Gauge.State.NEAR);
        int far = jvms(sides, Gauge.State.FAR);
        if (near == 0 && far == 0) {
            return Gauge.State.MIXED;
        }
        return near >= far ? Gauge.State.NEAR : Gauge.State.FAR;
    }

    private static int jvms(Map<String, List<Fields>> sides, Gauge.State state) {
        return sides.values().stream()
                .mapToInt(each -> values(each, Meter.NANOS_IN + state).size())
                .min()
                .orElse(0);
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        List<T> both = new ArrayList<>(some);
        both.addAll(more);
        return both;
    }

    private static List<Double> values(List<Fields> lines, String name) {
        return lines.stream()
                .filter(each -> each.has(name))
                .map(each -> each.number(name))
                .toList();
    }

    /** Whether the bytes differ. Of a JVM that is not steady, a few show only large differences. */
    Shown bytes() {
        double gap = gap(bytesBefore, bytesAfter, steady ? 0 : UNSTEADY);
        return gap == 0 ? Shown.NOTHING : gap < 0 ? Shown.LESS : Shown.MORE;
    }

    /**
     * How far the ranges of two sides lie apart: above zero if there are more bytes after the change, zero if no
     * difference is shown. One byte may come from rounding. A few JVMs could lie apart by chance, so then the gap must
     * also be wider than each range, and than that part of the bytes.
     */
    static double gap(List<Double> bytesBefore, List<Double> bytesAfter, double part) {
        if (bytesBefore.isEmpty() || bytesAfter.isEmpty()) {
            return 0;
        }
        Interval before = Statistics.range(rounded(bytesBefore));
        Interval after = Statistics.range(rounded(bytesAfter));
        double gap = Math.max(after.low() - before.high(), before.low() - after.high());
        double least = 1;
        if (Math.min(bytesBefore.size(), bytesAfter.size()) < LEAST_JVMS) {
            double widest = Math.max(before.high() - before.low(), after.high() - after.low());
            least = Math.max(Math.max(least, widest), part * before.high());
        }
        return gap <= least ? 0 : after.high() < before.low() ? -gap : gap;
    }

    /** A time differs if {@link Verdict} says so, and the framework does not differ from itself. */
    Shown times() {
        if (!whyNoTime().isEmpty()) {
            return Shown.NOTHING;
        }
        return time.finding() == Verdict.Finding.FIRST ? Shown.MORE : Shown.LESS;
    }

    /** Why a difference in time is not shown; empty if it is. */
    String whyNoTime() {
        if (state == Gauge.State.MIXED) {
            return "no state of the processors in common";
        }
        if (Math.min(time.samples(), noise.samples()) < LEAST_JVMS) {
            return "fewer than " + LEAST_JVMS + " JVMs";
        }
        if (noise.finding() != Verdict.Finding.NOT_SHOWN) {
            return "A/A differs";
        }
        return time.finding() == Verdict.Finding.NOT_SHOWN ? "within noise" : "";
    }

    /** Whether anything differs. */
    boolean isShown() {
        return bytes() != Shown.NOTHING || times() != Shown.NOTHING;
    }

    /** By how many bytes the cost of a message has increased. */
    double change() {
        return Statistics.median(bytesAfter) - Statistics.median(bytesBefore);
    }

    private static List<Double> rounded(List<Double> bytes) {
        return bytes.stream().map(each -> (double) Math.round(each)).toList();
    }
}
