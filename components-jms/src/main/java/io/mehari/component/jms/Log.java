package io.mehari.component.jms;

import io.mehari.spi.SafeText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Logs warnings. One object of this class logs at most one line a minute, since others can cause its lines. */
final class Log {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong unlogged = new AtomicLong();

    static void warn(String text) {
        System.getLogger(Log.class.getPackageName()).log(System.Logger.Level.WARNING, text);
    }

    /** Never throws, even if the user's exception cannot be printed. */
    @SuppressWarnings("CatchingUnchecked")
    static void warn(String text, Throwable failure) {
        try {
            System.getLogger(Log.class.getPackageName())
                    .log(System.Logger.Level.WARNING, text, SafeText.failure(failure));
        } catch (Throwable e) {
            warn(text + " (" + failure.getClass().getName() + ", which cannot be printed)");
        }
    }

    /** Logs one line, unless this object has logged one less than a minute ago. */
    void warnOnceAMinute(String text, @Nullable Throwable failure) {
        long now = System.nanoTime();
        long due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + INTERVAL_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        long before = unlogged.getAndSet(0);
        warn(text
                + (failure == null ? "" : ": " + describe(failure))
                + (before == 0 ? "" : " (and " + before + " more since the last such line)"));
    }

    /** The type and the message of a failure, on one line. */
    static String describe(Throwable failure) {
        String message = failure.getMessage();
        return failure.getClass().getName() + (message == null ? "" : ": " + SafeText.message(message));
    }
}
