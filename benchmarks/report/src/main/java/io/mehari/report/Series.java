package io.mehari.report;

import java.util.List;

/**
 * A figure that grows with a count.
 *
 * @param group the scenario
 * @param subject the measured implementation
 * @param jdk the name of one of the result's JDKs
 * @param metric the metric, named by its unit
 * @param axis the horizontal axis, such as {@code headers}
 * @param points pairs of the count and the figure
 */
public record Series(String group, String subject, String jdk, String metric, String axis, List<Point> points) {

    /** Keeps a copy of the points. */
    public Series {
        points = List.copyOf(points);
    }
}
