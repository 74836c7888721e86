package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.impl.base.Log;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.InflightRepository;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The listeners of one route: event notifiers, and the repository of exchanges in flight. */
public final class Watchers {
    /*
     * Each is called separately. An exception is logged and does not affect the others or the message. So a listener
     * that was told of a beginning is also told of the end.
     */
    private final EventNotifier[] notifiers;
    private final @Nullable InflightRepository inflight;

    public Watchers(List<EventNotifier> notifiers, @Nullable InflightRepository inflight) {
        this.notifiers = notifiers.toArray(EventNotifier[]::new);
        this.inflight = inflight;
    }

    public boolean areNone() {
        return notifiers.length == 0 && inflight == null;
    }

    boolean areNotifiers() {
        return notifiers.length > 0;
    }

    void entered(AbstractExchange exchange, String routeId) {
        if (inflight != null) {
            safely(() -> inflight.add(exchange, routeId));
        }
        tell(each -> each.onExchangeCreated(exchange));
    }

    /** Called while the caller still owns the exchange. */
    void left(AbstractExchange exchange, String routeId, long nanos) {
        if (exchange.isFailed()) {
            tell(each -> each.onExchangeFailed(exchange, nanos));
        } else {
            tell(each -> each.onExchangeCompleted(exchange, nanos));
        }
        gone(exchange, routeId);
    }

    /** Called when the exchange has, or will have, another owner. Only its identity is used. */
    void gone(AbstractExchange exchange, String routeId) {
        if (inflight != null) {
            safely(() -> inflight.remove(exchange, routeId));
        }
    }

    public void sending(AbstractExchange exchange, Endpoint endpoint) {
        tell(each -> each.onExchangeSending(exchange, endpoint));
    }

    public void sent(AbstractExchange exchange, Endpoint endpoint, long nanos) {
        tell(each -> each.onExchangeSent(exchange, endpoint, nanos));
    }

    void redelivery(AbstractExchange exchange, int attempt) {
        tell(each -> each.onExchangeRedelivery(exchange, attempt));
    }

    private void tell(Consumer<EventNotifier> what) {
        for (EventNotifier each : notifiers) {
            safely(() -> what.accept(each));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a listener must not affect the message
    private static void safely(Runnable what) {
        try {
            what.run();
        } catch (Throwable e) {
            Log.warn(Watchers.class, "An event notifier or inflight repository failed", e);
        }
    }
}
