package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.builder.model.Node;

/**
 * Lets at most this many messages pass in any period. Further messages wait, in their order and without blocking a
 * thread. If too many wait, the next one fails with a {@link io.mehari.processor.ThrottlerRejectedExecutionException}.
 */
public final class ThrottleDefinition extends WaitingDefinition<ThrottleDefinition> {
    private final Expression maximum;
    private long periodMillis = 1000;
    private boolean reject;
    private int maxWaiting = 1000;

    ThrottleDefinition(ProcessorDefinition<?> parent, Expression maximum) {
        super(parent);
        this.maximum = maximum;
    }

    /** The length of the period in milliseconds, 1000 by default. */
    public ThrottleDefinition timePeriodMillis(long periodMillis) {
        this.periodMillis = Arguments.atLeast(1, periodMillis, "timePeriodMillis");
        return this;
    }

    /** Whether a message fails instead of waiting; false by default. */
    public ThrottleDefinition rejectExecution(boolean reject) {
        this.reject = reject;
        return this;
    }

    /** The maximum number of waiting messages, 1000 by default. */
    public ThrottleDefinition maxWaiting(int maxWaiting) {
        this.maxWaiting = (int) Arguments.atLeast(0, maxWaiting, "maxWaiting");
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Throttle(maximum, periodMillis, reject ? 0 : maxWaiting);
    }
}
