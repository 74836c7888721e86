package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/** Asks an endpoint with a copy of the message, and makes one message of the two. */
public final class EnrichDefinition extends StepDefinition<EnrichDefinition> {
    private final @Nullable String uri;
    private final @Nullable Expression expression;
    private @Nullable AggregationStrategy strategy;
    private boolean aggregateOnException;
    private boolean ignoreInvalidEndpoint;
    private int cacheSize;

    EnrichDefinition(ProcessorDefinition<?> parent, @Nullable String uri, @Nullable Expression expression) {
        super(parent);
        this.uri = uri;
        this.expression = expression;
    }

    /**
     * Called with the message and the answer; null leaves the message as it was. Without it, the answer's body replaces the
     * message's, whose headers stay.
     */
    public EnrichDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = strategy;
        return this;
    }

    /** The strategy decides also where the answer is a failure; else the exchange fails with that. */
    public EnrichDefinition aggregateOnException() {
        aggregateOnException = true;
        return this;
    }

    /** Goes on where no endpoint can be made of the expression's value; else the exchange fails. */
    public EnrichDefinition ignoreInvalidEndpoint() {
        ignoreInvalidEndpoint = true;
        return this;
    }

    /** How many producers are kept: 100 for 0, none for less. The one unused for longest leaves first. */
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
        return new Node.Enrich(uri, expression, strategy, aggregateOnException, ignoreInvalidEndpoint, cacheSize);
    }
}
