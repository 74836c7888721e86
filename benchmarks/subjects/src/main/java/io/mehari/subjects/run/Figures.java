package io.mehari.subjects.run;

import io.mehari.engine.Better;
import io.mehari.engine.CommonOptions;
import io.mehari.report.Charts;
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
import org.jspecify.annotations.Nullable;

/** Collects the figures of a measurement for its result file. */
final class Figures {
    private final String title;
    private final String flags;
    private final Map<Path, Jdk> jdks = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Percentiles> percentiles = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** The flags are those of the JVMs that measured. */
    Figures(String title, String flags) {
        this.title = title;
        this.flags = flags;
    }

    /** Whose figures: the group has the scenario and its variation. */
    record Of(String group, String subject, Path jdk) {}

    /** Adds a figure with one sample for each JVM; nothing if there is none. */
    void add(Of whose, String metric, Better better, List<Double> samples) throws IOException {
        if (!samples.isEmpty()) {
            rows.add(
                    metric.contains("max us")
                            ? Row.longest(whose.group, whose.subject, name(whose.jdk), metric, better, samples)
                            : Row.of(whose.group, whose.subject, name(whose.jdk), metric, better, samples));
        }
    }

    /** Adds the times in microseconds within which parts of the messages were done. */
    void addTimes(Of whose, List<Point> points) throws IOException {
        percentiles.add(new Percentiles(whose.group, whose.subject, name(whose.jdk), "us", points));
    }

    /** Adds a curve: how a figure grows with a count. */
    void addCurve(Of whose, String metric, List<Point> points) throws IOException {
        series.add(new Series(whose.group, whose.subject, name(whose.jdk), metric, "n", points));
    }

    /** Adds a sentence for the reader. */
    void note(String sentence) {
        notes.add(sentence);
    }

    /** Writes the result, if a file is named. */
    void write(CommonOptions options) throws IOException {
        @Nullable Path json = options.json();
        if (json == null || rows.isEmpty()) {
            return;
        }
        List<Jdk> all = List.copyOf(jdks.values());
        Charts.write(Result.of(title, options.command(), all, notes, rows, percentiles, series), json);
    }

    private String name(Path folder) throws IOException {
        Jdk known = jdks.get(folder);
        if (known == null) {
            known = Jdk.in(folder, flags);
            jdks.put(folder, known);
        }
        return known.name();
    }

    /** The version of the JDK in that folder, as tables show it. */
    static String jdk(Path folder) throws IOException {
        return Jdk.in(folder, "").name();
    }
}
