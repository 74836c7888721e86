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
 * @param value the figure
 * @param low where the 95 % confidence interval begins; the value where there is none
 * @param high where it ends
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

    /** Finite numbers, and an interval that does not end before it begins. */
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

    /** The mean of the samples, with its interval if there are two or more. */
    public static Row of(String group, String subject, String jdk, String metric, Better better, List<Double> samples) {
        Interval interval = Statistics.interval(samples);
        return new Row(
                group,
                subject,
                jdk,
                metric,
                better,
                Statistics.mean(samples),
                interval.low(),
                interval.high(),
                samples,
                "");
    }

    /** This row with another note. */
    public Row withNote(String other) {
        return new Row(group, subject, jdk, metric, better, value, low, high, samples, other);
    }

    /** Whether the two stand beside each other: one scenario, one JDK, one metric. */
    boolean comparesWith(Row other) {
        return group.equals(other.group) && jdk.equals(other.jdk) && metric.equals(other.metric);
    }

    static Row read(Json json) {
        json.only("group", "subject", "jdk", "metric", "better", "value", "low", "high", "samples", "note");
        return new Row(
                json.get("group").text(),
                json.get("subject").text(),
                json.get("jdk").text(),
                json.get("metric").text(),
                Better.read(json.get("better")),
                json.get("value").number(),
                json.get("low").number(),
                json.get("high").number(),
                json.get("samples").elements().stream().map(Json::number).toList(),
                json.get("note").text());
    }

    void write(JsonWriter out) {
        out.open('{').name("group").text(group).name("subject").text(subject);
        out.name("jdk").text(jdk).name("metric").text(metric);
        out.name("better").text(better.toString());
        out.name("value").number(value).name("low").number(low).name("high").number(high);
        out.name("samples").numbers(samples).name("note").text(note).close('}');
    }
}
