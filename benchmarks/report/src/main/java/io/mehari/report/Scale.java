package io.mehari.report;

import io.mehari.engine.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/*
 * The same function places figures and ticks, so that ticks are always right. The ends of the axis are chosen so that
 * every figure is between them; no tick is moved. A figure without a place (the logarithm of zero) is drawn at the
 * lower end.
 */
/** An axis: the position of each value, and the ticks. */
final class Scale {
    private static final int[] ROUND = {1, 2, 5};
    /** With more labels, they would overlap. */
    private static final int MOST_POWERS = 10;

    /** With fewer powers of ten than this, there is room for ticks between them. */
    private static final int FEW_POWERS = 3;

    private static final int LINEAR_TICKS = 5;
    private static final int MOST_NAMES = 12;

    private final DoubleUnaryOperator measure;
    private final double from;
    private final double to;
    private final List<Tick> ticks;

    /** A value with a mark on the axis. */
    record Tick(double value, String label) {}

    private Scale(DoubleUnaryOperator measure, double least, double most, List<Tick> candidates) {
        this.measure = measure;
        this.from = measure.applyAsDouble(least);
        this.to = measure.applyAsDouble(most);
        this.ticks = candidates.stream()
                .filter(tick -> tick.value >= least && tick.value <= most)
                .toList();
    }

    /** From zero exactly to that value. */
    static Scale linear(double most) {
        double end = most > 0 ? most : 1;
        double step = step(end);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
            ticks.add(named(Math.min(end, decimal(i * step))));
        }
        return new Scale(v -> v, 0, end, ticks);
    }

    /**
     * A logarithmic axis: each power of ten has the same length. It reaches from a tick below the positive values to a
     * tick above them.
     */
    static Scale logarithmic(double least, double most) {
        double low = least > 0 ? least : most > 0 ? most : 1;
        double high = Math.max(low, most);
        int bottom = (int) Math.floor(StrictMath.log10(low)) - 1;
        int top = (int) Math.ceil(StrictMath.log10(high)) + 1;
        List<Double> round = round(bottom, top, ROUND);
        if (StrictMath.log10(high / low) >= FEW_POWERS) {
            int stride = 1 + (top - bottom) / MOST_POWERS;
            round = round(bottom - stride, top + stride, new int[] {1}).stream()
                    .filter(tick -> Math.floorMod(Math.round(StrictMath.log10(tick)), stride) == 0)
                    .toList();
        }
        List<Double> within = ticksFrom(round, low, high);
        double first = within.get(0);
        double last = within.get(within.size() - 1);
        return new Scale(
                v -> StrictMath.log10(v > 0 ? v : first),
                first,
                last,
                within.stream().map(Scale::named).toList());
    }

    /**
     * An axis for parts of a whole. The steps are 0, 0.9, 0.99 and so on. The whole (1) is one step after the greatest
     * part that is less than 1.
     */
    static Scale nines(double greatestPart) {
        int steps = (int) Math.floor(nine(greatestPart) + 1e-9);
        int end = steps + 1;
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            BigDecimal percent = BigDecimal.valueOf(100).subtract(BigDecimal.valueOf(1, i - 2));
            ticks.add(new Tick(
                    1 - StrictMath.pow(10, -i), percent.stripTrailingZeros().toPlainString()));
        }
        ticks.add(new Tick(1, "100"));
        return new Scale(part -> part < 1 ? nine(part) : end, 0, 1, ticks);
    }

    private static double nine(double part) {
        return -StrictMath.log10(1 - part);
    }

    /** An axis with these names at 0, 1, 2 and so on; some are left out if there are many. */
    static Scale names(List<String> names) {
        int stride = 1 + (names.size() - 1) / MOST_NAMES;
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < names.size(); i += stride) {
            ticks.add(new Tick(i, names.get(i)));
        }
        return new Scale(v -> v, 0, Math.max(1, names.size() - 1), ticks);
    }

    /**
     * The position of a figure: 0 at the lower end of the axis, 1 at the upper end, and beyond them for figures
     * outside.
     */
    double at(double figure) {
        return (measure.applyAsDouble(figure) - from) / (to - from);
    }

    /** The ticks, in increasing order. */
    List<Tick> ticks() {
        return ticks;
    }

    private static List<Double> round(int bottom, int top, int... digits) {
        List<Double> all = new ArrayList<>();
        for (int exponent = bottom; exponent <= top; exponent++) {
            for (int digit : digits) {
                all.add(BigDecimal.valueOf(digit, -exponent).doubleValue());
            }
        }
        return all;
    }

    /**
     * The ticks from the last one that is not above the smallest value to the first one that is not below the largest;
     * at least two.
     */
    private static List<Double> ticksFrom(List<Double> round, double least, double most) {
        int first = 0;
        while (round.get(first + 1) <= least) {
            first++;
        }
        int last = first + 1;
        while (round.get(last) < most) {
            last++;
        }
        return round.subList(first, last + 1);
    }

    /**
     * The distance between ticks: 1, 2 or 5 times a power of ten, so that there are about {@link #LINEAR_TICKS} ticks.
     */
    private static double step(double whole) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(whole / LINEAR_TICKS)));
        double digit = whole / LINEAR_TICKS / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Removes rounding errors of a sum: 0.3, not 0.30000000000000004. */
    private static double decimal(double value) {
        return new BigDecimal(value).round(new MathContext(12)).doubleValue();
    }

    private static Tick named(double value) {
        return new Tick(value, Numbers.shown(value));
    }
}
