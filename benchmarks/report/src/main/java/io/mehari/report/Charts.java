package io.mehari.report;

import io.mehari.engine.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/*
 * All values in one chart can be compared: they belong to one scenario and one metric. Both JDKs share a bar chart if
 * it fits on a screen.
 */
/**
 * Creates all charts of a result as SVG: bars, latencies, curves. Each names its run. They are
 * light or dark like the reader's system. The same result always gives the same bytes.
 */
public final class Charts {

    private final Result result;
    private final Palette palette;
    private final String run;

    private Charts(Result result) {
        this.result = result;
        this.palette = new Palette(result);
        this.run = "; " + result.date().toString().substring(0, 10) + ", commit " + result.commit();
    }

    /**
     * One chart.
     *
     * @param name a file name for it, without extension
     * @param svg the SVG text
     */
    public record Picture(String name, String svg) {}

    /** All charts, each for a file of its own. */
    public static List<Picture> of(Result result) {
        return new Charts(result).all();
    }

    /** Writes the result to that file, and its charts to a folder beside it. */
    public static void write(Result result, Path json) throws IOException {
        result.write(json);
        Path folder = json.resolveSibling(String.valueOf(json.getFileName()).replace(".json", "-svg"));
        for (Picture each : of(result)) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(each.name + ".svg"), each.svg);
        }
    }

    /** A chart with a line for each subject, from release to release. An interval that is not finite has no point. */
    public static String releases(String title, String small, List<String> names, Map<String, List<Interval>> lines) {
        return LineChart.releases(title, small, names, lines);
    }

    private List<Picture> all() {
        List<Picture> pictures = new ArrayList<>();
        List<Row> compared = result.rows().stream()
                .filter(row -> !row.subject().equals(Row.FLOOR))
                .toList(); // next to the bar of the floor, the other bars would be too short to compare
        groups(compared, row -> List.of(Scenario.of(row.group()), row.metric()))
                .forEach((key, rows) -> bars(pictures, key.get(0), key.get(1), rows));
        groups(result.percentiles(), each -> List.of(each.group(), each.unit(), each.jdk()))
                .forEach((key, lines) -> add(
                        pictures,
                        key.get(0),
                        "latency-" + key.get(1) + "-jdk-" + key.get(2),
                        LineChart.latency(palette, run, lines)));
        groups(result.series(), each -> List.of(each.group(), each.metric(), each.axis(), each.jdk()))
                .forEach((key, lines) -> add(
                        pictures,
                        key.get(0),
                        key.get(1) + "-by-count-jdk-" + key.get(3),
                        LineChart.growth(palette, run, lines)));
        return pictures;
    }

    private void bars(List<Picture> pictures, String scenario, String metric, List<Row> rows) {
        boolean growth = result.series().stream().anyMatch(each -> each.group().equals(scenario));
        if (rows.size() < 2 || growth) {
            return; // a single bar says no more than the table; neither do bars next to a curve
        }
        boolean together = BarChart.fitting(rows).size() == 1;
        groups(rows, row -> together ? "" : "-jdk-" + row.jdk()).forEach((jdk, some) -> {
            List<List<Row>> charts = BarChart.fitting(some);
            for (int i = 0; i < charts.size(); i++) {
                String svg = new BarChart(palette, run, charts.get(i)).draw();
                add(pictures, scenario, metric + jdk + (i == 0 ? "" : "-" + (i + 1)), svg);
            }
        });
    }

    private static void add(List<Picture> pictures, String group, String what, String svg) {
        pictures.add(new Picture(Scenario.file(group, what), svg));
    }

    /** Groups the elements by key, in the order in which the keys first occur. */
    static <T, K> Map<K, List<T>> groups(List<T> elements, Function<T, K> key) {
        Map<K, List<T>> groups = new LinkedHashMap<>();
        for (T element : elements) {
            groups.computeIfAbsent(key.apply(element), none -> new ArrayList<>())
                    .add(element);
        }
        return groups;
    }
}
