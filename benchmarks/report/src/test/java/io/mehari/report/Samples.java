package io.mehari.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The result that the tests share. Its figures are invented. */
final class Samples {
    private Samples() {}

    static Result result() {
        return Result.parse(text());
    }

    static String text() {
        return text("sample.json");
    }

    static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(Samples.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result only(Result result, String subject) {
        return part(result, subject, true);
    }

    static Result without(Result result, String subject) {
        return part(result, subject, false);
    }

    private static Result part(Result whole, String subject, boolean wanted) {
        return new Result(
                whole.title(),
                whole.date(),
                whole.commit(),
                whole.command(),
                whole.machine(),
                whole.jdks(),
                whole.notes(),
                whole.rows().stream()
                        .filter(row -> row.subject().equals(subject) == wanted)
                        .toList(),
                List.of(),
                List.of(),
                whole.objects().stream()
                        .filter(row -> row.subject().equals(subject) == wanted)
                        .toList());
    }

    /** The result with only the first sample of each row. */
    static Result once(Result result) {
        List<Row> rows = result.rows().stream()
                .map(row -> Row.of(
                        row.group(),
                        row.subject(),
                        row.jdk(),
                        row.metric(),
                        row.better(),
                        List.of(
                                row.samples().isEmpty()
                                        ? row.value()
                                        : row.samples().get(0))))
                .toList();
        return with(result, rows);
    }

    static Result with(Result result, List<Row> rows) {
        return new Result(
                result.title(),
                result.date(),
                result.commit(),
                result.command(),
                result.machine(),
                result.jdks(),
                result.notes(),
                rows,
                result.percentiles(),
                result.series(),
                result.objects());
    }

    /** The longest names and the widest numbers that are to be expected. */
    static Result wide() {
        String group = "fire-and-forget/waitForTaskToComplete=IfReplyExpected";
        List<Row> rows = new ArrayList<>();
        List<Percentiles> percentiles = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        List<ObjectRow> objects = new ArrayList<>();
        double value = 987_654_321;
        for (String subject : List.of("mehari-pooled", "spring-integration-7.1.0", "camel-disruptor-4.17.0-pooled")) {
            List<Double> samples = List.of(value, value * 1.01, value * 3);
            rows.add(Row.of(group, subject, "25", "allocated bytes/message", Better.LESS, samples));
            percentiles.add(new Percentiles(
                    group,
                    subject,
                    "25",
                    "us",
                    List.of(
                            new Point(0, 1234),
                            new Point(0.5, value / 100),
                            new Point(0.9999, value),
                            new Point(1, value))));
            series.add(new Series(
                    group,
                    subject,
                    "25",
                    "allocated bytes/message",
                    List.of(new Point(0, value / 7), new Point(3600, value), new Point(86_399, value / 2))));
            objects.add(new ObjectRow(group, subject, "25", "org.example." + "Long".repeat(30), 123.4, 98_765));
            value /= 9.87;
        }
        return result().withRows(rows)
                .withPercentiles(percentiles)
                .withSeries(series)
                .withObjects(objects);
    }
}
