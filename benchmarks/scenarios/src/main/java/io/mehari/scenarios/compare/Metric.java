package io.mehari.scenarios.compare;

import io.mehari.report.Better;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;

/** What is compared. */
enum Metric {
    /** Messages in a second. */
    RATE("messages/s", Better.MORE) {
        @Override
        double of(Fields total) {
            return total.number("messages") / (total.number("nanos") / 1e9);
        }
    },

    /** What all threads together allocate for a message. */
    BYTES("bytes/message", Better.LESS) {
        @Override
        double of(Fields total) {
            return total.number("allocated") / total.number("messages");
        }
    },

    /** What the process computes for a message, the collection of garbage included. */
    CPU("CPU ns/message", Better.LESS) {
        @Override
        double of(Fields total) {
            return total.number("cpu") / total.number("messages");
        }
    };

    private final String unit;
    private final Better better;

    Metric(String unit, Better better) {
        this.unit = unit;
        this.better = better;
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

    abstract double of(Fields total);
}
