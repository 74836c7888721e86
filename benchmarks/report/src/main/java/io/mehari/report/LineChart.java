package io.mehari.report;

import java.util.ArrayList;
import java.util.List;

/** A chart with several lines, each with its own colour and dashes, and a legend with figures below. */
final class LineChart {
    private static final int TOP = 60;
    private static final int HEIGHT = 200;
    private static final int LEFT = 56;
    private static final int RIGHT = Svg.WIDTH - Svg.MARGIN - 14;
    private static final int LEGEND = 20;
    private static final int SWATCH = 28;
    /** This number of letters fits into one line. */
    private static final int ONE_LINE = 54;

    private static final int LONGEST = 50;

    private final Svg svg = new Svg();
    private final List<String> said = new ArrayList<>();
    private final Scale across;
    private final Scale up;
    private int below = TOP + HEIGHT + 44;

    LineChart(Scale across, String axis, Scale up) {
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
        svg.text((LEFT + RIGHT) / 2.0, TOP + HEIGHT + 32, "soft mid", axis);
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
        return LEFT + across.at(value) * (RIGHT - LEFT);
    }

    private double upTo(double value) {
        return TOP + HEIGHT - up.at(value) * HEIGHT;
    }
}
