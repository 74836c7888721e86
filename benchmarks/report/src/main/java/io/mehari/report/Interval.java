package io.mehari.report;

/** From where to where a figure may lie. */
public record Interval(double low, double high) {
    /** Whether the two share a value. */
    public boolean overlaps(Interval other) {
        return low <= other.high && other.low <= high;
    }

    boolean contains(double value) {
        return low <= value && value <= high;
    }
}
