package io.mehari.report;

import java.util.ArrayList;
import java.util.List;

/*
 * A machine drifts: it warms up, a neighbour wakes. Samples are therefore taken in turn (A B B A), the i-th of one beside
 * the i-th of the other, and what is looked at is the ratio within each such pair: a drift that hits both cancels out.
 * The ratios are averaged as logarithms, since half and twice are equally far from one. Zeros have no logarithm (bytes a
 * pooled message takes): there the differences are looked at, and no ratio is told.
 */
/**
 * Whether one of two was better, as far as samples that were taken in turn can show.
 *
 * @param finding who, if anybody
 * @param ratio how many times better the first is than the second: below 1 if it is worse; NaN if that has no meaning
 * @param interval in which the ratio lies with 95 % confidence
 */
public record Verdict(Finding finding, double ratio, Interval interval) {

    /** Who was better. */
    public enum Finding {
        /** The first. */
        FIRST,
        /** The second. */
        SECOND,
        /** Nobody, as far as these samples show. */
        NO_DIFFERENCE_SHOWN,
        /** Fewer than two pairs: there is no telling. */
        TOO_FEW_SAMPLES
    }

    /** Compares the i-th of the one with the i-th of the other, of which there are equally many. */
    public static Verdict of(Better better, List<Double> first, List<Double> second) {
        if (first.size() != second.size()) {
            throw new IllegalArgumentException("samples are compared pair by pair, and here are " + first.size()
                    + " and " + second.size() + ": take them in turn, equally many of each");
        }
        if (first.size() < 2) {
            return new Verdict(Finding.TOO_FEW_SAMPLES, Double.NaN, new Interval(Double.NaN, Double.NaN));
        }
        return positive(first) && positive(second)
                ? byRatio(better, first, second)
                : byDifference(better, first, second);
    }

    private static Verdict byRatio(Better better, List<Double> first, List<Double> second) {
        List<Double> logs = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            logs.add(Math.log(better.ratio(first.get(i), second.get(i))));
        }
        Interval interval = Statistics.interval(logs);
        return new Verdict(
                finding(interval),
                Math.exp(Statistics.mean(logs)),
                new Interval(Math.exp(interval.low()), Math.exp(interval.high())));
    }

    private static Verdict byDifference(Better better, List<Double> first, List<Double> second) {
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            double more = first.get(i) - second.get(i);
            differences.add(better == Better.MORE ? more : -more);
        }
        return new Verdict(finding(Statistics.interval(differences)), Double.NaN, new Interval(Double.NaN, Double.NaN));
    }

    private static Finding finding(Interval advantage) {
        if (advantage.contains(0)) {
            return Finding.NO_DIFFERENCE_SHOWN;
        }
        return advantage.low() > 0 ? Finding.FIRST : Finding.SECOND;
    }

    private static boolean positive(List<Double> samples) {
        return samples.stream().allMatch(sample -> sample > 0);
    }

    /** As a sentence: {@code mehari is ahead of camel-4.22.0 by 2.31x (2.12x..2.5x)}. */
    public String say(String first, String second) {
        return switch (finding) {
            case FIRST -> first + " is ahead of " + second + by(ratio, interval);
            case SECOND ->
                second + " is ahead of " + first + by(1 / ratio, new Interval(1 / interval.high(), 1 / interval.low()));
            case NO_DIFFERENCE_SHOWN -> "no difference shown between " + first + " and " + second + range(interval);
            case TOO_FEW_SAMPLES -> "too few samples to compare " + first + " and " + second;
        };
    }

    private static String by(double ratio, Interval interval) {
        return Double.isNaN(ratio) ? "" : " by " + Numbers.ratio(ratio) + range(interval);
    }

    private static String range(Interval interval) {
        return Double.isNaN(interval.low())
                ? ""
                : " (" + Numbers.ratio(interval.low()) + ".." + Numbers.ratio(interval.high()) + ")";
    }
}
