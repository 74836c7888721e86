package io.mehari.report;

import io.mehari.engine.Numbers;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * A chart with horizontal bars for one metric, in groups. Each bar has its value, and the range of its samples as a
 * whisker.
 */
final class BarChart {
    private static final int TOP = 60;
    private static final int AXIS = 40;
    private static final int GAP = 6;
    private static final int STEP = 22;
    private static final int BAR = 14;
    private static final int PART = 24;
    private static final int LEFT = 196;
    private static final int ROOM = 350;
    /** A longer whisker would leave no room for the bars. It is cut, and the chart shows the cut. */
    private static final double LONGEST = 1.5;

    private static final int LONGEST_LABEL = 28;

    private final Palette palette;
    private final String run;
    private final List<Row> rows;
    private final Scale scale;
    private final Svg svg = new Svg();
    private final List<String> said = new ArrayList<>();

    BarChart(Palette palette, String run, List<Row> rows) {
        this.palette = palette;
        this.run = run;
        this.rows = rows;
        double value = rows.stream().mapToDouble(Row::value).max().orElse(1);
        double high = rows.stream().mapToDouble(Row::high).max().orElse(1);
        double longest = Math.min(high, value * LONGEST);
        this.scale = Scale.linear(longest);
    }

    /** Splits rows into charts that are not too high; the parts of a chart are not divided. */
    static List<List<Row>> fitting(List<Row> rows) {
        List<List<Row>> charts = new ArrayList<>();
        int height = Svg.HIGHEST;
        for (List<Row> part : parts(rows).values()) {
            int more = PART + GAP + STEP * part.size();
            if (height + more > Svg.HIGHEST - TOP - AXIS) {
                charts.add(new ArrayList<>());
                height = 0;
            }
            charts.get(charts.size() - 1).addAll(part);
            height += more;
        }
        return charts;
    }

    String draw() {
        Row any = rows.get(0);
        int y = TOP;
        for (Map.Entry<String, List<Row>> part : parts(rows).entrySet()) {
            svg.text(Svg.MARGIN, y + 14, "part", part.getKey());
            said.add(part.getKey() + ":");
            y += PART;
            for (Row row : part.getValue()) {
                bar(row, y);
                y += STEP;
            }
            y += GAP;
        }
        svg.line(LEFT, TOP + PART - 4, LEFT, y - 4, "grid");
        for (Scale.Tick tick : scale.ticks()) {
            svg.line(LEFT + length(tick.value()), y - 4, LEFT + length(tick.value()), y, "grid");
            svg.text(LEFT + length(tick.value()), y + 13, "soft mid", tick.label());
        }
        svg.text(LEFT + ROOM / 2.0, y + 30, "soft mid", Words.metric(any.metric()));
        boolean oneJdk = rows.stream().allMatch(row -> row.jdk().equals(any.jdk()));
        String small = any.better() + " is better" + read() + (oneJdk ? "; JDK " + any.jdk() : "") + run;
        String title = Words.group(Scenario.of(any.group())) + ": " + Words.metric(any.metric());
        return svg.finished(y + AXIS, title, small, String.join(" ", said));
    }

    private static Map<String, List<Row>> parts(List<Row> rows) {
        boolean oneJdk = rows.stream().map(Row::jdk).distinct().count() == 1;
        return Charts.groups(rows, row -> part(row, oneJdk));
    }

    /** Explains what a bar and a whisker mean. */
    private String read() {
        IntSummaryStatistics samples =
                rows.stream().mapToInt(row -> row.samples().size()).summaryStatistics();
        if (samples.getMax() < 2) {
            return samples.getMax() == 1 ? "; one sample each" : "";
        }
        String of = samples.getMin() == samples.getMax()
                ? String.valueOf(samples.getMax())
                : samples.getMin() + " to " + samples.getMax();
        return "; median of " + of + ", whisker: least to most";
    }

    private static String part(Row row, boolean oneJdk) {
        String variation = Words.variation(Scenario.variation(row.group()));
        if (variation.isEmpty()) {
            return "JDK " + row.jdk();
        }
        return oneJdk ? variation : variation + ", JDK " + row.jdk();
    }

    private void bar(Row row, int y) {
        double length = length(row.value());
        double middle = y + BAR / 2.0;
        String figure = Numbers.shown(row.value());
        String range =
                row.low() < row.high() ? " (" + Numbers.shown(row.low()) + ".." + Numbers.shown(row.high()) + ")" : "";
        String sentence = row.subject() + " " + figure + range;
        said.add(sentence + ".");
        svg.text(
                Svg.MARGIN,
                y + 11.5,
                Palette.own(row.subject()) ? "own" : "soft",
                Svg.shortened(row.subject(), LONGEST_LABEL));
        svg.rect(LEFT, y, Math.max(length, 1), BAR, "c" + palette.of(row.subject()), sentence + " " + row.metric());
        double end = LEFT + length;
        if (row.low() < row.high()) {
            double low = LEFT + length(row.low());
            double high = LEFT + length(row.high());
            String whisker = whisker(low, high, middle, scale.at(row.high()) > 1.005);
            if (high - low > BAR / 2.0 && low - LEFT > BAR / 2.0) {
                svg.path(whisker, "halo"); // otherwise it would hide a small bar
            }
            svg.path(whisker, "whisker");
            end = Math.max(end, high);
        }
        svg.text(end + 7, y + 11.5, Palette.own(row.subject()) ? "own" : "", figure);
    }

    /** The length of a bar. A value that does not fit is cut, and a negative value has no length. */
    private double length(double value) {
        return Math.max(0, Math.min(1, scale.at(value))) * ROOM;
    }

    private static String whisker(double low, double high, double y, boolean cut) {
        String line = "M" + Svg.shortly(low) + " " + Svg.shortly(y) + "H" + Svg.shortly(high);
        String begin = "M" + Svg.shortly(low) + " " + Svg.shortly(y - 4) + "v8";
        String end = cut
                ? "M" + Svg.shortly(high - 4) + " " + Svg.shortly(y - 4) + "l4 4l-4 4"
                : "M" + Svg.shortly(high) + " " + Svg.shortly(y - 4) + "v8";
        return line + begin + end;
    }
}
