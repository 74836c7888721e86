package io.mehari.docs;

import static io.mehari.docs.Figures.MEHARI;
import static io.mehari.docs.Figures.number;
import static io.mehari.docs.Figures.withRange;

import io.mehari.engine.Table;
import io.mehari.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables about growth, watching, casts, clocks and pools. */
final class GrowthTables {
    private static final String NS = "ns/op";

    private final Figures figures;

    GrowthTables(Figures figures) {
        this.figures = figures;
    }

    Table table(String kind, List<String> rest) {
        return switch (kind) {
            case "growth", "growth-sizes" -> growth(kind, rest.get(0), rest.get(1), rest.subList(2, rest.size()));
            case "watching" -> watching();
            case "lives" -> life(rest.get(0));
            default -> typeChecks();
        };
    }

    /** The figures whose unit begins with {@code ns} or {@code B/}: a row for each count, a column for each curve. */
    private Table growth(String file, String jdk, String unit, List<String> curves) {
        Map<Long, Map<String, Row>> byCount = new TreeMap<>();
        for (Row row : figures.of(Figures.fileOf(file, jdk)).rows()) {
            String[] group = row.group().split("/", -1);
            if (row.jdk().equals(jdk) && row.metric().startsWith(unit) && curves.contains(group[0])) {
                byCount.computeIfAbsent(Long.valueOf(group[1]), count -> new LinkedHashMap<>())
                        .put(group[0], row);
            }
        }
        Table table = Table.of("JDK " + jdk + ", n").numbers(curves);
        byCount.forEach((count, rows) -> {
            List<String> cells = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d", count)));
            curves.forEach(curve -> cells.add(Optional.ofNullable(rows.get(curve))
                    .map(row -> unit.equals("ns") ? withRange(row) : number(row.value()))
                    .orElse("")));
            table.add(cells);
        });
        if (unit.equals("ns")) {
            List<String> cells = new ArrayList<>(List.of("largest / smallest"));
            curves.forEach(curve -> cells.add(number(spread(byCount, curve)) + "x"));
            table.add(cells);
        }
        return table;
    }

    private static double spread(Map<Long, Map<String, Row>> byCount, String curve) {
        var values = byCount.values().stream()
                .filter(rows -> rows.containsKey(curve))
                .mapToDouble(rows -> rows.get(curve).value())
                .summaryStatistics();
        return values.getMax() / values.getMin();
    }

    private static final Map<String, String> WATCHERS = new LinkedHashMap<>();

    static {
        WATCHERS.put("none", "no watcher");
        WATCHERS.put("jmx", "JMX");
        WATCHERS.put("removed", "a removed notifier");
        WATCHERS.put("notifier", "a notifier that overrides no event");
        WATCHERS.put("empty", "one that overrides all and does nothing, without times");
        WATCHERS.put("empty-timed", "the same, with times");
        WATCHERS.put("flight-recorder-off", "JDK Flight Recorder, with its events disabled");
        WATCHERS.put("history", "message history");
        WATCHERS.put("redelivery", "no watcher; with redelivery, but no failures");
    }

    private Table watching() {
        Table table = Table.of("watched by").numbers("JDK 25 ns", "B", "JDK 17 ns", "B");
        WATCHERS.forEach((id, name) -> {
            List<String> cells = new ArrayList<>(List.of(name));
            for (String jdk : List.of("25", "17")) {
                String group = "Watching.send/" + id;
                cells.add(withRange(figures.row("watching", group, MEHARI, jdk, NS)));
                cells.add(bytes("watching", group, jdk));
            }
            table.add(cells);
        });
        return table;
    }

    private Table typeChecks() {
        Table table = Table.of("ns, median (range)")
                .numbers("JDK 17, 1 thread", "JDK 17, 2 threads", "JDK 25, 1 thread", "JDK 25, 2 threads");
        for (String form : List.of("interfaces", "classes")) {
            List<String> cells = new ArrayList<>(List.of("casts to " + form));
            for (String jdk : List.of("17", "25")) {
                for (String threads : List.of("", "OnTwoThreads")) {
                    cells.add(withRange(figures.row("type-checks", "TypeChecks." + form + threads, MEHARI, jdk, NS)));
                }
            }
            table.add(cells);
        }
        return table;
    }

    private static final List<String> FACTORIES = List.of("prototype", "pooled", "pooled-checked");

    /** Creating and releasing an exchange: a row for each clock, two columns for each factory. */
    private Table life(String jdk) {
        Table table = Table.of("JDK " + jdk + ", clock");
        for (String factory : FACTORIES) {
            table = table.numbers(factory.replace("-", ", ") + " ns", "B");
        }
        for (String clock : List.of("off", "coarse", "precise")) {
            List<String> cells = new ArrayList<>(List.of(clock));
            for (String factory : FACTORIES) {
                String group = "Life.createAndRelease/" + clock + ", " + factory;
                cells.add(withRange(figures.row("life", group, MEHARI, jdk, NS)));
                cells.add(bytes("life", group, jdk));
            }
            table.add(cells);
        }
        return table;
    }

    private String bytes(String file, String group, String jdk) {
        Row bytes = figures.row(file, group, MEHARI, jdk, "B/op");
        return String.format(Locale.ROOT, "%.0f", bytes.value());
    }
}
