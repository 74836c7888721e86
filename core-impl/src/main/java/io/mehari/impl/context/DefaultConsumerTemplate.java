package io.mehari.impl.context;

import io.mehari.ConsumerTemplate;
import io.mehari.ContextNotStartedException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.RuntimeRoutingException;
import io.mehari.ServiceStatus;
import io.mehari.impl.exchange.PoolSlot;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Receives messages; caches a started polling consumer for each of the most recently used endpoints. */
final class DefaultConsumerTemplate extends ConsumerTemplate {
    /*
     * The map is in the order of use. If there are too many consumers, unused ones are stopped. So there are never more
     * than MAX_KEPT plus one for each waiting thread. Consumers are started and stopped under the lock, so that none is
     * used before it is started, but they receive outside of it.
     */
    static final int MAX_KEPT = 1000;
    private static final int USUAL_IN_ROUTES = 100;

    private final AbstractRoutingContext context;
    private final int maxKept;
    private final Map<String, Kept> consumers = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Kept {
        final PollingConsumer consumer;
        int users;

        Kept(PollingConsumer consumer) {
            this.consumer = consumer;
        }
    }

    private DefaultConsumerTemplate(AbstractRoutingContext context) {
        this.context = context;
        this.maxKept = MAX_KEPT;
    }

    /** Not a constructor, so that a context without such a template need not load this class. */
    static ConsumerTemplate of(AbstractRoutingContext context) {
        return new DefaultConsumerTemplate(context);
    }

    /** For a step of a route; 0 is the default number of consumers to keep, a negative number means none. */
    DefaultConsumerTemplate(AbstractRoutingContext context, int cacheSize) {
        this.context = context;
        this.maxKept = cacheSize == 0 ? USUAL_IN_ROUTES : Math.max(cacheSize, 0);
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
        all.forEach(this::end);
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
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        if (context.getStatus() != ServiceStatus.Started) {
            throw new ContextNotStartedException("Cannot receive from " + SafeText.uri(endpointUri) + ": context "
                    + context + " is not running; start it first");
        }
        return receiveFrom(context.resolve(endpointUri), timeout);
    }

    /** Receives in any status of the context: it is called for a message, and a stop waits for that message. */
    @Nullable
    Exchange receiveFrom(String endpointUri, long timeout) {
        Kept kept = take(endpointUri);
        try {
            return kept.consumer.receive(timeout);
        } finally {
            giveBack(kept);
        }
    }

    private Kept take(String endpoint) {
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

    private PollingConsumer startedConsumer(String uri) {
        Endpoint endpoint = context.holdEndpoint(uri);
        boolean started = false;
        try {
            PollingConsumer consumer = endpoint.createPollingConsumer();
            consumer.start();
            started = true;
            return consumer;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RuntimeRoutingException(
                    "Cannot receive from " + endpoint + ": " + SafeText.of(e.getMessage(), 1000), e);
        } finally {
            if (!started) {
                context.giveBackEndpoint(endpoint);
            }
        }
    }

    private void end(Kept kept) {
        kept.consumer.stop();
        context.giveBackEndpoint(kept.consumer.getEndpoint());
    }

    private void giveBack(Kept kept) {
        synchronized (consumers) {
            kept.users--;
            Iterator<Kept> eldest = consumers.values().iterator();
            while (consumers.size() > maxKept && eldest.hasNext()) {
                Kept candidate = eldest.next();
                if (candidate.users == 0) {
                    eldest.remove();
                    end(candidate);
                }
            }
        }
    }

    @Override
    public void doneUoW(Exchange exchange) {
        Objects.requireNonNull(exchange, "exchange is null; give an Exchange");
        PoolSlot slot = PoolSlot.of(exchange);
        if (slot != null) {
            slot.pool.retire(slot);
        } else {
            ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
            exchanges.release(exchange, exchanges.lease(exchange));
        }
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
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        Exchange exchange = receive(endpointUri, timeout);
        if (exchange == null) {
            return null;
        }
        Exception failure = exchange.getException();
        if (failure != null) {
            exchange.getUnitOfWork().done(); // not released to a pool: the caller gets it with the exception
            throw new RoutingExecutionException(
                    "Exchange " + exchange.getExchangeId() + " from " + SafeText.uri(endpointUri) + " has failed: "
                            + SafeText.of(failure, 1000),
                    exchange,
                    failure);
        }
        try {
            return exchange.getBody(type);
        } finally {
            ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
            exchanges.release(exchange, exchanges.lease(exchange)); // no other code has it, so a pool can reuse it
        }
    }
}
