package io.mehari.report;

import java.util.ArrayList;
import java.util.List;

/*
 * The speed of a machine drifts, for example because it gets warm or another program starts. Therefore samples are
 * taken in turn (A B B A), and the i-th sample of one subject forms a pair with the i-th of the other. The verdict uses
 * the ratio within each pair, so a drift that affects both cancels out. It uses logarithms of the ratios, because half
 * and twice are equally far from one. Zeros have no logarithm (bytes of a pooled message): for them, the verdict uses
 * differences, and gives no ratio.
 *
 * The distribution of three or four pairs is unknown, so a confidence interval would claim too much. Here one subject
 * is ahead if it was ahead in each pair, by more than the pairs differ from each other. A subject that is compared with
 * itself passes this test in 4 of 100 cases with three pairs, and in less than one of 100 with four.
 */
/**
 * Whether one of two subjects was better, as far as samples taken in turn can show.
 *
 * @param finding which subject was better, if any
 * @param ratio the ratio of the medians: how many times better the first is than the second, below 1 if it is worse; NaN
 *     if a ratio has no meaning
 * @param interval with five or more pairs, the 95 % confidence interval of the ratio; with fewer, the range of the
 *     ratios of the pairs
 * @param pairs the number of pairs
 */
public record Verdict(Finding finding, double ratio, Interval interval, int pairs) {
    private static final int LEAST_PAIRS = 3;
    private static final int ENOUGH_FOR_CONFIDENCE = 5;
    private static final Interval NONE = new Interval(Double.NaN, Double.NaN);

    /** The result of a comparison. */
    public enum Finding {
        /** The first was better. */
        FIRST,
        /** The second was better. */
        SECOND,
        /** These samples show no difference. */
        NO_DIFFERENCE_SHOWN,
        /** There are fewer than three pairs, so there is no verdict. */
        TOO_FEW_SAMPLES
    }

    /**
     * Compares the i-th sample of one subject with the i-th of the other. Both must have the same number of samples.
     */
    public static Verdict of(Better better, List<Double> first, List<Double> second) {
        if (first.size() != second.size()) {
            throw new IllegalArgumentException("samples are compared pair by pair, and here are " + first.size()
                    + " and " + second.size() + ": take them in turn, equally many of each");
        }
        if (first.size() < LEAST_PAIRS) {
            return new Verdict(Finding.TOO_FEW_SAMPLES, Double.NaN, NONE, first.size());
        }
        boolean positive = positive(first) && positive(second);
        List<Double> advantages = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            double one = first.get(i);
            double other = second.get(i);
            advantages.add(
                    positive ? Math.log(better.ratio(one, other)) : better == Better.MORE ? one - other : other - one);
        }
        Interval interval =
                first.size() < ENOUGH_FOR_CONFIDENCE ? Statistics.range(advantages) : Statistics.interval(advantages);
        double margin = first.size() < ENOUGH_FOR_CONFIDENCE ? interval.high() - interval.low() : 0;
        Finding finding = interval.low() > margin
                ? Finding.FIRST
                : -interval.high() > margin ? Finding.SECOND : Finding.NO_DIFFERENCE_SHOWN;
        return positive
                ? new Verdict(
                        finding,
                        better.ratio(Statistics.median(first), Statistics.median(second)),
                        new Interval(Math.exp(interval.low()), Math.exp(interval.high())),
                        first.size())
                : new Verdict(finding, Double.NaN, NONE, first.size());
    }

    private static boolean positive(List<Double> samples) {
        return samples.stream().allMatch(sample -> sample > 0);
    }

    /** As a sentence: {@code mehari is ahead of camel-4.22.0 by 2.31x (3 pairs: 2.12x..2.5x)}. */
    public String say(String first, String second) {
        return switch (finding) {
            case FIRST -> first + " is ahead of " + second + by(ratio, interval);
            case SECOND ->
                second + " is ahead of " + first + by(1 / ratio, new Interval(1 / interval.high(), 1 / interval.low()));
            case NO_DIFFERENCE_SHOWN -> "no difference shown between " + first + " and " + second + range(interval);
            case TOO_FEW_SAMPLES -> "too few samples to compare " + first + " and " + second;
        };
    }

    private String by(double times, Interval of) {
        return Double.isNaN(times) ? "" : " by " + Numbers.ratio(times) + range(of);
    }

    private String range(Interval of) {
        if (Double.isNaN(of.low())) {
            return "";
        }
        String what = pairs < ENOUGH_FOR_CONFIDENCE ? pairs + " pairs" : "95 %";
        return " (" + what + ": " + Numbers.ratio(of.low()) + ".." + Numbers.ratio(of.high()) + ")";
    }
}
