package io.mehari.lab.camel.seda;

import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.support.ExchangeHelper;

/**
 * The reply that a caller waits for. Either the reply is copied into its exchange, or the caller has given up, but
 * never both.
 */
final class Reply implements Synchronization {
    private final Exchange caller;
    private boolean over;

    Reply(Exchange caller) {
        this.caller = caller;
    }

    @Override
    public void onComplete(Exchange copy) {
        answer(copy);
    }

    @Override
    public void onFailure(Exchange copy) {
        answer(copy);
    }

    private synchronized void answer(Exchange copy) {
        if (!over) {
            over = true;
            try {
                ExchangeHelper.copyResults(caller, copy);
            } finally {
                notifyAll();
            }
        }
    }

    /** Waits for the reply. Returns whether it has arrived. Zero waits for ever. */
    synchronized boolean await(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            while (!over) {
                long left = millis <= 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 1;
                if (millis > 0 && deadline - System.nanoTime() <= 0) {
                    return false;
                }
                wait(Math.max(0, left));
            }
            return true;
        } finally {
            over = true;
        }
    }
}
