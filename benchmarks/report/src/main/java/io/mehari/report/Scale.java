package io.mehari.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/*
 * One function places figures and ticks alike, so that a tick cannot lie about what stands beside it. The ends of the
 * axis are chosen such that every figure is between them; no tick is moved to fit. A figure that has no place (a
 * logarithm of zero) is drawn at the lower end.
 */
/** An axis: at which part of its length a value stands, and which ticks it has. */
final class Scale {
    private static final int[] ROUND = {1, 2, 5};
    /** More labels would touch each other. */
    private static final int MOST_POWERS = 10;

    /** Below so many powers of ten there is room for ticks between them. */
    private static final int FEW_POWERS = 3;

    private static final int LINEAR_TICKS = 5;

    private final DoubleUnaryOperator measure;
    private final double from;
    private final double to;
    private final List<Tick> ticks;

    /**
     * A value with a mark on the axis.
     *
     * @param value where
     * @param label what it is called
     */
    record Tick(double value, String label) {}

    private Scale(DoubleUnaryOperator measure, double least, double most, List<Tick> candidates) {
        this.measure = measure;
        this.from = measure.applyAsDouble(least);
        this.to = measure.applyAsDouble(most);
        this.ticks = candidates.stream()
                .filter(tick -> tick.value >= least && tick.value <= most)
                .toList();
    }

    /** From zero to that value and no further. */
    static Scale linear(double most) {
        double end = most > 0 ? most : 1;
        double step = step(end);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= end * (1 + 1e-9); i++) {
            ticks.add(named(Math.min(end, decimal(i * step))));
        }
        return new Scale(v -> v, 0, end, ticks);
    }

    /** From zero to the first tick that is not below that value. */
    static Scale linearToATick(double most) {
        double end = most > 0 ? most : 1;
        double step = step(end);
        return linear(decimal(Math.ceil(end / step - 1e-9) * step));
    }

    /** Each power of ten has as much room as the next; from a tick below the positive values to a tick above them. */
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
     * For parts of a whole: 0, 0.9, 0.99 and so on have a step each, and the whole has the step after that of the
     * greatest part below it.
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

    /** 0 at the lower end of the axis, 1 at the upper; beyond them for what lies outside. */
    double at(double figure) {
        return (measure.applyAsDouble(figure) - from) / (to - from);
    }

    /** Increasing. */
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
     * From the last that is not above the least value to the first above that is not below the greatest; two or more.
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

    /** 1, 2 or 5 times a power of ten, so that about {@link #LINEAR_TICKS} of it are the whole. */
    private static double step(double whole) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(whole / LINEAR_TICKS)));
        double digit = whole / LINEAR_TICKS / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Without the last bits that adding up left: 0.3, not 0.30000000000000004. */
    private static double decimal(double value) {
        return new BigDecimal(value).round(new MathContext(12)).doubleValue();
    }

    private static Tick named(double value) {
        return new Tick(value, Numbers.shown(value));
    }
}
