package io.mehari.report;

import java.util.Collections;
import java.util.List;

/** Statistics of small samples. */
public final class Statistics {
    /** Student's t, two-sided, 95 %, for 1 to 30 degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.959964;

    private Statistics() {}

    /** The arithmetic mean. */
    public static double mean(List<Double> samples) {
        double sum = 0;
        for (double sample : samples) {
            sum += sample;
        }
        return sum / atLeastOne(samples).size();
    }

    /** The median: the middle value, or the mean of the two middle values. */
    public static double median(List<Double> samples) {
        List<Double> sorted = atLeastOne(samples).stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The range from the smallest to the largest sample. */
    public static Interval range(List<Double> samples) {
        return new Interval(Collections.min(atLeastOne(samples)), Collections.max(samples));
    }

    /** The 95 % confidence interval of the mean by Student's t, for at least two samples. */
    static Interval interval(List<Double> samples) {
        double mean = mean(samples);
        int n = samples.size();
        double squares = 0;
        for (double sample : samples) {
            squares += (sample - mean) * (sample - mean);
        }
        double half = t(n - 1) * Math.sqrt(squares / (n - 1) / n);
        return new Interval(mean - half, mean + half);
    }

    static double t(int freedom) {
        if (freedom <= T.length) {
            return T[freedom - 1];
        }
        // The first two terms of Fisher's expansion, which are exact to three decimals for more than 30 degrees of
        // freedom.
        double z = NORMAL;
        double cube = z * z * z;
        double first = (cube + z) / 4;
        double second = (5 * cube * z * z + 16 * cube + 3 * z) / 96;
        return z + first / freedom + second / freedom / freedom;
    }

    private static List<Double> atLeastOne(List<Double> samples) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no samples: measure at least once");
        }
        return samples;
    }
}
