package io.mehari.support;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteProcessor;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A base class for consumers: {@link #doStart} starts to receive, {@link #doStop} ends that. */
public class DefaultConsumer extends ServiceSupport implements Consumer {
    private final Endpoint endpoint;
    private final Processor processor;
    private final Processor ending;
    private ExceptionHandler exceptionHandler = this::handle;

    public DefaultConsumer(Endpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
        this.ending = processor instanceof RouteProcessor route ? new EndingRoute(route) : new Ending(processor);
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    /** The id of the route; null if this consumer passes its messages to something else. */
    public @Nullable String getRouteId() {
        return processor instanceof RouteProcessor route ? route.getRouteId() : null;
    }

    /**
     * The route. When it is done with an exchange that was given to {@code process}, the completions of the exchange
     * have run.
     */
    @Override
    public Processor getProcessor() {
        return ending;
    }

    /** Runs the completions. What it takes over is the route's, which ends it or hands it over. */
    private final class EndingRoute extends RouteProcessor {
        private final RouteProcessor route;

        EndingRoute(RouteProcessor route) {
            this.route = route;
        }

        @Override
        public String getRouteId() {
            return route.getRouteId();
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            return new Ending(route).process(exchange, callback);
        }

        @Override
        public boolean takeOver(Exchange exchange, AsyncCallback callback) {
            return route.takeOver(exchange, callback);
        }

        @Override
        public Entrance openEntrance() {
            return route.openEntrance();
        }
    }

    /** Runs the completions. */
    private final class Ending implements AsyncProcessor {
        private final Processor route;

        Ending(Processor route) {
            this.route = route;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // thrown again
        public void process(Exchange exchange) throws Exception {
            try {
                route.process(exchange);
            } catch (Throwable e) {
                exchange.setException(e);
                throw e;
            } finally {
                end(exchange);
            }
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // law S1: whatever a processor throws is a failure of the exchange
        public boolean process(Exchange exchange, AsyncCallback callback) {
            AsyncCallback whenDone = doneSync -> {
                end(exchange);
                callback.done(doneSync);
            };
            if (route instanceof AsyncProcessor async) {
                return async.process(exchange, whenDone);
            }
            try {
                route.process(exchange);
            } catch (Throwable e) {
                exchange.setException(e);
            }
            whenDone.done(true);
            return true;
        }

        private void end(Exchange exchange) {
            endpoint.getExchangeFactory().end(exchange);
        }
    }

    /**
     * Creates an exchange from this endpoint.
     *
     * @param autoRelease has no effect: {@link Endpoint#deliver} and {@link Endpoint#ask} release an exchange
     */
    public Exchange createExchange(boolean autoRelease) {
        return endpoint.createExchange();
    }

    /**
     * Gets the failures of this consumer. By default it logs them. With the option {@code bridgeErrorHandler} of a
     * {@link DefaultEndpoint}, each failure goes to the error handler of the route, as an exchange whose body is the
     * text.
     */
    public ExceptionHandler getExceptionHandler() {
        return exceptionHandler;
    }

    public void setExceptionHandler(ExceptionHandler exceptionHandler) {
        Objects.requireNonNull(
                exceptionHandler,
                "setExceptionHandler(exceptionHandler): exceptionHandler is null; give an ExceptionHandler");
        this.exceptionHandler = exceptionHandler;
    }

    private void handle(String message, @Nullable Exchange exchange, Throwable failure) {
        if (endpoint instanceof DefaultEndpoint own && own.isBridgeErrorHandler()) {
            bridge(message, failure);
        } else {
            log(message, failure);
        }
    }

    private void bridge(String message, Throwable failure) {
        try {
            Exchange carrier = createExchange(true);
            carrier.setBody(message);
            carrier.setException(failure);
            endpoint.deliver(processor, carrier);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            log(message, failure);
        }
    }

    /** Gives a failure that concerns no message to {@link #getExceptionHandler()}. */
    protected void handleException(@Nullable String message, Throwable failure) {
        exceptionHandler.handleException(message == null ? "failed" : message, failure);
    }

    private void log(String message, Throwable failure) {
        Log.warn(Log.consumer(endpoint, processor), SafeText.of(this + ": " + message), failure);
    }

    protected void handleException(Throwable failure) {
        handleException(null, failure);
    }

    @Override
    public String toString() {
        return "Consumer[" + endpoint + "]";
    }
}
