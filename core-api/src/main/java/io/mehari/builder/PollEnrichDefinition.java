package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/** Receives a message from an endpoint that an expression gives, and merges it into the message. */
public final class PollEnrichDefinition extends ProcessorDefinition<PollEnrichDefinition> {
    private final Expression expression;
    private @Nullable AggregationStrategy strategy;
    private @Nullable String allowed;
    private long timeoutMillis = -1;

    PollEnrichDefinition(ProcessorDefinition<?> parent, Expression expression) {
        super(parent, false);
        this.expression = expression;
    }

    /** How long to wait for a message, in milliseconds: 0 does not wait, a negative time waits until one comes. */
    public PollEnrichDefinition timeout(long millis) {
        timeoutMillis = millis;
        return this;
    }

    /**
     * Sets the strategy that merges the message and the received one, which is null if none came in time. If it returns
     * null, the message stays unchanged. Without a strategy, the received body replaces the body, even if it is null,
     * and the received headers are added.
     */
    public PollEnrichDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = given(strategy, "aggregationStrategy", "strategy", Arguments.STRATEGY);
        return this;
    }

    /** The schemes that a message may choose, and the options that it may set: {@code "direct,seda?size&timeout"}. */
    public PollEnrichDefinition allowedSchemes(String schemes) {
        allowed = Arguments.check(schemes, "allowedSchemes", "schemes", Arguments.SCHEMES);
        return this;
    }

    @Override
    Node toNode() {
        return new Node.PollEnrich(null, ValueBuilder.uri(expression, allowed), timeoutMillis, strategy);
    }
}
