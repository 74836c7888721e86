package io.mehari.report;

import io.mehari.engine.Interval;
import io.mehari.engine.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** A chart with several lines, each with its own colour and dashes, and a legend with figures below. */
final class LineChart {
    private static final int TOP = 84;
    private static final int HEIGHT = 220;
    private static final int LEFT = 64;
    private static final int RIGHT = Svg.WIDTH - Svg.MARGIN - 14;
    private static final int LEGEND = 20;
    private static final int SWATCH = 28;
    private static final int LONGEST = 40;
    private static final double LEAST_SPAN = 100;

    private final Svg svg = new Svg();
    private final List<String> said = new ArrayList<>();
    private final Scale across;
    private final Scale up;
    private int below = TOP + HEIGHT + 46;

    private LineChart(Scale across, String axis, Scale up, String unit) {
        this.across = across;
        this.up = up;
        for (Scale.Tick tick : across.ticks()) {
            double at = acrossTo(tick.value());
            svg.line(at, TOP, at, TOP + HEIGHT, "grid");
            svg.text(at, TOP + HEIGHT + 16, "soft mid", tick.label());
        }
        for (Scale.Tick tick : up.ticks()) {
            double at = upTo(tick.value());
            svg.line(LEFT, at, RIGHT, at, "grid");
            svg.text(LEFT - 6, at + 4, "soft end", tick.label());
        }
        svg.text(Svg.MARGIN, TOP - 16, "soft", unit);
        svg.text((LEFT + RIGHT) / 2.0, TOP + HEIGHT + 33, "soft mid", axis);
    }

    /**
     * Which part of the messages was done within which time. Each step to the right covers nine tenths of the messages
     * that are left, so the few slow messages have as much room as the many fast ones.
     */
    static String latency(Palette palette, String run, List<Percentiles> lines) {
        List<Point> all = lines.stream().flatMap(line -> line.points().stream()).toList();
        Scale across =
                Scale.nines(values(all, Point::x).filter(part -> part < 1).max().orElse(0));
        Scale up = Scale.logarithmic(
                values(all, Point::y).filter(time -> time > 0).min().orElse(1),
                values(all, Point::y).max().orElse(1));
        String unit = Words.metric(lines.get(0).unit());
        LineChart chart = new LineChart(across, "% of the messages took no longer", up, unit);
        lines.forEach(line -> chart.curve(line.points(), palette.of(line.subject())));
        lines.forEach(line -> chart.legend(palette, line.subject(), line.points(), LineChart::parts));
        String small = "JDK " + lines.get(0).jdk() + "; less is better; both axes logarithmic" + run;
        return chart.finished("Latency: " + Words.group(lines.get(0).group()), small);
    }

    private static String parts(List<Point> points) {
        String most = Numbers.shown(points.get(points.size() - 1).y());
        return "50 %: " + part(points, 0.5) + ", 99 %: " + part(points, 0.99) + ", all: " + most;
    }

    /** The text for the first point whose part is not smaller. */
    private static String part(List<Point> points, double part) {
        return points.stream()
                .filter(point -> point.x() >= part)
                .findFirst()
                .map(point -> Numbers.shown(point.y()))
                .orElse("?");
    }

    /**
     * How a figure grows with a count. Both axes are logarithmic, and the vertical one spans at least a factor of a
     * hundred. So a figure that does not grow is a horizontal line, and one that grows in proportion to the count has
     * the same slope in each chart.
     */
    static String growth(Palette palette, String run, List<Series> lines) {
        List<Point> all = lines.stream().flatMap(line -> line.points().stream()).toList();
        double least = values(all, Point::y).filter(y -> y > 0).min().orElse(1);
        double most = Math.max(least, values(all, Point::y).max().orElse(1));
        double middle = Math.sqrt(least * most);
        double half = Math.sqrt(Math.max(LEAST_SPAN, most / least));
        Scale across = Scale.logarithmic(
                values(all, Point::x).filter(x -> x > 0).min().orElse(1),
                values(all, Point::x).max().orElse(1));
        Scale up = Scale.logarithmic(middle / half, middle * half);
        Series any = lines.get(0);
        LineChart chart = new LineChart(across, Words.axis(any), up, Words.metric(any.metric()));
        lines.forEach(line -> chart.curve(line.points(), palette.of(line.subject())));
        lines.forEach(line -> chart.legend(palette, line.subject(), line.points(), LineChart::ends));
        String small = "JDK " + any.jdk() + "; less is better; both axes logarithmic" + run;
        return chart.finished(Words.group(any.group()), small);
    }

    private static String ends(List<Point> points) {
        Point first = points.get(0);
        Point last = points.get(points.size() - 1);
        return Numbers.shown(first.y()) + " at " + Numbers.shown(first.x()) + ", " + Numbers.shown(last.y()) + " at "
                + Numbers.shown(last.x());
    }

    /** How figures change from release to release, each a point, and a bar if it is a range. */
    static String releases(String title, String small, List<String> names, Map<String, List<Interval>> lines) {
        double most = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Interval::high)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        LineChart chart = new LineChart(Scale.names(names), "release", Scale.linear(most), "bytes");
        int colour = 2;
        for (Map.Entry<String, List<Interval>> line : lines.entrySet()) {
            List<Point> middles = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                Interval range = line.getValue().get(i);
                if (Double.isFinite(range.low())) {
                    middles.add(new Point(i, (range.low() + range.high()) / 2));
                    double at = chart.acrossTo(i);
                    chart.svg.line(at, chart.upTo(range.low()), at, chart.upTo(range.high()), "whisker");
                }
            }
            chart.curve(middles, colour);
            String text = middles.isEmpty() ? "" : firstAndLast(middles, names);
            chart.legend(colour, line.getKey(), text);
            colour = (colour + 1) % Palette.COLOURS;
        }
        return chart.finished(title, small);
    }

    private static String firstAndLast(List<Point> points, List<String> names) {
        Point first = points.get(0);
        Point last = points.get(points.size() - 1);
        return Numbers.shown(first.y()) + " in " + names.get((int) first.x()) + ", " + Numbers.shown(last.y()) + " in "
                + names.get((int) last.x());
    }

    private static DoubleStream values(List<Point> points, ToDoubleFunction<Point> axis) {
        return points.stream().mapToDouble(axis);
    }

    private void curve(List<Point> points, int colour) {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(Svg.shortly(acrossTo(point.x())));
            path.append(' ').append(Svg.shortly(upTo(point.y())));
        }
        svg.path(path.toString(), "curve s" + colour);
    }

    private void legend(Palette palette, String subject, List<Point> points, Function<List<Point>, String> figures) {
        legend(palette.of(subject), subject, points.isEmpty() ? "" : figures.apply(points));
    }

    private void legend(int colour, String subject, String text) {
        svg.line(Svg.MARGIN, below + 6, Svg.MARGIN + SWATCH, below + 6, "curve s" + colour);
        String kind = Palette.own(subject) ? "own" : "";
        svg.text(Svg.MARGIN + SWATCH + 8, below + 10, kind, Svg.shortened(subject, LONGEST));
        svg.text(Svg.WIDTH - Svg.MARGIN, below + 10, "end", text);
        said.add(subject + ": " + text + ".");
        below += LEGEND;
    }

    private String finished(String title, String small) {
        return svg.finished(below + 8, title, small, String.join(" ", said));
    }

    private double acrossTo(double value) {
        return LEFT + across.at(value) * (RIGHT - LEFT);
    }

    private double upTo(double value) {
        return TOP + HEIGHT - up.at(value) * HEIGHT;
    }
}
