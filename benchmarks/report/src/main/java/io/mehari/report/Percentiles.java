package io.mehari.report;

import java.util.List;
import java.util.Objects;

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

    /** The parts must be between 0 and 1, and increase. */
    public Percentiles {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(jdk, "jdk");
        Objects.requireNonNull(unit, "unit");
        points = List.copyOf(points);
        double before = -1;
        for (Point point : points) {
            if (point.x() < 0 || point.x() > 1 || point.x() <= before) {
                throw new IllegalArgumentException(group + ", " + subject + ", " + jdk
                        + ": parts increase from 0 to 1, and " + point.x() + " does not");
            }
            before = point.x();
        }
    }
}
