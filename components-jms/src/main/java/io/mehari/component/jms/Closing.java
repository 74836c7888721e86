package io.mehari.component.jms;

import io.mehari.spi.internal.Log;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes what belongs to a client, which may take long when the broker does not answer. */
final class Closing {
    private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private Closing() {}

    /** Closes it. A failure does not matter, since it is not used again. */
    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    static void quietly(AutoCloseable closed) {
        try {
            closed.close();
        } catch (Throwable e) {
            Log.debug(Closing.class, "A close has failed: " + Log.describe(e));
        }
    }

    /** Returns the thread that closes it; null if none can be created: then it stays open. Never throws. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    static @Nullable Thread inBackground(JmsAccess access, AutoCloseable closed) {
        try {
            Thread thread = access.pools().newThread("jms-close", () -> quietly(closed));
            thread.start();
            return thread;
        } catch (Throwable e) {
            Log.warn(Closing.class, "No thread could be created to close a session or connection", e);
            return null;
        }
    }

    /** Closes it, and waits for that, but not for ever. */
    static void andWait(JmsAccess access, AutoCloseable closed) {
        Thread thread = inBackground(access, closed);
        if (thread == null) {
            quietly(closed);
        } else {
            join(thread);
        }
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
