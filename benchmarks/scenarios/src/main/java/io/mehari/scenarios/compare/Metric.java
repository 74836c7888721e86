package io.mehari.scenarios.compare;

import io.mehari.report.Better;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.util.Locale;

/** What is compared. */
enum Metric {
    /** Messages in a second. */
    RATE("messages/s", Better.MORE, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("messages") / (total.number("nanos") / 1e9);
        }
    },

    /** What all threads together allocate for a message. */
    BYTES("bytes/message", Better.LESS, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("allocated") / total.number("messages");
        }
    },

    /** What the process computes for a message, the collection of garbage included. */
    CPU("CPU ns/message", Better.LESS, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("cpu") / total.number("messages");
        }
    },

    /** How long it took until it was measured: until its state was steady, or as long as it was given. */
    WARM_UP("warm-up s", Better.LESS, "%.1f") {
        @Override
        double of(Fields total) {
            return total.number("warmUp") / 1e9;
        }
    };

    private final String unit;
    private final Better better;
    private final String format;

    Metric(String unit, Better better, String format) {
        this.unit = unit;
        this.better = better;
        this.format = format;
    }

    /** By which a variation is judged: where a timer gives the pace, by what it costs to keep it. */
    static Metric deciding(Variation variation) {
        return variation.paced() ? CPU : RATE;
    }

    String unit() {
        return unit;
    }

    Better better() {
        return better;
    }

    /** A value as tables show it. */
    String shown(double value) {
        return String.format(Locale.ROOT, format, value);
    }

    abstract double of(Fields total);
}
