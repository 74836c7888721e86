package io.mehari.benchmarks;

import io.mehari.report.Better;
import io.mehari.report.CommandLine;
import io.mehari.report.Commit;
import io.mehari.report.Jdk;
import io.mehari.report.Percentiles;
import io.mehari.report.Point;
import io.mehari.report.Result;
import io.mehari.report.Row;
import io.mehari.report.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the measurements as a result for reports, with the names of scenarios and of their subjects. */
final class QueueResult {
    private final String title;
    private final Map<String, Jdk> jdks = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Percentiles> percentiles = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();

    QueueResult(String title) {
        this.title = title;
    }

    /** Adds a figure, with one sample for each fork. */
    void add(String jdk, String subject, String variation, String metric, Better better, List<Double> samples)
            throws IOException {
        String group = group(subject, variation);
        String name = jdk(jdk);
        rows.add(
                metric.contains("max us")
                        ? Row.longest(group, id(subject), name, metric, better, samples)
                        : Row.of(group, id(subject), name, metric, better, samples));
    }

    /** Adds the times in microseconds within which parts of the messages were done. */
    void addTimes(String jdk, String subject, String variation, List<Point> points) throws IOException {
        percentiles.add(new Percentiles(group(subject, variation), id(subject), jdk(jdk), "us", points));
    }

    /** Adds a figure of Mehari only, with one sample for each fork. */
    void addGrowth(String jdk, String group, String metric, List<Double> samples) throws IOException {
        rows.add(Row.of(group, "mehari", jdk(jdk), metric, Better.LESS, samples));
    }

    /** Adds a curve: how a figure grows with a count. */
    void addCurve(String jdk, String group, String metric, List<Point> points) throws IOException {
        series.add(new Series(group, "mehari", jdk(jdk), metric, "n", points));
    }

    /** Writes the result, if a file is named. */
    void write(CommandLine arguments) throws IOException {
        if (!arguments.has("--json")) {
            return;
        }
        Result.begun(title, Commit.of(Path.of("")), arguments.text("--command", "./bench"))
                .withJdks(List.copyOf(jdks.values()))
                .withRows(rows)
                .withPercentiles(percentiles)
                .withSeries(series)
                .write(Path.of(arguments.text("--json", "")));
    }

    private String jdk(String folder) throws IOException {
        Jdk known = jdks.get(folder);
        if (known == null) {
            known = Jdk.in(Path.of(folder), "-Xms1g -Xmx1g -XX:+AlwaysPreTouch");
            jdks.put(folder, known);
        }
        return known.name();
    }

    static String group(String subject, String variation) {
        return (subject.contains("disruptor") ? "disruptor/" : "seda/") + variation;
    }

    /** The id of a subject: {@code camel-4.22.0} for {@code camel-4.22.0-seda}. The group has the queue. */
    static String id(String subject) {
        return switch (subject) {
            case "camel-4.17.0-disruptor" -> "camel-disruptor-4.17.0";
            case "raw-abq" -> "array-blocking-queue";
            case "raw-lbq" -> "linked-blocking-queue";
            case "raw-ring" -> "ring-blocking-queue";
            default -> subject.startsWith("raw-") ? subject : subject.replaceAll("-seda|-disruptor", "");
        };
    }
}
