package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.impl.base.Callback;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;

/** Makes a processor that is not a route behave like one: logs an unhandled failure and releases the exchange. */
public final class AsRoute implements AsyncProcessor {
    private final Processor processor;
    private final ExchangeFactory exchanges;

    private AsRoute(Processor processor, ExchangeFactory exchanges) {
        this.processor = processor;
        this.exchanges = exchanges;
    }

    /** Returns a route as it is, and wraps any other processor. */
    public static AsyncProcessor of(Processor processor, ExchangeFactory exchanges) {
        return processor instanceof RouteEntry route ? route : new AsRoute(processor, exchanges);
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        processor.process(exchange);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // whatever a processor throws is a failure of the exchange
    public boolean process(Exchange exchange, AsyncCallback callback) {
        int lease = exchanges.lease(exchange);
        Callback once = new Callback(doneSync -> {
            end(exchange, lease);
            callback.done(doneSync);
        });
        boolean done = true;
        try {
            if (processor instanceof AsyncProcessor async) {
                done = async.process(exchange, once);
            } else {
                processor.process(exchange);
            }
        } catch (Throwable e) {
            exchange.setException(e);
        }
        if (done) {
            once.doneUnlessCalled();
        }
        return done;
    }

    private void end(Exchange exchange, int lease) {
        Exception failure = exchange.getException();
        if (failure != null) {
            Log.warn(
                    AsRoute.class,
                    "A message from " + exchange.getFromEndpoint() + " failed" + Place.in((AbstractExchange) exchange)
                            + ", and no error handler handled it",
                    failure);
        }
        exchanges.release(exchange, lease);
    }
}
