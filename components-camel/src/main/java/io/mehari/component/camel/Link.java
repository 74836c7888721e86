package io.mehari.component.camel;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import io.mehari.spi.TypeConverterRegistry;
import io.mehari.spi.internal.Log;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Route;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.StreamCache;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.spi.UnitOfWorkFactory;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;

/** A context of Mehari and a context of Camel that belong together: their conversions, and the order of a stop. */
final class Link extends LifecycleStrategySupport {
    /*
     * The order of a stop, whoever begins it: the intake of both, then what is in Camel's routes before Mehari, then
     * Mehari, whose messages may still be sent to Camel, then Camel. If Camel stopped before Mehari, what is in Mehari
     * would find Camel's producers closed, and would be rolled back.
     */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    final RoutingContext mehari;
    final CamelContext camel;
    final UnitOfWorkFactory unitsOfWork;
    /** Messages of Camel that are in Mehari, and messages of Mehari that are in Camel. */
    final AtomicInteger crossed = new AtomicInteger();

    private final boolean ownsCamel;
    private volatile boolean isClosing;

    private Link(RoutingContext mehari, CamelContext camel, boolean ownsCamel) {
        this.mehari = mehari;
        this.camel = camel;
        this.ownsCamel = ownsCamel;
        this.unitsOfWork = PluginHelper.getUnitOfWorkFactory(camel);
    }

    /** The link of both, made on the first call. */
    static Link of(RoutingContext mehari, CamelContext camel, boolean ownsCamel) {
        synchronized (camel) {
            Link known = camel.getCamelContextExtension().getContextPlugin(Link.class);
            if (known != null && known.mehari == mehari) {
                return known;
            }
            Link link = new Link(mehari, camel, ownsCamel);
            if (known == null) {
                camel.getCamelContextExtension().addContextPlugin(Link.class, link);
            }
            link.shareConversions();
            camel.addLifecycleStrategy(link);
            return link;
        }
    }

    /** The context of Mehari that belongs to this context of Camel; null if none is known. */
    static @Nullable RoutingContext mehariOf(CamelContext camel) {
        Link known = camel.getCamelContextExtension().getContextPlugin(Link.class);
        return known != null ? known.mehari : camel.getRegistry().findSingleByType(RoutingContext.class);
    }

    // ---- conversions

    private void shareConversions() {
        TypeConverterRegistry known = mehari.getRoutingContextExtension().getTypeConverterRegistry();
        known.setFallback((to, from) ->
                camel.getTypeConverterRegistry().lookup(to, from) == null ? null : (value, e) -> convert(to, value, e));
        // Those of Mehari for any InputStream would read on where the last reader has ended.
        for (Class<?> each : List.of(String.class, byte[].class, char[].class, Reader.class, ByteBuffer.class)) {
            addForStreams(known, each);
        }
    }

    private <T> void addForStreams(TypeConverterRegistry known, Class<T> to) {
        known.addTypeConverter(to, StreamCache.class, (value, exchange) -> {
            T converted = convert(to, value, exchange);
            Crossing.rewound(value); // for a reader, or a copy of the message, that reads on where it is
            return converted;
        });
    }

    private <T> T convert(Class<T> to, Object value, @Nullable Exchange exchange) throws Exception {
        DefaultExchange camels = new DefaultExchange(camel);
        if (exchange != null) {
            Crossing.charset(exchange, camels);
        }
        return camel.getTypeConverter().mandatoryConvertTo(to, camels, Crossing.rewound(value));
    }

    // ---- start and stop

    void start() {
        isClosing = false;
        if (ownsCamel && !camel.isStarted()) {
            camel.start();
        }
    }

    void stop() {
        if (ownsCamel) {
            camel.stop();
        }
    }

    /** Closes the intake of a Camel that stops with Mehari. */
    void closeIntake() {
        if (ownsCamel) {
            closeIntakeOfCamel();
        }
    }

    /** Whether Camel has messages that a stop of Mehari must wait for. */
    boolean isBusy() {
        return ownsCamel && (camel.getInflightRepository().size() > 0 || (isClosing && mayBring()));
    }

    @Override
    public void onContextStopping(CamelContext stopping) {
        ServiceStatus status = mehari.getStatus();
        if (status == ServiceStatus.Started || status == ServiceStatus.Suspended) {
            closeIntakeOfCamel();
            ShutdownStrategy strategy = mehari.getShutdownStrategy();
            Duration limit = strategy.getTimeout();
            strategy.setTimeout(awaitCamel());
            try {
                mehari.stop();
            } finally {
                strategy.setTimeout(limit);
            }
        }
    }

    private void closeIntakeOfCamel() {
        isClosing = true;
        for (Route route : camel.getRoutes()) {
            closeIntake(route.getConsumer());
        }
    }

    /** At a stop: one that gets messages from routes, such as that of a queue, goes on until they are done. */
    static void closeIntake(@Nullable Consumer consumer) {
        boolean getsFromRoutes = consumer instanceof ShutdownAware aware
                && aware.deferShutdown(ShutdownRunningTask.CompleteCurrentTaskOnly);
        if (!getsFromRoutes) {
            suspend(consumer);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the consumer of a component may throw anything
    static void suspend(@Nullable Consumer consumer) {
        try {
            ServiceHelper.suspendService(consumer);
        } catch (Throwable e) {
            Log.warn(Link.class, "Camel's " + consumer + " failed to stop; it may still take messages", e);
        }
    }

    /** How many messages wait on Camel's side for a consumer. */
    static int waiting(@Nullable Consumer consumer) {
        return consumer instanceof ShutdownAware aware && !(consumer instanceof ScheduledPollConsumer)
                ? aware.getPendingExchangesSize()
                : 0;
    }

    /** Whether it may still bring a message that no count has yet: of its last poll, or of its queue. */
    static boolean mayBring(@Nullable Consumer consumer) {
        return consumer instanceof ScheduledPollConsumer poll
                ? poll.isPolling()
                : ServiceHelper.isStarted(consumer) && waiting(consumer) > 0;
    }

    private boolean mayBring() {
        return camel.getRoutes().stream().anyMatch(route -> mayBring(route.getConsumer()));
    }

    private boolean hasTaken() {
        return camel.getInflightRepository().size() > crossed.get() || mayBring();
    }

    long limitNanos() {
        return TimeUnit.NANOSECONDS.convert(mehari.getShutdownStrategy().getTimeout());
    }

    /** Waits until all that Camel has taken is in Mehari or done. Returns what is left of the limit. */
    private Duration awaitCamel() {
        long end = System.nanoTime() + limitNanos();
        while (hasTaken()
                && end - System.nanoTime() > 0
                && !Thread.currentThread().isInterrupted()) {
            Threading.parkNanos(this, LOOK_AGAIN_NANOS); // Camel does not tell when this number changes
        }
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
