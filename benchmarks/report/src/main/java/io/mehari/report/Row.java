package io.mehari.report;

import io.mehari.engine.Better;
import io.mehari.engine.Interval;
import io.mehari.engine.Statistics;
import java.util.List;

/**
 * One figure: the value of one metric for a subject, in a scenario, on a JDK.
 *
 * @param group the scenario, with its variation after a slash: {@code seda/2-3}
 * @param subject the measured implementation, by id: {@code mehari}, {@code camel-4.22.0}
 * @param jdk the name of one of the result's JDKs
 * @param metric the metric, named by its unit: {@code messages/s}, {@code ns}, {@code B}
 * @param better whether larger or smaller values are better
 * @param value the median of the samples, unless the note says otherwise
 * @param low the smallest sample; the value if there are no samples
 * @param high the largest sample; the value if there are no samples
 * @param samples one value per fork or round, in the order in which they were taken; may be empty
 * @param note a note for the reader; may be empty
 */
public record Row(
        String group,
        String subject,
        String jdk,
        String metric,
        Better better,
        double value,
        double low,
        double high,
        List<Double> samples,
        String note) {

    /** The id of the floor: the subject that does only the minimum of work for the same result. */
    public static final String FLOOR = "floor";

    private static final String LONGEST = "the longest of all samples, not their median";

    /** The numbers must be finite, and the range must not end before it begins. */
    public Row {
        samples = List.copyOf(samples);
        if (!Double.isFinite(value) || !(low <= high) || !Double.isFinite(high - low)) {
            throw new IllegalArgumentException(group + ", " + subject + ", " + jdk + ", " + metric + ": " + value + " ("
                    + low + ".." + high + ") is no figure; leave the row out");
        }
        if (!samples.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    group + ", " + subject + ", " + jdk + ", " + metric + ": a sample of " + samples + " is no number");
        }
    }

    /** A row with the median of the samples, and their range. */
    public static Row of(String group, String subject, String jdk, String metric, Better better, List<Double> samples) {
        Interval range = Statistics.range(samples);
        return new Row(
                group,
                subject,
                jdk,
                metric,
                better,
                Statistics.median(samples),
                range.low(),
                range.high(),
                samples,
                "");
    }

    /** A row with the longest of all samples, for times whose maximum counts. */
    public static Row longest(
            String group, String subject, String jdk, String metric, Better better, List<Double> samples) {
        Row row = of(group, subject, jdk, metric, better, samples);
        return new Row(group, subject, jdk, metric, better, row.high, row.low, row.high, samples, LONGEST);
    }

    /** Whether the two rows can be compared: they have the same scenario, JDK and metric. */
    boolean comparesWith(Row other) {
        return group.equals(other.group) && jdk.equals(other.jdk) && metric.equals(other.metric);
    }
}
