package io.mehari.builder;

import io.mehari.AggregationStrategy;
import org.jspecify.annotations.Nullable;

/** Takes a message from an endpoint, and makes one of that and the message that passes. The thread waits meanwhile. */
public final class PollEnrichDefinition extends StepDefinition<PollEnrichDefinition> {
    private final String uri;
    private long timeoutMillis = -1;
    private @Nullable AggregationStrategy strategy;
    private boolean aggregateOnException;

    PollEnrichDefinition(ProcessorDefinition<?> parent, String uri) {
        super(parent);
        this.uri = uri;
    }

    /** How long to wait for a message: 0 not at all, negative until one comes, which is the default. */
    public PollEnrichDefinition timeout(long millis) {
        timeoutMillis = millis;
        return this;
    }

    /**
     * Called with the message and the one that was taken, which is null when none came in time; null leaves the message as
     * it was. Without it, the other's body replaces the message's, also by null, and its headers are added.
     */
    public PollEnrichDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = strategy;
        return this;
    }

    /** The strategy decides also where the one that was taken has failed; else the exchange fails with that. */
    public PollEnrichDefinition aggregateOnException() {
        aggregateOnException = true;
        return this;
    }

    @Override
    PollEnrichDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.PollEnrich(uri, timeoutMillis, strategy, aggregateOnException);
    }
}
