package io.mehari.support;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.SafeText;
import io.mehari.support.service.ServiceSupport;
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
        this.ending = new Ending(processor);
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    /** The id of the route; null if this consumer passes its messages to something else. */
    public @Nullable String getRouteId() {
        return processor instanceof RouteProcessor route ? route.getRouteId() : null;
    }

    /** The route. When it is done with an exchange, the completions of the exchange have run. */
    @Override
    public Processor getProcessor() {
        return ending;
    }

    /** Runs the completions of an exchange that is not left to the route, which would do the same. */
    private static final class Ending implements AsyncProcessor {
        private final Processor route;

        Ending(Processor route) {
            this.route = route;
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            boolean left = exchange.getExchangeExtension().isLeftToRoute();
            route.process(exchange);
            if (!left) {
                end(exchange);
            }
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            boolean left = exchange.getExchangeExtension().isLeftToRoute();
            AsyncCallback whenDone = doneSync -> {
                if (!left) {
                    end(exchange);
                }
                callback.done(doneSync);
            };
            if (route instanceof AsyncProcessor async) {
                return async.process(exchange, whenDone);
            }
            try {
                route.process(exchange);
            } catch (Exception e) {
                exchange.setException(e);
            }
            whenDone.done(true);
            return true;
        }

        private static void end(Exchange exchange) {
            if (exchange.getExchangeExtension().hasUnitOfWork()) {
                exchange.getUnitOfWork().done();
            }
        }
    }

    /**
     * Creates an exchange from this endpoint.
     *
     * @param autoRelease has no effect: the route releases an exchange that was left to it
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
            carrier.getExchangeExtension().leaveToRoute();
            processor.process(carrier);
        } catch (Exception e) {
            failure.addSuppressed(e);
            log(message, failure);
        }
    }

    /** Gives a failure that concerns no message to {@link #getExceptionHandler()}. */
    protected void handleException(@Nullable String message, Throwable failure) {
        exceptionHandler.handleException(message == null ? "failed" : message, failure);
    }

    private void log(String message, Throwable failure) {
        Log.warn(getClass(), SafeText.of(this + ": " + message), failure);
    }

    protected void handleException(Throwable failure) {
        handleException(null, failure);
    }

    @Override
    public String toString() {
        return "Consumer[" + endpoint + "]";
    }
}
