package io.mehari.impl.exchange;

import org.jspecify.annotations.Nullable;

/** Code that a suspended exchange can return to. */
public abstract class Resumable {
    /** Returned after the exchange was suspended: another thread may own it, and resumes its continuation. */
    public static final int SUSPENDED = -1;
    /** Returned after the exchange was handed over to another owner. The caller must not touch it. */
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
