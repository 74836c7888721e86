package io.mehari.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/*
 * Both axes are logarithmic, and the vertical one spans at least a factor of a hundred. So a figure that does not grow
 * is a horizontal line, and a figure that grows in proportion to the count has the same slope in each chart.
 */
/** How a figure grows with a count. */
final class GrowthChart {
    private static final double LEAST_SPAN = 100;

    private final Palette palette;
    private final List<Series> lines;

    GrowthChart(Palette palette, List<Series> lines) {
        this.palette = palette;
        this.lines = lines;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        Series any = lines.get(0);
        double least = values(Point::y).filter(y -> y > 0).min().orElse(1);
        double most = Math.max(least, values(Point::y).max().orElse(1));
        double middle = Math.sqrt(least * most);
        double half = Math.sqrt(Math.max(LEAST_SPAN, most / least));
        Scale across = Scale.logarithmic(
                values(Point::x).filter(x -> x > 0).min().orElse(1),
                values(Point::x).max().orElse(1));
        LineChart chart = new LineChart(across, any.axis(), Scale.logarithmic(middle / half, middle * half));
        for (Series line : lines) {
            chart.curve(line.points(), palette.of(line.subject()));
        }
        for (Series line : lines) {
            chart.legend(line.subject(), palette.of(line.subject()), figures(line.points()));
        }
        return chart.finished(
                new Svg.Heading(title, any.metric() + " by count", jdk + "; less is better; both axes logarithmic"),
                ownStyle);
    }

    private DoubleStream values(ToDoubleFunction<Point> axis) {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(axis);
    }

    private static String figures(List<Point> points) {
        if (points.isEmpty()) {
            return "";
        }
        Point first = points.get(0);
        Point last = points.get(points.size() - 1);
        return Numbers.shown(first.y()) + " at " + Numbers.shown(first.x()) + ", " + Numbers.shown(last.y()) + " at "
                + Numbers.shown(last.x());
    }
}
