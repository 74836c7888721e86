package io.mehari.impl;

import io.mehari.ConsumerTemplate;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.RuntimeRoutingException;
import io.mehari.ServiceStatus;
import io.mehari.spi.ExchangeFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Receives; keeps one started polling consumer for each endpoint, of the endpoints that were used last. */
final class DefaultConsumerTemplate extends ConsumerTemplate {
    /*
     * The map is in the order of use. One that is too many is stopped if nobody waits at it; so there are never more than
     * MAX_KEPT and one for each thread that waits. Consumers are started and stopped under the lock, so that none is
     * used before it is started, but asked outside of it.
     */
    static final int MAX_KEPT = 1000;

    private final RoutingContext context;
    private final Map<Endpoint, Kept> consumers = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Kept {
        final PollingConsumer consumer;
        int users;

        Kept(PollingConsumer consumer) {
            this.consumer = consumer;
        }
    }

    DefaultConsumerTemplate(RoutingContext context) {
        this.context = context;
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public void stop() {
        List<Kept> all;
        synchronized (consumers) {
            all = new ArrayList<>(consumers.values());
            consumers.clear();
        }
        all.forEach(each -> each.consumer.stop());
    }

    // ---- exchanges

    @Override
    public @Nullable Exchange receive(String endpointUri) {
        return receive(endpointUri, -1);
    }

    @Override
    public @Nullable Exchange receiveNoWait(String endpointUri) {
        return receive(endpointUri, 0);
    }

    @Override
    public @Nullable Exchange receive(String endpointUri, long timeout) {
        if (context.getStatus() != ServiceStatus.Started) {
            throw new IllegalStateException(
                    "Cannot receive from " + endpointUri + ": context " + context + " is not running; start it first");
        }
        Kept kept = take(context.getEndpoint(endpointUri));
        try {
            return kept.consumer.receive(timeout);
        } finally {
            giveBack(kept);
        }
    }

    private Kept take(Endpoint endpoint) {
        synchronized (consumers) {
            Kept kept = consumers.get(endpoint);
            if (kept == null) {
                kept = new Kept(startedConsumer(endpoint));
                consumers.put(endpoint, kept);
            }
            kept.users++;
            return kept;
        }
    }

    private static PollingConsumer startedConsumer(Endpoint endpoint) {
        try {
            PollingConsumer consumer = endpoint.createPollingConsumer();
            consumer.start();
            return consumer;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RuntimeRoutingException("Cannot receive from " + endpoint + ": " + e.getMessage(), e);
        }
    }

    private void giveBack(Kept kept) {
        synchronized (consumers) {
            kept.users--;
            Iterator<Kept> eldest = consumers.values().iterator();
            while (consumers.size() > MAX_KEPT && eldest.hasNext()) {
                Kept candidate = eldest.next();
                if (candidate.users == 0) {
                    eldest.remove();
                    candidate.consumer.stop();
                }
            }
        }
    }

    @Override
    public void doneUoW(Exchange exchange) {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        exchanges.release(exchange, exchanges.lease(exchange));
    }

    // ---- bodies

    @Override
    public @Nullable Object receiveBody(String endpointUri) {
        return receiveBody(endpointUri, -1, Object.class);
    }

    @Override
    public @Nullable Object receiveBody(String endpointUri, long timeout) {
        return receiveBody(endpointUri, timeout, Object.class);
    }

    @Override
    public @Nullable Object receiveBodyNoWait(String endpointUri) {
        return receiveBody(endpointUri, 0, Object.class);
    }

    @Override
    public <T> @Nullable T receiveBody(String endpointUri, Class<T> type) {
        return receiveBody(endpointUri, -1, type);
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(String endpointUri, Class<T> type) {
        return receiveBody(endpointUri, 0, type);
    }

    @Override
    public <T> @Nullable T receiveBody(String endpointUri, long timeout, Class<T> type) {
        Exchange exchange = receive(endpointUri, timeout);
        if (exchange == null) {
            return null;
        }
        Exception failure = exchange.getException();
        if (failure != null) {
            exchange.getUnitOfWork().done(); // it goes to the caller with the exception, so not to a pool
            throw new RoutingExecutionException(
                    "Exchange " + exchange.getExchangeId() + " from " + endpointUri + " has failed: " + failure,
                    exchange,
                    failure);
        }
        try {
            return exchange.getBody(type);
        } finally {
            doneUoW(exchange);
        }
    }
}
