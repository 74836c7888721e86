package io.mehari.component.jms;

import io.mehari.spi.Log;
import java.util.concurrent.TimeUnit;

/** Closes what belongs to a client, which may take long when the broker does not answer. */
final class Closing {
    private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private Closing() {}

    /** Closes it; a failure is of no interest, since it is not used any more. */
    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    static void quietly(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Throwable e) {
            Log.debug(Closing.class, "A close has failed: " + Log.describe(e));
        }
    }

    /** Closes it on a thread of its own, and does not wait. */
    static Thread beside(JmsEndpoint endpoint, AutoCloseable closed) {
        Thread thread = endpoint.pools().newThread("jms-close", () -> quietly(closed));
        thread.start();
        return thread;
    }

    /** Waits for the end of a thread, but not for ever. */
    static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(LONGEST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
