package io.mehari.main;

import io.mehari.ShutdownHook;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The log manager of the JDK, with two differences. When the process ends, it closes the log only after contexts have
 * stopped. And it creates the handlers of the root logger with the first logger, not with the first line that is
 * logged: a {@code FileHandler} of your configuration opens its file even if nothing is logged.
 *
 * <p>{@link Main} and {@link io.mehari.RoutingContext#run} choose it with the system property {@code
 * java.util.logging.manager}, unless that is set. The JVM creates it.
 */
public final class WaitingLogManager extends LogManager {
    /*
     * The superclass creates the handlers of the root logger with the first line that is logged, but not once the
     * process has begun to end. A program may log its first line in its stop. So they are created with the first
     * logger.
     */
    private boolean rootIsReady; // a second thread at the same time does no harm

    /** Called by the JVM, which needs a public constructor. */
    public WaitingLogManager() {}

    @Override
    public boolean addLogger(Logger logger) {
        boolean added = super.addLogger(logger);
        String name = logger.getName();
        if (!rootIsReady && name != null && !name.isEmpty() && !name.equals(Logger.GLOBAL_LOGGER_NAME)) {
            rootIsReady = true;
            createHandlers(getLogger(""));
        }
        return added;
    }

    private static void createHandlers(@Nullable Logger root) {
        if (root != null) {
            root.getHandlers();
        }
    }

    /** Removes and closes all handlers. The JDK's shutdown hook, an inner class of its log manager, calls it, too. */
    @Override
    public void reset() {
        if (Thread.currentThread().getClass().getEnclosingClass() == LogManager.class) {
            awaitStops();
        }
        super.reset();
    }

    private static void awaitStops() {
        try {
            ShutdownHook.awaitAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
