package io.mehari.report;

import io.mehari.engine.Better;
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

    /** The longest names and the widest numbers that are to be expected. */
    static Result wide() {
        String group = "fire-and-forget/waitForTaskToComplete=IfReplyExpected";
        List<Row> rows = new ArrayList<>();
        List<Percentiles> percentiles = new ArrayList<>();
        List<Series> series = new ArrayList<>();
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
                    "n",
                    List.of(new Point(0, value / 7), new Point(3600, value), new Point(86_399, value / 2))));
            value /= 9.87;
        }
        return of(rows, percentiles, series);
    }

    static Result of(List<Row> rows, List<Percentiles> percentiles, List<Series> series) {
        return Result.of(
                "t", "x", List.of(new Jdk("25", "25.0.1", "vendor", "default")), List.of(), rows, percentiles, series);
    }
}
