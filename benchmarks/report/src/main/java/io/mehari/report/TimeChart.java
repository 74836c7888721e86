package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A chart of a figure over time. */
final class TimeChart {
    /** More points would be invisible, because the chart has fewer columns. */
    private static final int MOST_POINTS = 400;

    private final Palette palette;
    private final List<Series> lines;

    TimeChart(Palette palette, List<Series> lines) {
        this.palette = palette;
        this.lines = lines;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        Scale up = Scale.linearToATick(most(Point::y));
        LineChart chart = new LineChart(Scale.linear(most(Point::x)), "seconds", up);
        for (Series line : lines) {
            chart.curve(thinned(line.points()), palette.of(line.subject()));
        }
        for (Series line : lines) {
            chart.legend(line.subject(), palette.of(line.subject()), figures(line.points()));
        }
        return chart.finished(new Svg.Heading(title, lines.get(0).metric() + " over time", jdk), ownStyle);
    }

    private double most(ToDoubleFunction<Point> axis) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(axis)
                .max()
                .orElse(1);
    }

    /**
     * Reduces the number of points: keeps the smallest and the largest of each section, in their order, so that peaks
     * stay visible.
     */
    static List<Point> thinned(List<Point> points) {
        if (points.size() <= MOST_POINTS) {
            return points;
        }
        List<Point> thinned = new ArrayList<>();
        int stretches = MOST_POINTS / 2;
        for (int i = 0; i < stretches; i++) {
            int from = (int) ((long) i * points.size() / stretches);
            int to = (int) ((long) (i + 1) * points.size() / stretches);
            int least = from;
            int most = from;
            for (int at = from; at < to; at++) {
                least = points.get(at).y() < points.get(least).y() ? at : least;
                most = points.get(at).y() > points.get(most).y() ? at : most;
            }
            thinned.add(points.get(Math.min(least, most)));
            if (least != most) {
                thinned.add(points.get(Math.max(least, most)));
            }
        }
        return thinned;
    }

    private static String figures(List<Point> points) {
        if (points.isEmpty()) {
            return "";
        }
        List<Double> values = points.stream().map(Point::y).toList();
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return "median " + Numbers.shown(Statistics.median(values)) + ", from " + Numbers.shown(least) + " to "
                + Numbers.shown(most);
    }
}
