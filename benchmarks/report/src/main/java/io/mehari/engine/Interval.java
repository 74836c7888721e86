package io.mehari.engine;

import java.util.Locale;

/** The range in which a value may lie. */
public record Interval(double low, double high) {
    /** The distance of both ends from that value, in percent: {@code -6.1..+2.5 %}. */
    public String around(double value) {
        if (low == high || value == 0) {
            return "-";
        }
        return String.format(Locale.ROOT, "%+.1f..%+.1f %%", (low - value) / value * 100, (high - value) / value * 100);
    }
}
