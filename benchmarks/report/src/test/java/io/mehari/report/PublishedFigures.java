package io.mehari.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The results in {@code docs/results/data}, each a file as {@code ./bench} wrote it. */
final class PublishedFigures {
    private final Path folder;
    private final Map<String, Result> read = new HashMap<>();

    PublishedFigures(Path folder) {
        this.folder = folder;
    }

    /** The result in the file with that name, without extension. */
    Result of(String file) {
        return read.computeIfAbsent(file, name -> {
            try {
                return Result.read(folder.resolve(name + ".json"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The file for only that JDK, if it exists: {@code route-25} in place of {@code route}. */
    String fileOf(String file, String jdk) {
        String own = file + "-" + jdk;
        return Files.exists(folder.resolve(own + ".json")) ? own : file;
    }

    /** The file for that JDK, if it has the group. A group that was not measured again is in the older file. */
    String fileOf(String file, String jdk, String group) {
        String own = fileOf(file, jdk);
        boolean has = of(own).rows().stream()
                .anyMatch(row -> row.group().equals(group) && row.jdk().equals(jdk));
        return has ? own : file;
    }

    /**
     * The figure of the floor, which does only the minimum of work. Each handler of the bare Disruptor gets all events,
     * so there is no floor for several consumers.
     */
    Optional<Row> floor(String file, String group, String jdk, String metric) {
        List<String> floors = group.startsWith("seda/")
                ? List.of("raw-jctools")
                : group.matches("disruptor/\\d+-1")
                        ? List.of("raw-disruptor", "raw-disruptor-blocking")
                        : List.of(Row.FLOOR);
        return floors.stream()
                .flatMap(each -> find(file, group, each, jdk, metric).stream())
                .findFirst();
    }

    Optional<Row> find(String file, String group, String subject, String jdk, String metric) {
        return of(file).rows().stream()
                .filter(row -> row.group().equals(group) && row.subject().equals(subject))
                .filter(row -> row.jdk().equals(jdk) && row.metric().equals(metric))
                .findFirst();
    }

    Row row(String file, String group, String subject, String jdk, String metric) {
        return find(file, group, subject, jdk, metric)
                .orElseThrow(() -> new AssertionError(
                        "There is no figure of " + String.join(", ", List.of(file, group, subject, jdk, metric))));
    }

    /** A number with its significant digits: 3.42, 31.0, 1508. */
    static String number(double value) {
        String format = value >= 1000 ? "%,.0f" : value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
