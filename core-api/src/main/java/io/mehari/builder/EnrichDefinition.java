package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/** Sends a copy of the message to an endpoint that an expression gives, and merges the reply into the message. */
public final class EnrichDefinition extends ProcessorDefinition<EnrichDefinition> {
    private final Expression expression;
    private @Nullable AggregationStrategy strategy;
    private @Nullable String allowed;
    private boolean shareUnitOfWork;

    EnrichDefinition(ProcessorDefinition<?> parent, Expression expression) {
        super(parent, false);
        this.expression = expression;
    }

    /**
     * Sets the strategy that merges the message and the reply. If it returns null, the message stays unchanged. Without
     * a strategy, the reply replaces the body and headers of the message, and its properties are added.
     */
    public EnrichDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = given(strategy, "aggregationStrategy", "strategy", Arguments.STRATEGY);
        return this;
    }

    /** If the called route fails, the message fails, even if an error handler has handled that failure. */
    public EnrichDefinition shareUnitOfWork() {
        shareUnitOfWork = true;
        return this;
    }

    /** The schemes that a message may choose, and the options that it may set: {@code "direct,seda?size&timeout"}. */
    public EnrichDefinition allowedSchemes(String schemes) {
        allowed = Arguments.check(schemes, "allowedSchemes", "schemes", Arguments.SCHEMES);
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Enrich(null, ValueBuilder.uri(expression, allowed), strategy, shareUnitOfWork);
    }
}
