package io.mehari.woven.cases;

import io.mehari.builder.RouteBuilder;
import java.util.List;
import java.util.function.Function;

/**
 * Routes and how messages come to them.
 *
 * @param entries where messages are sent to
 * @param expected where a message arrives, with its name at that place
 */
record Shape(String name, Routes routes, List<String> entries, Way way, Function<String, List<String>> expected) {

    interface Routes {
        void describe(RouteBuilder r, Ledger ledger);
    }

    /** Whether a step that has run, and then fails at its end, is tried again or handled. */
    boolean repeats() {
        return List.of("redelivery", "on-exception", "try").contains(name);
    }

    /** How a message is sent. */
    enum Way {
        SEND,
        REQUEST,
        REQUEST_LATER,
        /** A timer makes the messages. */
        TICKS
    }
}
