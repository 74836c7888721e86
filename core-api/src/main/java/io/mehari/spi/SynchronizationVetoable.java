package io.mehari.spi;

import io.mehari.Exchange;

/** A completion that decides itself whether it moves to another exchange. */
public interface SynchronizationVetoable extends Synchronization {
    @Override
    boolean allowHandover();

    @Override
    void beforeHandover(Exchange target);
}
