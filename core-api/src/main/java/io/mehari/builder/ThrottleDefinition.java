package io.mehari.builder;

import io.mehari.Expression;

/**
 * Lets so many messages pass in any period of that length. Others wait, in the order in which they came and without holding
 * a thread; when there are too many of them, a {@link io.mehari.ThrottlerRejectedExecutionException} is the failure of
 * the next.
 */
public final class ThrottleDefinition extends StepDefinition<ThrottleDefinition> {
    private final Expression maximum;
    private long periodMillis = 1000;
    private boolean reject;
    private int maxWaiting = 1000;

    ThrottleDefinition(ProcessorDefinition<?> parent, Expression maximum) {
        super(parent);
        this.maximum = maximum;
    }

    /** The length of the period; a second unless said. */
    public ThrottleDefinition timePeriodMillis(long periodMillis) {
        if (periodMillis < 1) {
            throw new IllegalArgumentException("timePeriodMillis(" + periodMillis + ") must be at least 1");
        }
        this.periodMillis = periodMillis;
        return this;
    }

    /** None waits: who would have to, fails. */
    public ThrottleDefinition rejectExecution(boolean reject) {
        this.reject = reject;
        return this;
    }

    /** How many may wait at one moment; 1000 unless said. */
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
        return new Node.Throttle(maximum, periodMillis, reject ? 0 : maxWaiting);
    }
}
