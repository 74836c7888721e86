package io.mehari.report;

import java.util.ArrayList;
import java.util.List;

/** How a figure went while it ran. */
final class TimeChart {
    /** More points than the picture has columns cannot be seen. */
    private static final int MOST_POINTS = 400;

    private static final int TICKS = 5;

    private final Palette palette;
    private final List<Series> lines;

    TimeChart(Palette palette, List<Series> lines) {
        this.palette = palette;
        this.lines = lines;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        double seconds = most(lines, true);
        double most = most(lines, false);
        double stepX = step(seconds);
        double stepY = step(most);
        LineChart chart = new LineChart(t -> t, 0, seconds, v -> v, 0, Math.ceil(most / stepY - 1e-9) * stepY);
        for (int i = 0; i * stepX <= seconds * (1 + 1e-9); i++) {
            chart.tickX(i * stepX, Numbers.shown(i * stepX));
        }
        for (int i = 0; (i - 1) * stepY < most * (1 - 1e-9); i++) {
            chart.tickY(i * stepY, Numbers.shown(i * stepY));
        }
        chart.axis("seconds");
        for (Series line : lines) {
            chart.curve(thinned(line.points()), palette.of(line.subject()));
        }
        for (Series line : lines) {
            chart.legend(line.subject(), palette.of(line.subject()), figures(line.points()));
        }
        return chart.finished(new Svg.Heading(title, lines.get(0).metric() + " over time", jdk), ownStyle);
    }

    private static double most(List<Series> lines, boolean across) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(point -> across ? point.x() : point.y())
                .filter(value -> value > 0)
                .max()
                .orElse(1);
    }

    /** 1, 2 or 5 times a power of ten, about so that {@link #TICKS} of it are the whole. */
    private static double step(double whole) {
        double power = StrictMath.pow(10, Math.floor(StrictMath.log10(whole / TICKS)));
        double digit = whole / TICKS / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Of each stretch the least and the most, in their order: what stands out stays. */
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
