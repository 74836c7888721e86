package io.mehari.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What one run measured, with everything that is needed to judge it or to repeat it.
 *
 * @param title what was asked
 * @param date when, to the second
 * @param commit of what
 * @param command which asks the same again
 * @param machine on what
 * @param jdks on which, each with a name of its own
 * @param notes what a reader has to know before the figures, such as the noise that two runs of one subject showed
 * @param rows the figures
 * @param percentiles latencies
 * @param series figures over time
 * @param objects what a message costs, class by class
 */
@JsonIgnoreProperties("format")
public record Result(
        String title,
        @JsonDeserialize(using = Date.class) Instant date,
        String commit,
        String command,
        Machine machine,
        List<Jdk> jdks,
        List<String> notes,
        List<Row> rows,
        List<Percentiles> percentiles,
        List<Series> series,
        List<ObjectRow> objects) {

    /** The one format that this version reads and writes. */
    public static final int FORMAT = 2;

    /** Reads a date. */
    static final class Date extends StdDeserializer<Instant> {
        private static final long serialVersionUID = 1;

        Date() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            try {
                return Instant.parse(in.getText());
            } catch (DateTimeException noDate) {
                throw context.weirdStringException(
                        in.getText(), Instant.class, "expected a date such as 2026-11-21T16:20:00Z");
            }
        }
    }

    /** Copies of the lists. */
    public Result {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(commit, "commit");
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(machine, "machine");
        date = date.truncatedTo(ChronoUnit.SECONDS);
        jdks = List.copyOf(jdks);
        notes = List.copyOf(notes);
        rows = List.copyOf(rows);
        percentiles = List.copyOf(percentiles);
        series = List.copyOf(series);
        objects = List.copyOf(objects);
    }

    /** A result without figures: of now, of this machine and of this JDK. */
    public static Result begun(String title, String commit, String command) {
        return new Result(
                title,
                Instant.now(),
                commit,
                command,
                Machine.here(),
                List.of(Jdk.here()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** This result with those JDKs in place of its own. */
    public Result withJdks(List<Jdk> others) {
        return new Result(title, date, commit, command, machine, others, notes, rows, percentiles, series, objects);
    }

    /** This result with one note more. */
    public Result withNote(String note) {
        return new Result(
                title,
                date,
                commit,
                command,
                machine,
                jdks,
                both(notes, List.of(note)),
                rows,
                percentiles,
                series,
                objects);
    }

    /** This result with more rows. */
    public Result withRows(List<Row> more) {
        return new Result(
                title, date, commit, command, machine, jdks, notes, both(rows, more), percentiles, series, objects);
    }

    /** This result with more latencies. */
    public Result withPercentiles(List<Percentiles> more) {
        return new Result(
                title, date, commit, command, machine, jdks, notes, rows, both(percentiles, more), series, objects);
    }

    /** This result with more lines over time. */
    public Result withSeries(List<Series> more) {
        return new Result(
                title, date, commit, command, machine, jdks, notes, rows, percentiles, both(series, more), objects);
    }

    /** This result with more of what a message costs. */
    public Result withObjects(List<ObjectRow> more) {
        return new Result(
                title, date, commit, command, machine, jdks, notes, rows, percentiles, series, both(objects, more));
    }

    /** Reads what {@link #write} wrote; a file that is anything else is refused with its name and the line. */
    public static Result read(Path file) throws IOException {
        String text = Files.readString(file);
        try {
            return parse(text);
        } catch (IllegalArgumentException refused) {
            throw new IOException(file + ", " + refused.getMessage(), refused);
        }
    }

    /** Writes this result; the same result makes the same bytes. */
    public void write(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(file, toJson().getBytes(StandardCharsets.UTF_8));
    }

    static Result parse(String text) {
        int format = Json.parse(text).path("format").asInt();
        if (format != FORMAT) {
            throw new IllegalArgumentException("line 2, format: expected format " + FORMAT + ", found " + format);
        }
        return Json.read(text, Result.class);
    }

    /** One line for each element, so that two files can be compared with a tool for texts. */
    String toJson() {
        StringBuilder out = new StringBuilder("{\n  \"format\": " + FORMAT);
        line(out, "title", title);
        line(out, "date", date.toString());
        line(out, "commit", commit);
        line(out, "command", command);
        line(out, "machine", machine);
        lines(out, "jdks", jdks);
        lines(out, "notes", notes);
        lines(out, "rows", rows);
        lines(out, "percentiles", percentiles);
        lines(out, "series", series);
        lines(out, "objects", objects);
        return out + "\n}\n";
    }

    private static void line(StringBuilder out, String name, Object value) {
        out.append(",\n  \"").append(name).append("\": ").append(Json.write(value));
    }

    private static void lines(StringBuilder out, String name, List<?> elements) {
        String lines = elements.stream().map(Json::write).collect(Collectors.joining(",\n    "));
        out.append(",\n  \"").append(name).append("\": [");
        out.append(lines.isEmpty() ? "" : "\n    " + lines + "\n  ").append(']');
    }

    static <T> List<T> both(List<T> first, List<T> second) {
        List<T> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
