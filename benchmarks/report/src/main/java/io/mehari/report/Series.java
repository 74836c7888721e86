package io.mehari.report;

import java.util.List;
import java.util.Objects;

/**
 * A figure over time, or a figure that grows with a count.
 *
 * @param group the scenario
 * @param subject the measured implementation
 * @param jdk the name of one of the result's JDKs
 * @param metric the metric, named by its unit
 * @param axis the horizontal axis, such as {@code headers}; {@link #SECONDS} for time
 * @param points pairs of the seconds since the beginning, or the count, and the figure
 */
public record Series(String group, String subject, String jdk, String metric, String axis, List<Point> points) {

    /** The axis of a figure over time. */
    public static final String SECONDS = "seconds";

    /** Keeps a copy of the points. */
    public Series {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(jdk, "jdk");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(axis, "axis");
        points = List.copyOf(points);
    }

    /** A figure over time. */
    public Series(String group, String subject, String jdk, String metric, List<Point> points) {
        this(group, subject, jdk, metric, SECONDS, points);
    }
}
