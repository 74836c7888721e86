package io.mehari.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.mehari.engine.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
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
 * @param series figures that grow with a count
 */
@JsonIgnoreProperties({"format", "objects"}) // older files have an empty list of objects
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
        List<Series> series) {

    /** The only format that this version reads and writes. */
    public static final int FORMAT = 2;

    /** Reads a date. */
    static final class Date extends StdDeserializer<Instant> {
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
        date = date.truncatedTo(ChronoUnit.SECONDS);
        jdks = List.copyOf(jdks);
        notes = List.copyOf(notes);
        rows = List.copyOf(rows);
        percentiles = List.copyOf(percentiles);
        series = List.copyOf(series);
    }

    /** A result of now, at this commit, on this machine; measured on those JDKs. */
    public static Result of(
            String title,
            String command,
            List<Jdk> jdks,
            List<String> notes,
            List<Row> rows,
            List<Percentiles> percentiles,
            List<Series> series) {
        return new Result(
                title, Instant.now(), Jvm.commit(), command, Machine.here(), jdks, notes, rows, percentiles, series);
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
}
