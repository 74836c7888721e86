package io.mehari.scenarios.compare;

import io.mehari.report.Better;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.util.Locale;

/** The metrics that are compared. */
enum Metric {
    /** Messages per second. */
    RATE("messages/s", Better.MORE, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("messages") / (total.number("nanos") / 1e9);
        }
    },

    /** Bytes that all threads together allocate per message. */
    BYTES("bytes/message", Better.LESS, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("allocated") / total.number("messages");
        }
    },

    /** Processor time of the process per message, including garbage collection. */
    CPU("CPU ns/message", Better.LESS, "%,.0f") {
        @Override
        double of(Fields total) {
            return total.number("cpu") / total.number("messages");
        }
    },

    /** Duration of the warm-up: until the state was steady, or until the time for the warm-up was over. */
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

    /** The metric that decides a variation. If a timer sets the rate, it is the processor time at this rate. */
    static Metric deciding(Variation variation) {
        return variation.paced() ? CPU : RATE;
    }

    String unit() {
        return unit;
    }

    Better better() {
        return better;
    }

    /** Formats a value for tables. */
    String shown(double value) {
        return String.format(Locale.ROOT, format, value);
    }

    abstract double of(Fields total);
}
