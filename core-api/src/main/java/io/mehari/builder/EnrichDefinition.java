package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/** Sends a copy of the message to an endpoint that an expression gives, and merges the reply into the message. */
public final class EnrichDefinition extends StepDefinition<EnrichDefinition> {
    private final Expression expression;
    private @Nullable AggregationStrategy strategy;
    private boolean aggregateOnException;
    private boolean ignoreInvalidEndpoint;
    private boolean shareUnitOfWork;
    private int cacheSize;

    EnrichDefinition(ProcessorDefinition<?> parent, Expression expression) {
        super(parent);
        this.expression = expression;
    }

    /**
     * Sets the strategy that merges the message and the reply. If it returns null, the message stays unchanged. Without
     * a strategy, the reply replaces the body and headers of the message, and its properties are added.
     */
    public EnrichDefinition aggregationStrategy(AggregationStrategy strategy) {
        Given.check(strategy, "aggregationStrategy", "strategy", Given.STRATEGY);
        this.strategy = strategy;
        return this;
    }

    /** Calls the strategy also if the reply has failed. By default the exchange fails then. */
    public EnrichDefinition aggregateOnException() {
        aggregateOnException = true;
        return this;
    }

    /** If the called route fails, the message fails, even if an error handler has handled that failure. */
    public EnrichDefinition shareUnitOfWork() {
        shareUnitOfWork = true;
        return this;
    }

    /**
     * Continues without a reply if the value of the expression is not a valid endpoint. By default the exchange fails.
     */
    public EnrichDefinition ignoreInvalidEndpoint() {
        ignoreInvalidEndpoint = true;
        return this;
    }

    /**
     * The size of the producer cache: 0 means the default of 100, a negative number means no cache. The least recently
     * used producer is removed first.
     */
    public EnrichDefinition cacheSize(int cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }

    @Override
    EnrichDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Enrich(
                null, expression, strategy, aggregateOnException, shareUnitOfWork, ignoreInvalidEndpoint, cacheSize);
    }
}
