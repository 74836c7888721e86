package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.impl.base.Callback;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteProcessor;
import org.jspecify.annotations.Nullable;

/** A call of a consumer's processor, which may be a route; releases the exchange at the end. */
public final class AsRoute implements ChainedCallback {
    private final AbstractExchange exchange;
    private final AsyncCallback callback;
    private final boolean asked;

    private AsRoute(Exchange exchange, AsyncCallback callback, boolean asked) {
        this.exchange = (AbstractExchange) exchange;
        this.callback = callback;
        this.asked = asked;
    }

    /** The processor takes over the exchange; one that is not a route behaves like one. */
    public static boolean deliver(Processor processor, Exchange exchange, AsyncCallback callback) {
        if (!(processor instanceof RouteProcessor route)) {
            return new AsRoute(exchange, callback, false).call(processor);
        }
        AbstractExchange given = (AbstractExchange) exchange;
        try {
            return route.takeOver(exchange, new Guarded(callback));
        } catch (Throwable e) { // it did not get into the route, because there was no room on the heap or the stack
            given.end();
            throw e;
        }
    }

    /** Its callback is called when the route has the exchange, so what it throws must not end that exchange. */
    private record Guarded(AsyncCallback callback) implements ChainedCallback {
        @Override
        public void done(boolean doneSync) {
            try {
                callback.done(doneSync);
            } catch (Throwable e) {
                Log.warn(AsRoute.class, "The callback of deliver(...) failed", e);
            }
        }

        @Override
        public @Nullable AsyncCallback calls() {
            return callback;
        }
    }

    /** The callback may read the outcome. */
    public static boolean ask(Processor processor, Exchange exchange, AsyncCallback callback) {
        return new AsRoute(exchange, callback, true).call(processor);
    }

    private boolean call(Processor processor) {
        Callback once = new Callback(this);
        boolean done = true;
        try {
            if (processor instanceof AsyncProcessor async) {
                done = async.process(exchange, once);
            } else {
                processor.process(exchange);
            }
        } catch (Throwable e) { // whatever a processor throws is a failure of the exchange
            exchange.setException(e);
        }
        if (done) {
            once.doneUnlessCalled();
        }
        return done;
    }

    @Override
    public void done(boolean doneSync) {
        if (asked) {
            try {
                callback.done(doneSync);
            } finally {
                exchange.release();
            }
            return;
        }
        Exception failure = exchange.getException();
        if (failure != null) {
            Log.warn(
                    Log.of(exchange),
                    "A message from " + exchange.getFromEndpoint() + " failed" + Place.in(exchange)
                            + ", and no error handler handled it [MH-56]",
                    failure);
        }
        exchange.release();
        callback.done(doneSync);
    }

    @Override
    public AsyncCallback calls() {
        return callback;
    }
}
