package io.mehari.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Lines in one frame, each in its colour and with its own dashes, and below them a legend with figures. */
final class LineChart {
    private static final int TOP = 60;
    private static final int HEIGHT = 200;
    private static final int LEFT = 56;
    private static final int RIGHT = Svg.WIDTH - Svg.MARGIN - 14;
    private static final int LEGEND = 20;
    private static final int SWATCH = 28;
    /** So many letters have room beside each other. */
    private static final int ONE_LINE = 54;

    private static final int LONGEST = 50;

    private final Svg svg = new Svg();
    private final List<String> said = new ArrayList<>();
    private final DoubleUnaryOperator x;
    private final DoubleUnaryOperator y;
    private final double left;
    private final double right;
    private final double bottom;
    private final double top;
    private int below = TOP + HEIGHT + 34;

    /** Both operators say where on its axis a value lies; the four numbers are the ends of the axes in that measure. */
    LineChart(DoubleUnaryOperator x, double left, double right, DoubleUnaryOperator y, double bottom, double top) {
        this.x = x;
        this.y = y;
        this.left = left;
        this.right = right > left ? right : left + 1;
        this.bottom = bottom;
        this.top = top > bottom ? top : bottom + 1;
    }

    void tickX(double value, String label) {
        double at = acrossTo(value);
        svg.line(at, TOP, at, TOP + HEIGHT, "grid");
        svg.text(at, TOP + HEIGHT + 16, "soft mid", label);
    }

    void tickY(double value, String label) {
        double at = upTo(value);
        svg.line(LEFT, at, RIGHT, at, "grid");
        svg.text(LEFT - 6, at + 4, "soft end", label);
    }

    void axis(String name) {
        svg.text((LEFT + RIGHT) / 2.0, TOP + HEIGHT + 32, "soft mid", name);
        below += 10;
    }

    void curve(List<Point> points, int colour) {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(Svg.shortly(acrossTo(point.x())));
            path.append(' ').append(Svg.shortly(upTo(point.y())));
        }
        svg.path(path.toString(), "curve s" + colour);
    }

    void legend(String subject, int colour, String figures) {
        svg.line(Svg.MARGIN, below + 6, Svg.MARGIN + SWATCH, below + 6, "curve s" + colour);
        svg.text(
                Svg.MARGIN + SWATCH + 8,
                below + 10,
                Palette.own(subject) ? "own" : "",
                Svg.shortened(subject, LONGEST));
        if (subject.length() + figures.length() > ONE_LINE) {
            below += LEGEND - 4;
        }
        svg.text(Svg.WIDTH - Svg.MARGIN, below + 10, "end", figures);
        said.add(subject + ": " + figures + ".");
        below += LEGEND;
    }

    String finished(Svg.Heading heading, boolean ownStyle) {
        return svg.finished(below + 8, heading, String.join(" ", said), ownStyle);
    }

    private double acrossTo(double value) {
        double part = (x.applyAsDouble(value) - left) / (right - left);
        return LEFT + Math.max(0, Math.min(1, part)) * (RIGHT - LEFT);
    }

    private double upTo(double value) {
        double part = (y.applyAsDouble(value) - bottom) / (top - bottom);
        return TOP + HEIGHT - Math.max(0, Math.min(1, part)) * HEIGHT;
    }
}
