package io.mehari.spi;

import io.mehari.Exchange;

/** A completion that says itself whether it moves along, and when it runs. */
public interface SynchronizationVetoable extends Synchronization {
    @Override
    boolean allowHandover();

    @Override
    void beforeHandover(Exchange target);
}
