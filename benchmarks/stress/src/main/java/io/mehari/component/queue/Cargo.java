package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;

/** The body that is sent. */
final class Cargo {
    private static final RoutingContext CONTEXT = new DefaultRoutingContext("stress");

    private Cargo() {}

    static {
        CONTEXT.getRoutingContextExtension().setClock(() -> 0);
    }

    static Exchange exchange() {
        return new DefaultExchange(CONTEXT);
    }
}
