package io.mehari.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/*
 * All values in one chart can be compared: they belong to one scenario and one metric. Both JDKs share a bar chart if
 * it stays small.
 */
/**
 * Creates all charts of a result as SVG: bars, latencies, lines over time, objects. They are light or dark like the
 * reader's system. The same result always gives the same bytes.
 */
public final class Charts {
    private static final int MOST_BARS = 16;

    private final Result result;
    private final Palette palette;
    private final boolean ownStyle;

    private Charts(Result result, boolean ownStyle) {
        this.result = result;
        this.palette = new Palette(result);
        this.ownStyle = ownStyle;
    }

    /**
     * One chart.
     *
     * @param name a file name for it, without extension
     * @param scenario the scenario that it shows
     * @param svg the SVG text
     */
    public record Picture(String name, String scenario, String svg) {}

    /** All charts, each for a file of its own. */
    public static List<Picture> of(Result result) {
        return new Charts(result, true).all();
    }

    /** All charts, for a page that already has the style sheet. */
    static List<Picture> forPage(Result result) {
        return new Charts(result, false).all();
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
                        new PercentileChart(palette, lines).draw(key.get(0), "JDK " + key.get(2), ownStyle)));
        groups(result.series(), each -> List.of(each.group(), each.metric(), each.axis(), each.jdk()))
                .forEach((key, lines) -> overTimeOrCount(pictures, lines));
        groups(result.objects(), each -> List.of(each.group(), each.jdk()))
                .forEach((key, rows) -> add(
                        pictures,
                        key.get(0),
                        "objects-jdk-" + key.get(1),
                        new ObjectChart(palette, rows).draw(key.get(0), "JDK " + key.get(1), ownStyle)));
        return pictures;
    }

    private void overTimeOrCount(List<Picture> pictures, List<Series> lines) {
        Series any = lines.get(0);
        String jdk = "JDK " + any.jdk();
        boolean time = any.axis().equals(Series.SECONDS);
        String svg = time
                ? new TimeChart(palette, lines).draw(any.group(), jdk, ownStyle)
                : new GrowthChart(palette, lines).draw(any.group(), jdk, ownStyle);
        String over = time ? "-over-time-jdk-" : "-by-count-jdk-";
        add(pictures, any.group(), any.metric() + over + any.jdk(), svg);
    }

    private void bars(List<Picture> pictures, String scenario, String metric, List<Row> rows) {
        boolean growth = result.series().stream()
                .anyMatch(each -> each.group().equals(scenario) && !each.axis().equals(Series.SECONDS));
        if (rows.size() < 2 || growth) {
            return; // a single bar says no more than the table; neither do bars next to a curve
        }
        if (rows.size() <= MOST_BARS) {
            add(pictures, scenario, metric, new BarChart(palette, rows).draw(scenario, "", ownStyle));
            return;
        }
        groups(rows, Row::jdk)
                .forEach((jdk, some) -> add(
                        pictures,
                        scenario,
                        metric + "-jdk-" + jdk,
                        new BarChart(palette, some).draw(scenario, "JDK " + jdk, ownStyle)));
    }

    private static void add(List<Picture> pictures, String group, String what, String svg) {
        pictures.add(new Picture(Scenario.file(group, what), Scenario.of(group), svg));
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
