package io.mehari.spi;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Logs warnings of a component, to the logger that has the name of the class that logs. No method throws, even if the
 * user's exception cannot be printed. An object of this class logs at most one line a minute. It is for warnings that
 * others can cause without limit, for example by bytes from the network. Logging classes are loaded with the first
 * warning.
 */
public final class Log {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_CAUSES = 5;

    private final Class<?> source;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong unlogged = new AtomicLong();

    /**
     * Creates a log that is limited to a line a minute.
     *
     * @param source the class that logs
     */
    public Log(Class<?> source) {
        this.source = source;
    }

    public static void warn(Class<?> source, String text) {
        System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text);
    }

    /** Logs a warning with a stack trace, in which control characters are replaced and long texts are cut. */
    @SuppressWarnings("CatchingUnchecked")
    public static void warn(Class<?> source, String text, Throwable failure) {
        try {
            System.getLogger(source.getName()).log(System.Logger.Level.WARNING, text, SafeText.failure(failure));
        } catch (Throwable e) {
            warn(source, text + " (" + failure.getClass().getName() + ", which cannot be printed)");
        }
    }

    /**
     * Logs one line, unless this object has logged another less than a minute ago. The next line says how many were
     * left out.
     */
    public void warnOnceAMinute(String text, @Nullable Throwable failure) {
        long now = System.nanoTime();
        long due = next.get();
        if (now - due < 0 || !next.compareAndSet(due, now + INTERVAL_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        long before = unlogged.getAndSet(0);
        warn(
                source,
                text
                        + (failure == null ? "" : ": " + describe(failure))
                        + (before == 0 ? "" : " (and " + before + " more since the last such line)"));
    }

    /** The types and messages of a failure and of its causes, on one line. */
    @SuppressWarnings("CatchingUnchecked") // getMessage is the user's code
    public static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
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
