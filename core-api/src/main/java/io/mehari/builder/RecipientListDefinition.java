package io.mehari.builder;

import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/**
 * Sends a copy of the message to each endpoint of a list that an expression gives. It is a single step, not a block.
 */
public final class RecipientListDefinition extends FanDefinition<RecipientListDefinition> {
    private final Expression recipients;
    private @Nullable String delimiter = ",";
    private boolean ignoreInvalidEndpoints;
    private int cacheSize;

    RecipientListDefinition(ProcessorDefinition<?> parent, Expression recipients) {
        super(parent);
        this.recipients = recipients;
    }

    /**
     * The delimiter of a string that lists URIs, {@code ","} by default; with null, or the string {@code "false"}, a
     * string is one URI.
     */
    public RecipientListDefinition delimiter(@Nullable String delimiter) {
        if (delimiter != null && delimiter.isEmpty()) {
            throw new IllegalArgumentException("delimiter(\"\") is empty: a delimiter has at least one character,"
                    + " and delimiter(null) makes a text one URI");
        }
        this.delimiter = "false".equals(delimiter) ? null : delimiter;
        return this;
    }

    /**
     * Skips recipients that are not valid endpoints. By default an invalid recipient fails the exchange, and nothing is
     * sent to any recipient.
     */
    public RecipientListDefinition ignoreInvalidEndpoints() {
        ignoreInvalidEndpoints = true;
        return this;
    }

    /**
     * The size of the producer cache: 0 means the default of 100, a negative number means no cache. The least recently
     * used producer is removed first.
     */
    public RecipientListDefinition cacheSize(int cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }

    @Override
    RecipientListDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.RecipientList(recipients, delimiter, ignoreInvalidEndpoints, cacheSize, fan());
    }

    @Override
    boolean isBlock() {
        return false;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        super.closeInto(parent);
        parent.steps().addAll(steps());
    }
}
