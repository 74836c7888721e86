package io.mehari.impl.context;

import io.mehari.Component;
import io.mehari.Route;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownHook;
import io.mehari.impl.engine.DirectComponent;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.observe.Insight;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.KeepingComponent;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.RouteThreads;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a context says at its start and stop (law S6). It warns of what will surely disappoint: nothing runs, or what is
 * sent to a place is read by nobody.
 */
final class StartCheck {
    private static final long SOON_MILLIS = 1_000;
    private static final int MOST_UNREAD = 20;

    private final AbstractRoutingContext context;
    private final AtomicInteger unread = new AtomicInteger();
    private @Nullable AtExit exit;
    private @Nullable Insight told; // that it has started

    StartCheck(AbstractRoutingContext context) {
        this.context = context;
    }

    /** The component of a scheme may come with the first endpoint, long after the start. */
    void watch(Component component) {
        if (component instanceof KeepingComponent keeps) {
            keeps.setUnreadListener(this::warnOfUnread);
        }
    }

    /** The context has just been started. */
    void started(List<Component> components, long nanos) {
        try {
            exit = new AtExit(context);
            exit.register(true);
            ContextServices services = context.services;
            Insight insight = services.isLifecycleLog() ? services.insight() : null;
            told = insight;
            if (insight != null) {
                insight.started(context, nanos);
            }
            look(components);
        } catch (Throwable e) { // law S4: it is started, whatever an endpoint of the user's says of itself
            Log.warn(Log.CONTEXT, "What has started could not be looked at", e);
        }
    }

    /** The context has stopped, perhaps without having started. */
    void stopped(Map<String, Long> left, long nanos) {
        try {
            AtExit last = exit;
            exit = null;
            if (last != null) {
                last.register(false);
            }
            Insight insight = told;
            told = null;
            if (insight != null) {
                insight.stopped(context, nanos, left);
            }
        } catch (Throwable e) { // law S4
            Log.warn(Log.CONTEXT, "What was left at a stop could not be said", e);
        }
    }

    private void look(List<Component> components) {
        for (Component each : components) {
            if (each instanceof KeepingComponent keeps) {
                for (String name : keeps.unread()) {
                    warnOfUnread(context, name, "messages are sent there");
                }
            }
        }
        if (context.getRoutes().isEmpty() && !Threading.isSimulated()) { // many programs add theirs after the start
            ThreadPools pools = context.services.getThreadPools();
            pools.schedule(() -> RouteThreads.resume(pools, this::warnIfEmpty), SOON_MILLIS);
        }
    }

    private void warnIfEmpty() {
        if (context.isStarted() && context.getRoutes().isEmpty()) {
            Log.warn(
                    Log.CONTEXT,
                    "Context " + context.getName() + " is started, but has no routes, so it does nothing until a"
                            + " program sends with its templates: add routes with addRoutes(...); in Spring, make each"
                            + " RouteBuilder a bean [MH-51]");
        }
    }

    /** The names of queues may come from messages, so there is an end to these lines. */
    private void warnOfUnread(String queue) {
        try {
            if (unread.incrementAndGet() <= MOST_UNREAD) {
                warnOfUnread(context, queue, "a message has waited for a second");
            }
        } catch (Throwable e) {
            // a warning is never the work
        }
    }

    private static void warnOfUnread(AbstractRoutingContext context, String queue, String what) {
        Set<String> read = new TreeSet<>();
        for (Route each : context.getRoutes()) {
            read.add(each.getEndpoint().getManagedName());
        }
        if (!read.contains(queue)) {
            String other = DirectComponent.otherScheme(queue, read);
            String scheme = queue.substring(0, queue.indexOf(':') + 1);
            read.removeIf(each -> !each.startsWith(scheme));
            Log.warn(
                    Log.endpoint(queue),
                    "Context " + context.getName() + ": nothing reads " + queue + ", and " + what + "; "
                            + (other.isEmpty() ? Nearest.orElse("", queue, read) : other) + "add a route with from(\""
                            + queue
                            + "\"), or receive from it with a ConsumerTemplate [MH-50]");
        }
    }

    // ---- direct:

    /** Looks at what new routes send to, and at all routes only if none runs there: routes are often added singly. */
    static void warnOfDirect(AbstractRoutingContext context) {
        if (!(context.hasComponent("direct") instanceof DirectComponent direct)) {
            return;
        }
        List<DirectEndpoint> absent = direct.takeAbsent();
        Set<String> names = absent.isEmpty() ? Set.of() : direct.starts();
        for (DirectEndpoint to : absent) {
            if (!names.contains(to.name())) {
                Log.warn(
                        Log.endpoint(to),
                        "Context " + context.getName() + ": a route sends to " + to
                                + ", but no route starts there,"
                                + " so its messages wait and fail; "
                                + direct.remedy(to.name(), () -> Nearest.orElse("direct:", to.name(), names))
                                + " [MH-52]");
            }
        }
    }

    // ---- the end of the process

    /**
     * Says what is left when the process ends and a context was not stopped (law S6), such as that of a {@code main}
     * method that has returned. The logs of the JDK are closed then, so this prints.
     */
    private static final class AtExit extends Thread {
        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);
        private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

        private final WeakReference<AbstractRoutingContext> context;

        AtExit(AbstractRoutingContext context) {
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
                // the JVM runs all hooks at once; another one that is about to stop the context has a moment for that
                long end = Threading.nanoTime() + LONGEST_NANOS;
                while (!left().isEmpty() && Threading.nanoTime() - end < 0) {
                    Threading.sleepNanos(MOMENT_NANOS);
                }
            } catch (InterruptedException e) {
                return;
            }
            Map<String, Long> left = left();
            if (!left.isEmpty()) {
                System.err.println("Mehari: the process ends, and context " + context.get()
                        + " was not stopped; messages that are lost, by route: " + left
                        + "; stop it with close(), or let main wait with run()");
            }
        }

        private Map<String, Long> left() {
            AbstractRoutingContext started = context.get();
            Map<String, Long> left = new TreeMap<>();
            if (started != null && started.getStatus() == ServiceStatus.Started) {
                for (Route each : started.getRoutes()) {
                    left.put(each.getRouteId(), ((DefaultRoute) each).left());
                }
            }
            left.values().removeIf(each -> each == 0);
            return left;
        }
    }
}
