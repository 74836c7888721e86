package io.mehari.impl.exchange;

import org.jspecify.annotations.Nullable;

/** A failure that an error handler is handling. Handlers can be nested; each refers to the outer one. */
public abstract class FailureInHand {
    public final @Nullable FailureInHand outer;

    public FailureInHand(@Nullable FailureInHand outer) {
        this.outer = outer;
    }
}
