package io.mehari.spi;

import io.mehari.Exchange;

/**
 * Something to do when an exchange is done: exactly one of the two methods is called, exactly once. What they throw
 * is logged and does not keep other completions from running.
 */
public interface Synchronization extends Ordered {
    void onComplete(Exchange exchange);

    void onFailure(Exchange exchange);

    /** Whether this may move to another exchange that goes on with the work, as on a hand-over to a queue. */
    default boolean allowHandover() {
        return true;
    }

    /** Called before it moves to that exchange. */
    default void beforeHandover(Exchange target) {}
}
