package io.mehari.connector;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.internal.HandledFailure;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteProcessor;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that feeds a route with what comes from outside.
 *
 * @param <E> its endpoint
 */
public abstract class ReceivingConsumer<E extends Endpoint> implements Consumer, ShutdownAware {
    protected final E endpoint;
    private final Processor processor;
    private final @Nullable AsyncProcessor async;
    private final String name;
    private final Log unanswered;

    protected ReceivingConsumer(E endpoint, Processor processor, String nameWithoutRoute) {
        this.endpoint = endpoint;
        this.processor = processor;
        this.async = processor instanceof AsyncProcessor able ? able : null;
        this.name = processor instanceof RouteProcessor named ? named.getRouteId() : nameWithoutRoute;
        this.unanswered = new Log(log());
    }

    @Override
    public final E getEndpoint() {
        return endpoint;
    }

    @Override
    public final Processor getProcessor() {
        return processor;
    }

    /** The id of the route, for the names of threads and for messages. */
    public final String name() {
        return name;
    }

    /** The name of the logger: that of the route, if this calls one. */
    public final String log() {
        return Log.consumer(endpoint, processor);
    }

    @Override
    public void suspend() {
        closeIntake();
    }

    @Override
    public void resume() {
        start();
    }

    /** None, if what waits for the route is at the other side: a stop does not wait for it. */
    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    /** True until what was taken is answered or acknowledged. The route counts a message as done a moment earlier. */
    @Override
    public final boolean isBusy() {
        return hasTaken();
    }

    /**
     * Calls the route. Whatever the route throws, the callback is called exactly once, unless the route never ends.
     *
     * @return whether the route is done
     */
    @SuppressWarnings("CatchingUnchecked") // whatever a processor throws is a failure of the exchange
    public final boolean call(Exchange exchange, AsyncCallback callback) {
        if (async != null) {
            return async.process(exchange, callback);
        }
        try {
            processor.process(exchange);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    /**
     * Whether a request has no answer: who handled its failure has set neither another body nor the header with the
     * status, if the protocol has one. Then it is answered as if nobody had handled the failure (law K11), and this says
     * so. With a status alone, the body is removed: it is the request's.
     *
     * @param answer what becomes of the request, for the log
     */
    public final boolean isUnanswered(Exchange exchange, @Nullable String status, String answer) {
        if (!HandledFailure.leaves(exchange, null)) {
            return false;
        }
        if (status != null && !HandledFailure.leaves(exchange, status)) {
            exchange.setBody(null);
            return false;
        }
        unanswered.warnOnceAMinute(
                this + ": " + answer + " [MH-69], since no body or status was set when its failure was handled"
                        + Log.place(exchange),
                exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
        return true;
    }

    @Override
    public String toString() {
        return "Route " + name + " from " + endpoint;
    }
}
