package io.mehari.report;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A point of a line; in a file it is an array of two numbers. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Point(double x, double y) {
    /** Both numbers must be finite. */
    public Point {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new IllegalArgumentException("a point has two finite numbers, not " + x + " and " + y);
        }
    }
}
