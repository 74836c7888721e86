package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.InflightRepository;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Those who are told what happens to the exchanges of one route. A route that nobody watches has none of this. */
final class Watchers {
    /*
     * Each is told by itself: what one throws is logged, and keeps neither the others nor the message from going on. So
     * whoever was told of a beginning is told of its end.
     */
    private final EventNotifier[] notifiers;
    private final @Nullable InflightRepository inflight;

    Watchers(List<EventNotifier> notifiers, @Nullable InflightRepository inflight) {
        this.notifiers = notifiers.toArray(EventNotifier[]::new);
        this.inflight = inflight;
    }

    boolean areNone() {
        return notifiers.length == 0 && inflight == null;
    }

    boolean areNotifiers() {
        return notifiers.length > 0;
    }

    void entered(DefaultExchange exchange, String routeId) {
        if (inflight != null) {
            safely(() -> inflight.add(exchange, routeId));
        }
        tell(each -> each.onExchangeCreated(exchange));
    }

    /** The exchange must still be the caller's. */
    void left(DefaultExchange exchange, String routeId, long nanos) {
        if (exchange.isFailed()) {
            tell(each -> each.onExchangeFailed(exchange, nanos));
        } else {
            tell(each -> each.onExchangeCompleted(exchange, nanos));
        }
        gone(exchange, routeId);
    }

    /** The exchange has, or is about to have, another owner: only its identity is used. */
    void gone(DefaultExchange exchange, String routeId) {
        if (inflight != null) {
            safely(() -> inflight.remove(exchange, routeId));
        }
    }

    void sending(DefaultExchange exchange, Endpoint endpoint) {
        tell(each -> each.onExchangeSending(exchange, endpoint));
    }

    void sent(DefaultExchange exchange, Endpoint endpoint, long nanos) {
        tell(each -> each.onExchangeSent(exchange, endpoint, nanos));
    }

    void redelivery(DefaultExchange exchange, int attempt) {
        tell(each -> each.onExchangeRedelivery(exchange, attempt));
    }

    private void tell(Consumer<EventNotifier> what) {
        for (EventNotifier each : notifiers) {
            safely(() -> what.accept(each));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // watching must not change what happens
    private static void safely(Runnable what) {
        try {
            what.run();
        } catch (Throwable e) {
            Log.warn(Watchers.class, "One who watches a route failed", e);
        }
    }
}
