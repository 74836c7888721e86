package io.mehari.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/*
 * A sample is the figure of one JVM: two JVMs differ by luck (what was compiled, where the heap lies), and all rounds
 * in one JVM share that luck. The distribution is unknown, and often has two peaks. So the interval of the ratio is
 * found by the bootstrap: samples are drawn from the samples again and again, and the ratio of their medians is
 * computed each time. The draws are seeded: the same samples always give the same verdict.
 *
 * An interval of 95 % tells a difference where there is none in up to 6 of 100 cases, and a page has many rows. So it is
 * an interval of 99 %, which is wrong in at most 2 of 100 cases, with five samples or more of each subject and noise of
 * one or several peaks. VerdictTest holds it to that.
 */
/**
 * The only rule for "better": one of two subjects is better if the bootstrap interval of the ratio of their medians does
 * not contain 1. Otherwise nothing is shown, which does not mean that they are equal.
 *
 * @param finding which subject was better, if any
 * @param ratio the ratio of the medians: how many times better the first is than the second, below 1 if it is worse
 * @param interval of the ratio; NaN if there are too few samples
 * @param samples the number of samples of the subject that has fewer
 */
public record Verdict(Finding finding, double ratio, Interval interval, int samples) {
    /** With fewer samples of a subject nothing is shown. */
    public static final int LEAST_SAMPLES = 5;

    private static final int DRAWS = 10_000;
    private static final double TAILS = 0.01;
    private static final long SEED = 1;

    /** The result of a comparison. */
    public enum Finding {
        /** The first was better. */
        FIRST,
        /** The second was better. */
        SECOND,
        /** These samples show no difference. */
        NOT_SHOWN
    }

    /** Compares the samples of two subjects. */
    public static Verdict of(Better better, List<Double> first, List<Double> second) {
        return of(better, first, second, 1);
    }

    /**
     * Compares the samples of two subjects in one of several rows. The intervals are so wide that all rows of a report
     * together are wrong as seldom as one row alone (Bonferroni).
     */
    public static Verdict of(Better better, List<Double> first, List<Double> second, int rows) {
        if (first.isEmpty() || second.isEmpty()) {
            throw new IllegalArgumentException("no samples: measure each subject at least once");
        }
        double[] one = sorted(first);
        double[] other = sorted(second);
        double ratio = ratio(better, median(one), median(other));
        int samples = Math.min(one.length, other.length);
        if (samples < LEAST_SAMPLES) {
            return new Verdict(Finding.NOT_SHOWN, ratio, new Interval(Double.NaN, Double.NaN), samples);
        }
        Interval interval = interval(better, one, other, rows);
        Finding finding = interval.low() > 1 ? Finding.FIRST : interval.high() < 1 ? Finding.SECOND : Finding.NOT_SHOWN;
        return new Verdict(finding, ratio, interval, samples);
    }

    /** Compares only samples of one state of the processors: the state of which both have most. */
    public static Verdict inOneState(Better better, List<Sample> first, List<Sample> second) {
        Gauge.State state = count(first, second, Gauge.State.NEAR) >= count(first, second, Gauge.State.FAR)
                ? Gauge.State.NEAR
                : Gauge.State.FAR;
        if (count(first, second, state) == 0) {
            Verdict all = of(better, in(first, null), in(second, null));
            return new Verdict(Finding.NOT_SHOWN, all.ratio, new Interval(Double.NaN, Double.NaN), 0);
        }
        return of(better, in(first, state), in(second, state));
    }

    private static int count(List<Sample> first, List<Sample> second, Gauge.State state) {
        return Math.min(in(first, state).size(), in(second, state).size());
    }

    private static List<Double> in(List<Sample> samples, Gauge.@Nullable State state) {
        return samples.stream()
                .filter(each -> state == null || each.state() == state)
                .map(Sample::value)
                .toList();
    }

    private static Interval interval(Better better, double[] first, double[] second, int rows) {
        Random random = new Random(SEED);
        double[] ratios = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            ratios[i] = ratio(better, drawnMedian(first, random), drawnMedian(second, random));
        }
        Arrays.sort(ratios);
        int low = (int) (DRAWS * TAILS / 2 / rows);
        return new Interval(ratios[low], ratios[DRAWS - 1 - low]);
    }

    /** The median of as many samples, each drawn from all of them. Those are sorted, so it suffices to count the draws. */
    private static double drawnMedian(double[] sorted, Random random) {
        int[] drawn = new int[sorted.length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[random.nextInt(drawn.length)]++;
        }
        int lower = at(drawn, (drawn.length - 1) / 2);
        int upper = at(drawn, drawn.length / 2);
        return (sorted[lower] + sorted[upper]) / 2;
    }

    /** The index of the sample that would be at that place if those that were drawn were sorted. */
    private static int at(int[] drawn, int place) {
        int index = 0;
        for (int seen = drawn[0]; seen <= place; seen += drawn[index]) {
            index++;
        }
        return index;
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double[] sorted(List<Double> samples) {
        return samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** Nothing is as good as nothing, and infinitely better or worse than something. */
    private static double ratio(Better better, double first, double second) {
        return first == second ? 1 : better.ratio(first, second);
    }

    /** The smallest difference, as a part of 1, that these samples could have shown; NaN if they are too few. */
    public double smallestShown() {
        return Math.max(interval.high() / ratio, ratio / interval.low()) - 1;
    }

    /** As a sentence: {@code mehari is better than camel-4.22.0: 2.31x (2.1x to 2.5x)}. */
    public String say(String first, String second) {
        return switch (finding) {
            case FIRST -> first + " is better than " + second + ": " + times(ratio, interval);
            case SECOND ->
                second + " is better than " + first + ": "
                        + times(1 / ratio, new Interval(1 / interval.high(), 1 / interval.low()));
            case NOT_SHOWN -> "not shown that " + first + " and " + second + " differ: " + why();
        };
    }

    /** Why nothing is shown; empty if something is. */
    public String why() {
        if (finding != Finding.NOT_SHOWN) {
            return "";
        }
        return samples < LEAST_SAMPLES
                ? "fewer than " + LEAST_SAMPLES + " JVMs of each that can be compared"
                : String.format(
                        Locale.ROOT, "a difference of %.1f %% or more would have been shown", smallestShown() * 100);
    }

    private static String times(double times, Interval range) {
        return Numbers.ratio(times) + " (" + Numbers.ratio(range.low()) + " to " + Numbers.ratio(range.high()) + ")";
    }
}
