package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;

/** Exchanges for tests that need no route. */
final class Cargo {
    private static final RoutingContext CONTEXT = new DefaultRoutingContext("cargo");

    private Cargo() {}

    static {
        CONTEXT.getRoutingContextExtension().setClock(() -> 0);
    }

    static Exchange of(Object body) {
        Exchange exchange = new DefaultExchange(CONTEXT);
        exchange.setBody(body);
        return exchange;
    }
}
