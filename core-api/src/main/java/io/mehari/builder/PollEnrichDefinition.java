package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/** Receives a message from an endpoint that an expression gives, and merges it into the message. */
public final class PollEnrichDefinition extends StepDefinition<PollEnrichDefinition> {
    private final Expression expression;
    private @Nullable AggregationStrategy strategy;
    private long timeoutMillis = -1;
    private boolean aggregateOnException;
    private boolean ignoreInvalidEndpoint;
    private int cacheSize;

    PollEnrichDefinition(ProcessorDefinition<?> parent, Expression expression) {
        super(parent);
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
        Given.check(strategy, "aggregationStrategy", "strategy", Given.STRATEGY);
        this.strategy = strategy;
        return this;
    }

    /** Calls the strategy also if the received message has failed. By default the exchange fails then. */
    public PollEnrichDefinition aggregateOnException() {
        aggregateOnException = true;
        return this;
    }

    /**
     * Continues with the unchanged message if the value of the expression is not a valid endpoint. By default the
     * exchange fails.
     */
    public PollEnrichDefinition ignoreInvalidEndpoint() {
        ignoreInvalidEndpoint = true;
        return this;
    }

    /**
     * How many consumers are kept for later messages: 0 means the default of 100, a negative number means none. The
     * least recently used consumer is stopped first.
     */
    public PollEnrichDefinition cacheSize(int cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }

    @Override
    PollEnrichDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.PollEnrich(
                null, expression, timeoutMillis, strategy, aggregateOnException, ignoreInvalidEndpoint, cacheSize);
    }
}
