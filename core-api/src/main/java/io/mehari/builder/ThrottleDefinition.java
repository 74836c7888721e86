package io.mehari.builder;

import io.mehari.Expression;
import org.jspecify.annotations.Nullable;

/**
 * Lets at most this many messages pass in any period. Further messages wait, in their order and without blocking a
 * thread. If too many wait, the next one fails with a {@link io.mehari.processor.ThrottlerRejectedExecutionException}.
 */
public final class ThrottleDefinition extends WaitingDefinition<ThrottleDefinition> {
    private final Expression maximum;
    private long periodMillis = 1000;
    private boolean reject;
    private int maxWaiting = 1000;
    private boolean concurrent;
    private @Nullable Expression key;

    ThrottleDefinition(ProcessorDefinition<?> parent, Expression maximum) {
        super(parent);
        this.maximum = maximum;
    }

    /** The length of the period in milliseconds, 1000 by default. */
    public ThrottleDefinition timePeriodMillis(long periodMillis) {
        if (periodMillis < 1) {
            throw new IllegalArgumentException("timePeriodMillis(" + periodMillis + ") must be at least 1");
        }
        this.periodMillis = periodMillis;
        return this;
    }

    /**
     * Limits the number of messages in flight after this step, instead of the number in a period. When one of them is
     * done, the next one passes.
     */
    public ThrottleDefinition concurrentRequestsMode() {
        concurrent = true;
        return this;
    }

    /** Counts the messages of a period, as by default. */
    public ThrottleDefinition totalRequestsMode() {
        concurrent = false;
        return this;
    }

    /**
     * Groups messages by the text of this expression's value: each group has a limit of its own. {@link #maxWaiting}
     * counts the waiting messages of all groups. At most 100,000 groups can have messages within one period; a message
     * of a further group fails.
     */
    public ThrottleDefinition correlationExpression(Expression key) {
        Given.check(key, "correlationExpression", "key", Given.EXPRESSION);
        this.key = key;
        return this;
    }

    /** Whether a message fails instead of waiting; false by default. */
    public ThrottleDefinition rejectExecution(boolean reject) {
        this.reject = reject;
        return this;
    }

    /** The maximum number of waiting messages, 1000 by default. */
    public ThrottleDefinition maxWaiting(int maxWaiting) {
        if (maxWaiting < 0) {
            throw new IllegalArgumentException("maxWaiting(" + maxWaiting + ") is negative");
        }
        this.maxWaiting = maxWaiting;
        return this;
    }

    @Override
    ThrottleDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Throttle(maximum, periodMillis, reject ? 0 : maxWaiting, concurrent, key);
    }
}
