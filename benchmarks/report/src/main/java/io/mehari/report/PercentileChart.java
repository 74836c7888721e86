package io.mehari.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/*
 * Horizontal axis: each step covers nine tenths of the messages that are right of the previous step. So the few slow
 * messages have as much room as the many fast ones. The vertical axis is logarithmic, because subjects differ by
 * factors of ten.
 */
/** A chart that shows which part of the messages was done within which time. */
final class PercentileChart {
    private final Palette palette;
    private final List<Percentiles> lines;

    PercentileChart(Palette palette, List<Percentiles> lines) {
        this.palette = palette;
        this.lines = lines;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        Scale across =
                Scale.nines(values(Point::x).filter(part -> part < 1).max().orElse(0));
        Scale up = Scale.logarithmic(
                values(Point::y).filter(time -> time > 0).min().orElse(1),
                values(Point::y).max().orElse(1));
        LineChart chart = new LineChart(across, "% of the messages took no longer", up);
        for (Percentiles line : lines) {
            chart.curve(line.points(), palette.of(line.subject()));
        }
        for (Percentiles line : lines) {
            chart.legend(line.subject(), palette.of(line.subject()), figures(line.points()));
        }
        Percentiles any = lines.get(0);
        String unit = any.unit().equals("us") ? "µs" : any.unit();
        return chart.finished(
                new Svg.Heading(title, "latency, " + unit, jdk + "; less is better; both axes logarithmic"), ownStyle);
    }

    private DoubleStream values(ToDoubleFunction<Point> axis) {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(axis);
    }

    private static String figures(List<Point> points) {
        String half = at(points, 0.5);
        String most = at(points, 0.99);
        String all = points.isEmpty()
                ? ""
                : Numbers.shown(points.get(points.size() - 1).y());
        return "50 %: " + half + ", 99 %: " + most + ", all: " + all;
    }

    /** The text for the first point whose part is not smaller. */
    private static String at(List<Point> points, double part) {
        for (Point point : points) {
            if (point.x() >= part) {
                return Numbers.shown(point.y());
            }
        }
        return "?";
    }
}
