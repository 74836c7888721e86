package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;

/** Passes the messages of a consumer to its route, and ends their exchanges. */
final class RouteCaller {
    private final Processor processor;
    final ExchangeFactory exchanges;

    RouteCaller(Processor processor, ExchangeFactory exchanges) {
        this.processor = processor;
        this.exchanges = exchanges;
    }

    /** Calls the route. Whatever the route throws, the callback is called exactly once, unless the route never ends. */
    @SuppressWarnings("CatchingUnchecked") // an exception of a processor is a failure of the exchange
    boolean call(Exchange exchange, AsyncCallback callback) {
        if (processor instanceof AsyncProcessor async) {
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
}
