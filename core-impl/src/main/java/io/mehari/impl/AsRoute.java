package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;

/**
 * A processor that is no route, as something an exchange can be left to: logs what nobody handled, and releases the
 * exchange.
 */
final class AsRoute implements AsyncProcessor {
    private final Processor processor;
    private final ExchangeFactory exchanges;

    private AsRoute(Processor processor, ExchangeFactory exchanges) {
        this.processor = processor;
        this.exchanges = exchanges;
    }

    /** A route stays as it is. */
    static AsyncProcessor of(Processor processor, ExchangeFactory exchanges) {
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
        if (processor instanceof AsyncProcessor async) {
            return async.process(exchange, doneSync -> {
                end(exchange, lease);
                callback.done(doneSync);
            });
        }
        try {
            processor.process(exchange);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        end(exchange, lease);
        callback.done(true);
        return true;
    }

    private void end(Exchange exchange, int lease) {
        Exception failure = exchange.getException();
        if (failure != null) {
            Log.warn(
                    AsRoute.class,
                    "A message from " + exchange.getFromEndpoint() + " failed, and nobody handled it",
                    failure);
        }
        exchanges.release(exchange, lease);
    }
}
