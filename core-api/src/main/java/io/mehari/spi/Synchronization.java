package io.mehari.spi;

import io.mehari.Exchange;

/**
 * A completion: it runs when an exchange is done. Exactly one of the two methods is called, once. An exception is
 * logged and does not keep other completions from running.
 */
public interface Synchronization extends Ordered {
    void onComplete(Exchange exchange);

    void onFailure(Exchange exchange);

    /** Whether this completion may move to another exchange that continues the work, for example through a queue. */
    default boolean allowHandover() {
        return true;
    }

    /** Called before this completion moves to another exchange. */
    default void beforeHandover(Exchange target) {}
}
