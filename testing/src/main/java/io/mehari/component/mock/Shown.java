package io.mehari.component.mock;

import io.mehari.Exchange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The text of values in the message of a failed assertion, at a readable length. */
final class Shown {
    private static final int MESSAGES = 5;
    private static final int CHARACTERS = 200;
    private static final int FEW = 2;
    private static final int LINE = 100;

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

    /** One line for each of the first messages. */
    static String few(Arrivals.Received received) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(received.size(), FEW); i++) {
            Exchange exchange = received.kept(i);
            String line =
                    (value(exchange.getBody()) + ", headers: " + text(exchange.getHeaders())).replaceAll("\\R", " ");
            text.append(System.lineSeparator())
                    .append("    [")
                    .append(received.index(i))
                    .append("] ")
                    .append(line, 0, Math.min(line.length(), LINE));
        }
        return text.toString();
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
