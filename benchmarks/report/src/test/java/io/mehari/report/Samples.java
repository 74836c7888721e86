package io.mehari.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The result that the tests share. Its figures are made up. */
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
}
