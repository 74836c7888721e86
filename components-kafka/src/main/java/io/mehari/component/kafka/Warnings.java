package io.mehari.component.kafka;

import io.mehari.spi.SafeText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Logs warnings about one thing, at most one line a minute. */
final class Warnings {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong unlogged = new AtomicLong();

    /** Logs one line, unless this object has logged one less than a minute ago. */
    void warn(String text, @Nullable Throwable failure) {
        long now = System.nanoTime();
        long due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + INTERVAL_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        long before = unlogged.getAndSet(0);
        log(text
                + (failure == null ? "" : ": " + describe(failure))
                + (before == 0 ? "" : " (and " + before + " more since the last such line)"));
    }

    static void log(String text) {
        System.getLogger(Warnings.class.getPackageName()).log(System.Logger.Level.WARNING, text);
    }

    /** Never throws, even if the user's exception cannot be printed. */
    @SuppressWarnings("CatchingUnchecked")
    static void log(String text, Throwable failure) {
        try {
            System.getLogger(Warnings.class.getPackageName())
                    .log(System.Logger.Level.WARNING, text, SafeText.failure(failure));
        } catch (Throwable e) {
            log(text + " (" + failure.getClass().getName() + ", which cannot be printed)");
        }
    }

    /** The types and messages of a failure and of its causes, on one line. */
    @SuppressWarnings("CatchingUnchecked") // getMessage is the user's code
    static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable each = failure;
        for (int depth = 0; each != null && depth < 5; depth++) {
            text.append(depth == 0 ? "" : ", because ").append(each.getClass().getName());
            try {
                String message = each.getMessage();
                text.append(message == null ? "" : ": " + SafeText.message(message));
                each = each.getCause();
            } catch (Throwable e) {
                each = null;
            }
        }
        return text.toString();
    }
}
