package io.mehari;

import io.mehari.spi.internal.Problem;

/**
 * A sender was interrupted while it waited for an exchange to end. The exchange stays in flight, and the sender must no
 * longer use it. The interrupt flag of the sender's thread is set.
 */
@Problem("MH-10")
public class SendInterruptedException extends RoutingExecutionException {
    public SendInterruptedException(InterruptedException cause) {
        super("Interrupted while waiting for an exchange to end; the exchange is still in flight", null, cause);
    }
}
