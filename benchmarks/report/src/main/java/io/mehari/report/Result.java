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
 * The measurements of one run, with everything that is needed to judge or to repeat it.
 *
 * @param title the title of the measurement
 * @param date the time of the run, to the second
 * @param commit the measured commit
 * @param command the command that repeats the run
 * @param machine the machine on which it was measured
 * @param jdks the JDKs on which it was measured; their names must differ
 * @param notes the notes for the reader, such as the noise between two runs of one subject
 * @param rows the figures
 * @param percentiles latencies
 * @param series figures over time
 * @param objects the objects of a message, by class
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

    /** The only format that this version reads and writes. */
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

    /** Copies the lists. */
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

    /** A result without figures, with the current time, this machine and this JDK. */
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

    /** This result with one more note. */
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

    /** This result with more objects of messages. */
    public Result withObjects(List<ObjectRow> more) {
        return new Result(
                title, date, commit, command, machine, jdks, notes, rows, percentiles, series, both(objects, more));
    }

    /**
     * Reads a file that {@link #write} has written. For any other file, throws an exception that has the file name and
     * the line.
     */
    public static Result read(Path file) throws IOException {
        String text = Files.readString(file);
        try {
            return parse(text);
        } catch (IllegalArgumentException refused) {
            throw new IOException(file + ", " + refused.getMessage(), refused);
        }
    }

    /** Writes this result; the same result always gives the same bytes. */
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

    /** JSON with one line for each element, so that text tools can compare two files. */
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
