package io.mehari.docs;

import io.mehari.engine.Better;
import io.mehari.report.Result;
import io.mehari.report.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The published results, each a file in docs/results/data as {@code ./bench} wrote it. Remembers which were used. */
final class Figures {
    static final Path FOLDER = Samples.root().resolve("docs/results/data");
    static final String MEHARI = "mehari";
    static final String CAMEL = "camel-4.22.0";
    private static final Map<String, Result> READ = new HashMap<>();

    private final TreeSet<String> used = new TreeSet<>();

    /** The result in the file with that name, without extension. */
    Result of(String file) {
        used.add(file);
        return READ.computeIfAbsent(file, name -> {
            try {
                return Result.read(FOLDER.resolve(name + ".json"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The file for only that JDK, if there is one: {@code throughput-25} in place of {@code throughput}. */
    static String fileOf(String file, String jdk) {
        String own = file + "-" + jdk;
        return Files.exists(FOLDER.resolve(own + ".json")) ? own : file;
    }

    Optional<Row> find(String file, String group, String subject, String jdk, String metric) {
        return of(fileOf(file, jdk)).rows().stream()
                .filter(row -> row.group().equals(group) && row.subject().equals(subject))
                .filter(row -> row.jdk().equals(jdk) && row.metric().equals(metric))
                .findFirst();
    }

    Row row(String file, String group, String subject, String jdk, String metric) {
        return find(file, group, subject, jdk, metric)
                .orElseThrow(() -> new AssertionError(
                        "There is no figure of " + String.join(", ", List.of(file, group, subject, jdk, metric))));
    }

    /**
     * The figure of the floor, which does only the minimum of work. There is none for {@code disruptor:} with several
     * consumers: each handler of a bare Disruptor gets every message.
     */
    Optional<Row> floor(String file, String group, String jdk, String metric) {
        if (group.startsWith("disruptor/")) {
            return group.endsWith("-1") ? find(file, group, "raw-disruptor", jdk, metric) : Optional.empty();
        }
        return find(file, group, group.startsWith("seda/") ? "raw-jctools" : Row.FLOOR, jdk, metric);
    }

    String timesTheFloor(Row own, String file) {
        return floor(file, own.group(), own.jdk(), own.metric())
                .map(floor -> number(cost(own, floor)) + "x")
                .orElse("");
    }

    /** How many times better the first figure is. */
    static double ratio(Row own, Row other) {
        return own.better().ratio(own.value(), other.value());
    }

    /** How many times as long as the other, or how many times as few a second. */
    static double cost(Row own, Row other) {
        return own.better() == Better.LESS ? own.value() / other.value() : other.value() / own.value();
    }

    /** The age of what was used: {@code 2026-11-25, commit `29f487a`}. */
    String age() {
        return used.stream()
                .map(this::of)
                .map(result -> result.date().toString().substring(0, 10) + ", commit `" + result.commit() + "`")
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** A number with its significant digits: 3.42, 31.0, 1508. */
    static String number(double value) {
        String format = value >= 1000 ? "%,.0f" : value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    static String times(double ratio) {
        return ratio < 1 ? "**" + number(ratio) + "x**" : number(ratio) + "x";
    }

    static String withRange(Row row) {
        return row.low() < row.high()
                ? number(row.value()) + " (" + number(row.low()) + "-" + number(row.high()) + ")"
                : number(row.value());
    }

    static String millions(Row row) {
        return String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", row.value() / 1e6, row.low() / 1e6, row.high() / 1e6);
    }
}
