package io.mehari.report;

import java.util.List;

/*
 * Across: each step of the axis is a tenth of the messages that the step before it left, so that the rare slow ones have as
 * much room as the many fast ones. Up: a logarithm, since subjects differ by tens.
 */
/** Within what time which part of the messages was done. */
final class PercentileChart {
    private static final List<String> PARTS = List.of("0", "90", "99", "99.9", "99.99", "99.999", "99.9999");
    private static final int[] ROUND = {1, 2, 5};

    private final Palette palette;
    private final List<Percentiles> lines;

    PercentileChart(Palette palette, List<Percentiles> lines) {
        this.palette = palette;
        this.lines = lines;
    }

    String draw(String title, String jdk, boolean ownStyle) {
        double last = Math.ceil(lines.stream()
                .flatMap(line -> line.points().stream())
                .filter(point -> point.x() < 1)
                .mapToDouble(point -> nines(point.x()))
                .max()
                .orElse(1));
        double least = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .filter(time -> time > 0)
                .min()
                .orElse(1);
        double most = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .max()
                .orElse(1);
        double bottom = Math.floor(StrictMath.log10(least) + 1e-9);
        double top = Math.max(bottom + 1, StrictMath.log10(Math.max(most, least)) + 0.05);
        LineChart chart = new LineChart(
                part -> part < 1 ? nines(part) : last,
                0,
                last,
                time -> StrictMath.log10(Math.max(time, least)),
                bottom,
                top);
        for (int i = 0; i <= last && i < PARTS.size(); i++) {
            chart.tickX(1 - StrictMath.pow(10, -i), PARTS.get(i));
        }
        timeTicks(chart, bottom, top);
        chart.axis("percentile: the part of the messages that took no longer");
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

    /** 0 is 0, 0.9 is 1, 0.99 is 2. */
    private static double nines(double part) {
        return -StrictMath.log10(1 - part);
    }

    private static void timeTicks(LineChart chart, double bottom, double top) {
        for (int exponent = (int) bottom; exponent <= top; exponent++) {
            for (int digit : ROUND) {
                double tick = digit * StrictMath.pow(10, exponent);
                if (StrictMath.log10(tick) <= top && (digit == 1 || top - bottom < 3)) {
                    chart.tickY(tick, Numbers.shown(tick));
                }
            }
        }
    }

    private static String figures(List<Point> points) {
        String half = at(points, 0.5);
        String most = at(points, 0.99);
        String all = points.isEmpty()
                ? ""
                : Numbers.shown(points.get(points.size() - 1).y());
        return "50 %: " + half + ", 99 %: " + most + ", all: " + all;
    }

    /** What is said of the first part that is no smaller. */
    private static String at(List<Point> points, double part) {
        for (Point point : points) {
            if (point.x() >= part) {
                return Numbers.shown(point.y());
            }
        }
        return "?";
    }
}
