package io.mehari.builder;

import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/** Sends to each of a list of endpoints that the message names. Not a block: further steps follow behind it. */
public final class RecipientListDefinition extends FanDefinition<RecipientListDefinition> {
    private final Expression recipients;
    private @Nullable String delimiter = ",";
    private boolean ignoreInvalidEndpoints;
    private int cacheSize;

    RecipientListDefinition(ProcessorDefinition<?> parent, Expression recipients) {
        super(parent);
        this.recipients = recipients;
    }

    /** Between what a text is a list of URIs, {@code ","} unless said; null: a text is one URI. */
    public RecipientListDefinition delimiter(@Nullable String delimiter) {
        if (delimiter != null && delimiter.isEmpty()) {
            throw new IllegalArgumentException("delimiter(\"\") cannot be: a delimiter has at least one character,"
                    + " and delimiter(null) makes a text one URI");
        }
        this.delimiter = delimiter;
        return this;
    }

    /** Leaves out recipients of which no endpoint can be made; else nothing is sent to any, and the exchange fails. */
    public RecipientListDefinition ignoreInvalidEndpoints() {
        ignoreInvalidEndpoints = true;
        return this;
    }

    /** How many producers are kept: 100 for 0, none for less. The one unused for longest leaves first. */
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
    void closeInto(ProcessorDefinition<?> parent) {
        super.closeInto(parent);
        parent.steps().addAll(steps());
    }
}
