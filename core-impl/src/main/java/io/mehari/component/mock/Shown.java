package io.mehari.component.mock;

import io.mehari.Exchange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The text of values in the message of a failed assertion, at a readable length. */
final class Shown {
    private static final int MESSAGES = 5;
    private static final int CHARACTERS = 200;

    private Shown() {}

    static String value(@Nullable Object value) {
        return value == null ? "null" : text(value) + " (" + value.getClass().getTypeName() + ")";
    }

    private static String text(Object value) {
        String text;
        try {
            text = value instanceof Object[] array ? Arrays.toString(array) : value.toString();
        } catch (RuntimeException e) {
            return "(its toString failed: " + e.getClass().getName() + ")";
        }
        return text.length() <= CHARACTERS
                ? text
                : text.substring(0, CHARACTERS) + "... of " + text.length() + " characters";
    }

    /** The first messages, and the number of further ones. */
    static String messages(Arrivals.Received received) {
        StringBuilder text = new StringBuilder("Received ").append(received.count());
        if (received.size() < received.count()) {
            text.append(", of which ").append(received.size()).append(" were kept (see retainFirst and retainLast)");
        }
        int shown = Math.min(received.size(), MESSAGES);
        for (int i = 0; i < shown; i++) {
            Exchange exchange = received.kept(i);
            text.append(System.lineSeparator())
                    .append("  [")
                    .append(received.index(i))
                    .append("] body: ")
                    .append(value(exchange.getBody()))
                    .append(", headers: ")
                    .append(text(exchange.getHeaders()));
        }
        if (received.count() > shown) {
            text.append(System.lineSeparator())
                    .append("  and ")
                    .append(received.count() - shown)
                    .append(" more");
        }
        return text.toString();
    }
}
