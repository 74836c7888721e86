package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Concatenates all bodies as strings. A null is left out. If one of several parts has
 * failed, the result has that failure.
 */
public final class StringAggregationStrategy extends Gathering {
    /* Until the group is complete the body is a StringBuilder; a String would be copied for each message. */

    private String delimiter = "";

    public StringAggregationStrategy() {}

    /** What is between two strings; nothing by default. */
    public StringAggregationStrategy delimiter(String delimiter) {
        this.delimiter = Objects.requireNonNull(
                delimiter, "delimiter(delimiter): delimiter is null; give a text, which may be empty");
        return this;
    }

    @Override
    void begin(Exchange first) {
        String text = first.getBody(String.class);
        first.setBody(text == null ? null : joined(text));
    }

    private static StringBuilder joined(String text) {
        StringBuilder joined = new StringBuilder();
        return joined.append(text);
    }

    @Override
    Exchange add(Exchange old, Exchange next) {
        String text = next.getBody(String.class);
        if (text == null) {
            return failedLike(next, old);
        }
        if (old.getBody() instanceof StringBuilder joined) {
            joined.append(delimiter).append(text);
        } else {
            old.setBody(joined(text));
        }
        return failedLike(next, old);
    }

    @Override
    public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {
        if (exchange != null) {
            String text = exchange.getBody(String.class);
            exchange.setBody(text == null ? "" : text);
        }
    }
}
