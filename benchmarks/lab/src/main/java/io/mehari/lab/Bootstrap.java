package io.mehari.lab;

import io.mehari.report.Interval;
import io.mehari.report.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The bootstrap interval for the ratio of two medians: it draws from the samples many times. */
final class Bootstrap {
    private static final int DRAWS = 10_000;
    private static final double TAILS = 0.05;
    private static final long SEED = 1;

    private Bootstrap() {}

    /**
     * A ratio of medians with its interval.
     *
     * @param value the ratio
     * @param interval in which the true ratio may lie
     */
    record Ratio(double value, Interval interval) {
        /** Whether the ratio may be 1. */
        boolean maybeOne() {
            return interval.low() <= 1 && interval.high() >= 1;
        }

        /** From this difference on, as a part of 1, the interval would not have contained 1. */
        double smallestShown() {
            return Math.max(interval.high() / value, value / interval.low()) - 1;
        }
    }

    /**
     * The first median divided by the second, with its interval. The same samples give the same interval.
     *
     * @param rows how many ratios one report has: the intervals are so wide that in 95 % of reports all of them hold
     *     (Bonferroni)
     */
    static Ratio ofMedians(List<Double> numerator, List<Double> denominator, int rows) {
        Random random = new Random(SEED);
        double[] ratios = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            ratios[i] = drawnMedian(numerator, random) / drawnMedian(denominator, random);
        }
        Arrays.sort(ratios);
        int low = (int) (DRAWS * TAILS / 2 / rows);
        return new Ratio(
                Statistics.median(numerator) / Statistics.median(denominator),
                new Interval(ratios[low], ratios[DRAWS - 1 - low]));
    }

    private static double drawnMedian(List<Double> samples, Random random) {
        List<Double> drawn = new ArrayList<>(samples.size());
        for (int i = 0; i < samples.size(); i++) {
            drawn.add(samples.get(random.nextInt(samples.size())));
        }
        return Statistics.median(drawn);
    }
}
