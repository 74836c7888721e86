package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/**
 * Sends a copy of the message to each endpoint of a list that an expression gives. It is a single step, not a block.
 */
public final class RecipientListDefinition extends FanDefinition<RecipientListDefinition> {
    private final Expression recipients;
    private @Nullable String allowed;
    private boolean ignoreInvalidEndpoints;

    RecipientListDefinition(ProcessorDefinition<?> parent, Expression recipients) {
        super(parent, false);
        this.recipients = recipients;
    }

    /**
     * Skips recipients that are not valid endpoints. By default an invalid recipient fails the exchange, and nothing is
     * sent to any recipient.
     */
    public RecipientListDefinition ignoreInvalidEndpoints() {
        ignoreInvalidEndpoints = true;
        return this;
    }

    /** The schemes that a message may choose, and the options that it may set: {@code "direct,seda?size&timeout"}. */
    public RecipientListDefinition allowedSchemes(String schemes) {
        allowed = Arguments.check(schemes, "allowedSchemes", "schemes", Arguments.SCHEMES);
        return this;
    }

    @Override
    Node toNode() {
        return new Node.RecipientList(ValueBuilder.uri(recipients, allowed), ignoreInvalidEndpoints, fan());
    }
}
