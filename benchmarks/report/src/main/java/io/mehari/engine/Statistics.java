package io.mehari.engine;

import java.util.Collections;
import java.util.List;

/** Statistics of small samples. */
public final class Statistics {
    private Statistics() {}

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

    private static List<Double> atLeastOne(List<Double> samples) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("no samples: measure at least once");
        }
        return samples;
    }
}
