package io.mehari.impl.context;

import io.mehari.Route;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownHook;
import io.mehari.spi.Threading;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Says what is left when the process ends and a context was not stopped (law S6), such as that of a {@code main} method
 * that has returned. The logs of the JDK are closed then, so this prints.
 */
final class LeftAtExit extends Thread {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final WeakReference<AbstractRoutingContext> context;

    LeftAtExit(AbstractRoutingContext context) {
        super("mehari-exit");
        this.context = new WeakReference<>(context);
    }

    /** Makes the JVM call this at its end, or not any more. */
    void register(boolean wanted) {
        try {
            if (wanted) {
                Runtime.getRuntime().addShutdownHook(this);
            } else {
                Runtime.getRuntime().removeShutdownHook(this);
            }
        } catch (IllegalStateException e) {
            return; // the process ends already
        }
    }

    @Override
    public void run() {
        try {
            ShutdownHook.awaitAll(); // contexts that are stopped by the end of the process
            AbstractRoutingContext left = context.get();
            if (left != null) {
                say(left);
            }
        } catch (InterruptedException e) {
            return;
        }
    }

    /** The JVM runs all hooks at once, and another one may be about to stop the context: it has a moment for that. */
    private static void say(AbstractRoutingContext left) throws InterruptedException {
        long end = Threading.nanoTime() + LONGEST_NANOS;
        Map<String, Long> messages = messages(left);
        while (left.getStatus() == ServiceStatus.Started && !messages.isEmpty() && Threading.nanoTime() - end < 0) {
            Threading.sleepNanos(MOMENT_NANOS);
            messages = messages(left);
        }
        if (left.getStatus() == ServiceStatus.Started && !messages.isEmpty()) {
            System.err.println("Mehari: the process ends, and context " + left.getName()
                    + " was not stopped; messages that are lost, by route: " + messages
                    + "; stop it with close(), or let main wait with run()");
        }
    }

    private static Map<String, Long> messages(AbstractRoutingContext context) {
        Map<String, Long> messages = new TreeMap<>();
        for (Route each : context.getRoutes()) {
            messages.put(each.getRouteId(), ((DefaultRoute) each).left());
        }
        messages.values().removeIf(each -> each == 0);
        return messages;
    }
}
