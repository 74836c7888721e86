package io.mehari.report;

import java.util.List;

/** A point of a line. */
public record Point(double x, double y) {
    /** Two finite numbers. */
    public Point {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new IllegalArgumentException("a point has two finite numbers, not " + x + " and " + y);
        }
    }

    static List<Point> read(Json json) {
        return json.elements().stream()
                .map(pair -> {
                    List<Json> two = pair.elements();
                    if (two.size() != 2) {
                        throw pair.refused("two numbers", Integer.toString(two.size()));
                    }
                    return new Point(two.get(0).number(), two.get(1).number());
                })
                .toList();
    }
}
