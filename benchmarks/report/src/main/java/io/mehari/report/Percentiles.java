package io.mehari.report;

import java.util.List;

/**
 * The latencies of a subject: for increasing parts of the messages, the time within which that part was done.
 *
 * @param group the scenario
 * @param subject the measured implementation
 * @param jdk the name of one of the result's JDKs
 * @param unit of the times: {@code us}
 * @param points a part between 0 and 1, and the time within which it was done; parts increasing
 */
public record Percentiles(String group, String subject, String jdk, String unit, List<Point> points) {

    /** Keeps a copy of the points. */
    public Percentiles {
        points = List.copyOf(points);
    }
}
