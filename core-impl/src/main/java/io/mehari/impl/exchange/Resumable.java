package io.mehari.impl.exchange;

import org.jspecify.annotations.Nullable;

/** Code to which a suspended exchange can return. */
public abstract class Resumable {
    /** Returned after the exchange was given away; it goes on when its continuation is resumed. */
    public static final int SUSPENDED = -1;
    /** Returned after the exchange was handed over for good; the caller must not touch it. */
    public static final int GONE = -2;
    /** The position after the last step of any code. */
    public static final int END = Integer.MAX_VALUE;

    /**
     * Resumes a suspended step.
     *
     * @param at the position of the step
     * @param state the state that the step stored when it suspended
     * @return a position when everything is done, or SUSPENDED or GONE
     */
    public abstract int resume(AbstractExchange exchange, int at, @Nullable Object state);
}
