package io.mehari.spi;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The one door to the loggers. Logging is never the work: no method throws, whatever the logger or one of its handlers
 * throws, and even if the user's exception cannot be printed. A line that could not be logged is counted, and {@link
 * System#err} says so at most once a minute. An object of this class logs at most one line a minute. It is for warnings
 * that others can cause without limit, for example by bytes from the network. Logging classes are loaded with the first
 * line.
 */
public final class Log {
    /*
     * Law S4: a context loads this class when it starts. While the heap is full no class can be loaded, and a call from
     * a catch clause must not throw for that.
     *
     * A stack overflow may come from any call, also from one in a catch clause. So each method that calls a logger ends
     * with a clause that calls nothing. Only the call of such a method itself can still overflow: callers that have to
     * bring something back do so first, or in a finally.
     */
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_CAUSES = 5;

    // here, so that the class of the levels is initialized with this one
    private static final System.Logger.Level DEBUG = System.Logger.Level.DEBUG;
    private static final System.Logger.Level WARNING = System.Logger.Level.WARNING;
    private static final System.Logger.Level ERROR = System.Logger.Level.ERROR;

    // no objects: if this class were used first while the heap is full, it could never be initialized again
    private static long lostLines; // guarded by the class
    private static long nextComplaint = System.nanoTime(); // guarded by the class

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
        write(source, WARNING, text, null);
    }

    /** Logs a warning with a stack trace, in which control characters are replaced and long texts are cut. */
    public static void warn(Class<?> source, String text, Throwable failure) {
        write(source, WARNING, text, failure);
    }

    /** As a warning, for what must not happen. */
    public static void error(Class<?> source, String text, Throwable failure) {
        write(source, ERROR, text, failure);
    }

    public static void debug(Class<?> source, String text) {
        write(source, DEBUG, text, null);
    }

    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // a logger may throw anything
    private static void write(Class<?> source, System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            System.Logger logger = System.getLogger(source.getName());
            if (failure == null) {
                logger.log(level, text);
            } else {
                logger.log(level, text, SafeText.failure(failure));
            }
        } catch (Throwable e) {
            try {
                withoutTrace(source, level, text, failure, e);
            } catch (Throwable again) {
                // the stack or the heap is full
            }
        }
    }

    /** The trace may be what could not be logged. */
    @SuppressWarnings("CatchingUnchecked")
    private static void withoutTrace(
            Class<?> source, System.Logger.Level level, String text, @Nullable Throwable failure, Throwable thrown) {
        if (failure == null) {
            lost(text, thrown);
            return;
        }
        String named = text + " (" + failure.getClass().getName() + ", which cannot be printed)";
        try {
            System.getLogger(source.getName()).log(level, named);
        } catch (Throwable e) {
            lost(named, e);
        }
    }

    /** Logs one line to a logger that the user has named. */
    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // a logger may throw anything
    public static void write(System.Logger logger, System.Logger.Level level, String text) {
        try {
            logger.log(level, text);
        } catch (Throwable e) {
            try {
                lost(text, e);
            } catch (Throwable again) {
                // the stack or the heap is full
            }
        }
    }

    /** Whether a logger takes lines of that level; true if it throws, and then the line is counted as not logged. */
    @SuppressWarnings("CatchingUnchecked") // a logger may throw anything
    public static boolean isOn(System.Logger logger, System.Logger.Level level) {
        try {
            return logger.isLoggable(level);
        } catch (Throwable e) {
            return true;
        }
    }

    /** How many lines could not be logged since the JVM started. */
    public static synchronized long lost() {
        return lostLines;
    }

    /** Counts a line; true if it is time to say so. */
    private static synchronized boolean countLost() {
        lostLines++;
        long now = System.nanoTime();
        boolean due = now - nextComplaint >= 0;
        if (due) {
            nextComplaint = now + INTERVAL_NANOS;
        }
        return due;
    }

    private static void lost(String text, Throwable thrown) {
        if (countLost()) {
            System.err.println(
                    "Mehari: a logger has thrown " + thrown.getClass().getName() + ", and " + lost()
                            + " lines could not be logged; the last one: " + SafeText.of(text, 1000));
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
