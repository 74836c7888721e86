package io.mehari.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/*
 * Readers would compare figures of two machines, two commits or two kinds of flags, if they were in one table. So such
 * results are refused here.
 */
/**
 * Merges several results of one machine and one commit into one result: results of separate JVMs, each with one file,
 * or parts of a divided run: {@code io.mehari.report.Merge a.json b.json -o all.json}.
 */
public final class Merge {
    /** Separates the commands of a merged result. */
    static final String AND = " && ";

    private static final String USAGE = "Merge result.json... -o result.json";

    private Merge() {}

    public static void main(String[] args) throws Exception {
        Program.main(() -> {
            CommandLine line = CommandLine.withWords("", "-o", args);
            Path output = line.output(USAGE);
            line.results().write(output);
        });
    }

    /**
     * Merges the results. Title and date are those of the first result; the command contains the commands of all
     * results.
     */
    public static Result of(List<Result> results) {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("nothing to merge: name at least one result");
        }
        Result first = results.get(0);
        Map<String, Jdk> jdks = new LinkedHashMap<>();
        Set<String> notes = new LinkedHashSet<>();
        Set<String> commands = new LinkedHashSet<>();
        for (Result each : results) {
            commands.add(each.command());
            same("machine", first.machine(), each.machine());
            same("commit", first.commit(), each.commit());
            for (Jdk jdk : each.jdks()) {
                Jdk known = jdks.putIfAbsent(jdk.name(), jdk);
                same("JDK called " + jdk.name(), known == null ? jdk : known, jdk);
            }
            notes.addAll(each.notes());
        }
        Result merged = first;
        for (Result each : results.subList(1, results.size())) {
            merged = merged.withRows(each.rows())
                    .withPercentiles(each.percentiles())
                    .withSeries(each.series())
                    .withObjects(each.objects());
        }
        onceEach(merged);
        return new Result(
                first.title(),
                first.date(),
                first.commit(),
                String.join(AND, commands),
                first.machine(),
                new ArrayList<>(jdks.values()),
                new ArrayList<>(notes),
                merged.rows(),
                merged.percentiles(),
                merged.series(),
                merged.objects());
    }

    private static void same(String what, Object one, Object other) {
        if (!one.equals(other)) {
            throw new IllegalArgumentException(
                    "results of two kinds cannot be merged: the " + what + " is " + one + " in one and " + other
                            + " in another; measure both in one place, or compare them on the report page");
        }
    }

    private static void onceEach(Result merged) {
        Set<List<String>> seen = new HashSet<>();
        for (Row row : merged.rows()) {
            once(seen, "row", row.group(), row.subject(), row.jdk(), row.metric());
        }
        for (Percentiles each : merged.percentiles()) {
            once(seen, "percentiles", each.group(), each.subject(), each.jdk(), each.unit());
        }
        for (Series each : merged.series()) {
            once(seen, "series", each.group(), each.subject(), each.jdk(), each.metric());
        }
        for (ObjectRow each : merged.objects()) {
            once(seen, "object row", each.group(), each.subject(), each.jdk(), each.type());
        }
    }

    private static void once(Set<List<String>> seen, String... key) {
        if (!seen.add(List.of(key))) {
            throw new IllegalArgumentException(
                    "twice the same " + String.join(", ", key) + ": leave one of the two files out");
        }
    }
}
