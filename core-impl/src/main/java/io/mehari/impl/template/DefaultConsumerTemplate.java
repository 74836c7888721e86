package io.mehari.impl.template;

import io.mehari.ConsumerTemplate;
import io.mehari.ContextNotStartedException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.RuntimeRoutingException;
import io.mehari.ServiceStatus;
import io.mehari.impl.base.Millis;
import io.mehari.impl.engine.EngineContext;
import io.mehari.impl.engine.Shared;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.SafeText;
import java.io.InputStream;
import java.io.Reader;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Receives messages; caches a started polling consumer for each of the most recently used endpoints. */
public final class DefaultConsumerTemplate extends ConsumerTemplate {
    public static final int MAX_KEPT = 1000;
    private static final int MAX_KEPT_IN_ROUTES = 100;

    private final EngineContext engine;
    private final RoutingContext context;
    private final Polled polled;

    private DefaultConsumerTemplate(EngineContext engine, int maxKept) {
        this.engine = engine;
        this.context = engine.context();
        polled = new Polled(engine, maxKept);
    }

    /** An endpoint to receive from. */
    private static final class Source extends Shared.Use {
        private @Nullable PollingConsumer consumer; // guarded by this

        Source(Object uri, Endpoint endpoint) {
            super(uri, endpoint);
        }

        /** The started consumer. There is never a second one, which could take messages that nobody receives. */
        synchronized PollingConsumer consumer() {
            try {
                PollingConsumer known = consumer;
                if (known == null) {
                    known = endpoint.createPollingConsumer();
                    start(known);
                    consumer = known;
                }
                return known;
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new RuntimeRoutingException(
                        "Cannot receive from " + endpoint + ": " + SafeText.of(e.getMessage(), 1000), e);
            }
        }
    }

    private static final class Polled extends Shared<Source, RuntimeException> {
        Polled(EngineContext engine, int most) {
            super(engine, most, false);
        }

        @Override
        protected Source make(Object uri, Endpoint endpoint) {
            return new Source(uri, endpoint);
        }
    }

    /** Not a constructor, so that a context without such a template need not load this class. */
    public static ConsumerTemplate of(EngineContext engine) {
        return new DefaultConsumerTemplate(engine, MAX_KEPT);
    }

    /** For a step of a route. */
    public static DefaultConsumerTemplate inRoute(EngineContext engine) {
        return new DefaultConsumerTemplate(engine, MAX_KEPT_IN_ROUTES);
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public void stop() {
        polled.closeAll();
    }

    // ---- exchanges

    @Override
    public boolean receive(String endpointUri, Duration time, Processor processor) throws Exception {
        Objects.requireNonNull(processor, "processor is null; give a Processor, such as exchange -> ...");
        AbstractExchange exchange = receive(endpointUri, Millis.of(time, "receive"));
        if (exchange == null) {
            return false;
        }
        try {
            processor.process(exchange);
        } finally {
            exchange.release();
        }
        return true;
    }

    private @Nullable AbstractExchange receive(String endpointUri, long timeout) {
        Objects.requireNonNull(endpointUri, "endpointUri is null; give a URI, such as \"direct:orders\"");
        if (context.getStatus() != ServiceStatus.Started) {
            throw new ContextNotStartedException("Cannot receive from " + SafeText.uri(endpointUri) + ": context "
                    + context + " is not running; start it first");
        }
        return (AbstractExchange) receiveFrom(engine.resolve(endpointUri), timeout);
    }

    /** Receives in any status of the context: it is called for a message, and a stop waits for that message. */
    @Nullable
    public Exchange receiveFrom(String endpointUri, long timeout) {
        Source source = polled.acquire(endpointUri);
        try {
            return source.consumer().receive(timeout);
        } finally {
            polled.release(source);
        }
    }

    // ---- bodies

    @Override
    public <T> @Nullable T receiveBody(String endpointUri, long timeout, Class<T> type) {
        Objects.requireNonNull(type, "type is null; give a class, such as String.class");
        AbstractExchange exchange = receive(endpointUri, timeout);
        if (exchange == null) {
            return null;
        }
        Exception failure = exchange.getException();
        if (failure != null) {
            exchange.end(); // not released to a pool: the caller gets it with the exception
            throw new RoutingExecutionException(
                    "Exchange " + exchange.getExchangeId() + " from " + SafeText.uri(endpointUri) + " has failed: "
                            + SafeText.of(failure, 1000),
                    exchange,
                    failure);
        }
        boolean stream = false;
        try {
            exchange.repeatableBody();
            exchange.leaveBody(); // before the conversion: its result may read the body through another class
            T body = exchange.getBody(type);
            stream = body instanceof InputStream || body instanceof Reader;
            return body;
        } finally {
            if (!stream) {
                exchange.disposeBody();
            }
            exchange.release();
        }
    }
}
