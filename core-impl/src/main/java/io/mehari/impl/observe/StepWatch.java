package io.mehari.impl.observe;

import io.mehari.Exchange;

/** What happens before and after a step. It is called on the thread that carries the message, and does not throw. */
public interface StepWatch {
    /** Returns a number, such as the time, for {@link #ended}. */
    long begin(Exchange exchange);

    /** The step has ended, perhaps with a failure, which the exchange has. */
    void ended(Exchange exchange, long begin);
}
