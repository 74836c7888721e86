package io.mehari.report;

import java.util.ArrayList;
import java.util.List;

/*
 * A machine drifts: it warms up, a neighbour wakes. Samples are therefore taken in turn (A B B A), the i-th of one
 * beside the i-th of the other, and what is looked at is the ratio within each such pair: a drift that hits both
 * cancels out. The ratios are looked at as logarithms, since half and twice are equally far from one. Zeros have no
 * logarithm (bytes a pooled message takes): there the differences are looked at, and no ratio is told.
 *
 * Of three or four pairs it is not known how they are distributed, and a confidence interval of them would say more
 * than they do. There one is ahead if it was ahead in each pair, by more than the pairs differ from each other. One
 * against itself passes that 4 times of 100 with three pairs, and less than once with four.
 */
/**
 * Whether one of two was better, as far as samples that were taken in turn can show.
 *
 * @param finding which one, if any
 * @param ratio of the medians: how many times better the first is than the second, below 1 if it is worse; NaN if that
 *     has no meaning
 * @param interval from five pairs on, in which the ratio lies with 95 % confidence; below, the range of the pairs'
 *     ratios
 * @param pairs how many there were
 */
public record Verdict(Finding finding, double ratio, Interval interval, int pairs) {
    private static final int LEAST_PAIRS = 3;
    private static final int ENOUGH_FOR_CONFIDENCE = 5;
    private static final Interval NONE = new Interval(Double.NaN, Double.NaN);

    /** Who was better. */
    public enum Finding {
        /** The first. */
        FIRST,
        /** The second. */
        SECOND,
        /** Neither, as far as these samples show. */
        NO_DIFFERENCE_SHOWN,
        /** Fewer than three pairs: there is no telling. */
        TOO_FEW_SAMPLES
    }

    /** Compares the i-th of the one with the i-th of the other, of which there are equally many. */
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
