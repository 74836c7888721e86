package io.mehari.report;

import java.util.List;
import java.util.Objects;

/**
 * One figure: how much of what a subject does in a scenario on a JDK.
 *
 * @param group the scenario, with its variation after a slash: {@code seda/2-3}
 * @param subject who was measured, by id: {@code mehari}, {@code camel-4.22.0}
 * @param jdk the name of one of the result's JDKs
 * @param metric what was measured, by its unit: {@code messages/s}, {@code ns}, {@code B}
 * @param better which of two values is the better one
 * @param value the median of the samples, or what the note says
 * @param low the least of the samples; the value where there are none
 * @param high the greatest of them
 * @param samples one value per fork or round, in the order in which they were taken; may be empty
 * @param note what a reader has to know beside it, or nothing
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

    /** The subject that does the least that could do the same. */
    static final String FLOOR = "floor";

    private static final String LONGEST = "the longest of all samples, not their median";

    /** Finite numbers, and a range that does not end before it begins. */
    public Row {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(jdk, "jdk");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(better, "better");
        Objects.requireNonNull(note, "note");
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

    /** The median of the samples, and from where to where they go. */
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

    /** For times of which the longest counts: the longest of all samples. */
    public static Row longest(
            String group, String subject, String jdk, String metric, Better better, List<Double> samples) {
        Row row = of(group, subject, jdk, metric, better, samples);
        return new Row(group, subject, jdk, metric, better, row.high, row.low, row.high, samples, LONGEST);
    }

    /** This row with another note. */
    public Row withNote(String other) {
        return new Row(group, subject, jdk, metric, better, value, low, high, samples, other);
    }

    /** Whether the two stand beside each other: one scenario, one JDK, one metric. */
    boolean comparesWith(Row other) {
        return group.equals(other.group) && jdk.equals(other.jdk) && metric.equals(other.metric);
    }
}
