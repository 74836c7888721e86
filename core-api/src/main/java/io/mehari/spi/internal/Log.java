package io.mehari.spi.internal;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
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
    private static final String OF_THE_JDK = "sun.util.logging.internal."; // passes on to java.util.logging

    // here, so that the class of the levels is initialized with this one
    private static final System.Logger.Level DEBUG = System.Logger.Level.DEBUG;
    private static final System.Logger.Level INFO = System.Logger.Level.INFO;
    private static final System.Logger.Level WARNING = System.Logger.Level.WARNING;
    private static final System.Logger.Level ERROR = System.Logger.Level.ERROR;

    // no objects: if this class were used first while the heap is full, it could never be initialized again
    private static long lostLines; // guarded by the class
    private static long nextComplaint = System.nanoTime(); // guarded by the class

    /** The logger of the life of contexts. Their names do not name loggers, since there may be many. */
    public static final String CONTEXT = "io.mehari.context";

    private final String source;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong unlogged = new AtomicLong();

    /** Creates a log that is limited to a line a minute. */
    public Log(Class<?> source) {
        this(source.getName());
    }

    /** Creates a log that is limited to a line a minute, with the name of a logger. */
    public Log(String source) {
        this.source = source;
    }

    // ---- the names of loggers

    /** The logger of a route, which its {@code log} steps use, too. */
    public static String route(String routeId) {
        return "io.mehari.route." + routeId;
    }

    /**
     * The logger of all endpoints of a scheme, for an endpoint or its name. URIs may come from messages, and some
     * loggers are kept for ever.
     */
    public static String endpoint(Object endpoint) {
        String uri = SafeText.of(endpoint); // it may be the user's
        return "io.mehari.endpoint." + uri.substring(0, Math.max(0, uri.indexOf(':')));
    }

    /** The logger of the route that the consumer calls; that of the endpoint if it calls no route. */
    public static String consumer(Endpoint endpoint, @Nullable Processor route) {
        return route instanceof RouteProcessor known ? route(known.getRouteId()) : endpoint(endpoint);
    }

    /** The logger of the route that the exchange has entered first, or else of its endpoint. */
    public static String of(Exchange exchange) {
        String routeId = exchange.getFromRouteId();
        Endpoint from = exchange.getFromEndpoint();
        return routeId != null ? route(routeId) : from != null ? endpoint(from) : CONTEXT;
    }

    /** The end of a sentence about an exchange that has failed in its route: where; empty if that is not known. */
    public static String place(Exchange exchange) {
        try {
            Object id = exchange.getProperty(Exchange.FAILURE_ROUTE_ID);
            Object step = exchange.getProperty(Exchange.FAILURE_STEP);
            return id == null ? "" : " in route \"" + SafeText.of(id) + "\"" + (step == null ? "" : ", step " + step);
        } catch (Throwable e) { // law S4: the caller has an exchange to end
            return "";
        }
    }

    // ---- lines

    /**
     * Logs a warning.
     *
     * @param source the name of a logger, or a class: its name is made here, since it may need memory
     */
    public static void warn(Object source, String text) {
        write(source, WARNING, text, null);
    }

    /** Logs a warning with a stack trace, in which control characters are replaced and long texts are cut. */
    public static void warn(Object source, String text, Throwable failure) {
        write(source, WARNING, text, failure);
    }

    /** As a warning, for what must not happen. */
    public static void error(String logger, String text, Throwable failure) {
        write(logger, ERROR, text, failure);
    }

    public static void info(String logger, String text) {
        write(logger, INFO, text, null);
    }

    public static void debug(Class<?> source, String text) {
        write(source, DEBUG, text, null);
    }

    /** Logs one line to a logger that the user has named. */
    public static void write(System.Logger logger, System.Logger.Level level, String text) {
        write(logger, level, text, null);
    }

    private static void write(Object source, System.Logger.Level level, String text, @Nullable Throwable failure) {
        try {
            pass(logger(source), level, text, failure == null ? null : SafeFailure.of(failure));
        } catch (Throwable e) { // a logger may throw anything
            try {
                if (failure == null) {
                    lost(text, e);
                } else { // the trace may be what could not be logged
                    String type = failure.getClass().getName();
                    write(source, level, text + " (" + type + ", which cannot be printed)", null);
                }
            } catch (Throwable again) {
                // the stack or the heap is full
            }
        }
    }

    private static System.Logger logger(Object source) {
        return source instanceof System.Logger known
                ? known
                : System.getLogger(source instanceof Class<?> type ? type.getName() : (String) source);
    }

    /** The JDK's loggers print the calling class, which would be one of Mehari's, unless they are told otherwise. */
    private static void pass(
            System.Logger logger, System.Logger.Level level, String text, @Nullable Throwable failure) {
        if (logger.getClass().getName().startsWith(OF_THE_JDK)) {
            JdkLog.write(logger.getName(), level, text, failure);
        } else if (failure == null) {
            logger.log(level, text);
        } else {
            logger.log(level, text, failure);
        }
    }

    /** Whether a logger takes lines of that level; true if it throws, and then the line is counted as not logged. */
    public static boolean isOn(System.Logger logger, System.Logger.Level level) {
        try {
            return logger.isLoggable(level);
        } catch (Throwable e) { // a logger may throw anything
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

    /** Whether a line is due; if not, it counts as left out. For callers whose text takes time. */
    public boolean isDue() {
        boolean due = System.nanoTime() - next.get() >= 0;
        if (!due) {
            unlogged.incrementAndGet();
        }
        return due;
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

    /** The types and messages of a failure and of its causes, on one line, without what the one before says, too. */
    public static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder();
        String before = "";
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
            String type = each.getClass().getName();
            String message = "";
            Throwable cause = null;
            try {
                message = each.getMessage() == null ? "" : SafeText.message(each.getMessage());
                cause = each.getCause();
            } catch (Throwable e) {
                // it is described by its type
            }
            boolean isNew = !before.contains(message);
            if (isNew || !before.contains(type)) {
                text.append(depth == 0 ? "" : ", because ").append(type).append(isNew ? ": " + message : "");
            }
            before = message;
            each = cause;
        }
        return text.toString();
    }
}
