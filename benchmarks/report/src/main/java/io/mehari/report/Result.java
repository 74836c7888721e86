package io.mehari.report;

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
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What one run measured, with everything that somebody needs to judge it or to repeat it.
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
public record Result(
        String title,
        Instant date,
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
    public static final int FORMAT = 1;

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
        } catch (JsonException refused) {
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
        Json json = Json.parse(text);
        Json format = json.get("format");
        if (format.number() != FORMAT) {
            throw format.refused("format " + FORMAT, Numbers.exact(format.number()));
        }
        json.only(
                "format",
                "title",
                "date",
                "commit",
                "command",
                "machine",
                "jdks",
                "notes",
                "rows",
                "percentiles",
                "series",
                "objects");
        return new Result(
                json.get("title").text(),
                date(json.get("date")),
                json.get("commit").text(),
                json.get("command").text(),
                Machine.read(json.get("machine")),
                each(json.get("jdks"), Jdk::read),
                each(json.get("notes"), Json::text),
                each(json.get("rows"), Row::read),
                each(json.get("percentiles"), Percentiles::read),
                each(json.get("series"), Series::read),
                each(json.get("objects"), ObjectRow::read));
    }

    String toJson() {
        JsonWriter out = new JsonWriter().open('{');
        out.line("  ").name("format").number(FORMAT);
        out.line("  ").name("title").text(title);
        out.line("  ").name("date").text(date.toString());
        out.line("  ").name("commit").text(commit);
        out.line("  ").name("command").text(command);
        out.line("  ").name("machine");
        machine.write(out);
        lines(out, "jdks", jdks, Jdk::write);
        lines(out, "notes", notes, (note, to) -> to.text(note));
        lines(out, "rows", rows, Row::write);
        lines(out, "percentiles", percentiles, Percentiles::write);
        lines(out, "series", series, Series::write);
        lines(out, "objects", objects, ObjectRow::write);
        return out.lineEnd("").close('}') + "\n";
    }

    private static <T> void lines(JsonWriter out, String name, List<T> elements, BiConsumer<T, JsonWriter> write) {
        out.line("  ").name(name).open('[');
        for (T element : elements) {
            write.accept(element, out.line("    "));
        }
        if (!elements.isEmpty()) {
            out.lineEnd("  ");
        }
        out.close(']');
    }

    private static <T> List<T> each(Json array, Function<Json, T> read) {
        List<T> elements = new ArrayList<>();
        for (Json element : array.elements()) {
            try {
                elements.add(read.apply(element));
            } catch (IllegalArgumentException refused) {
                throw element.refused("what makes sense", String.valueOf(refused.getMessage()));
            }
        }
        return elements;
    }

    private static Instant date(Json json) {
        try {
            return Instant.parse(json.text());
        } catch (DateTimeException noDate) {
            throw json.refused("a date such as 2026-11-21T16:20:00Z", "\"" + json.text() + "\"");
        }
    }

    static <T> List<T> both(List<T> first, List<T> second) {
        List<T> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
