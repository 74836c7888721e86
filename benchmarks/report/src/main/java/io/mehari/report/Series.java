package io.mehari.report;

import java.util.List;
import java.util.Objects;

/**
 * How a figure went over time.
 *
 * @param group the scenario
 * @param subject who was measured
 * @param jdk the name of one of the result's JDKs
 * @param metric what was measured, by its unit
 * @param points seconds since the beginning, and the figure then
 */
public record Series(String group, String subject, String jdk, String metric, List<Point> points) {

    /** Keeps a copy of the points. */
    public Series {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(jdk, "jdk");
        Objects.requireNonNull(metric, "metric");
        points = List.copyOf(points);
    }
}
