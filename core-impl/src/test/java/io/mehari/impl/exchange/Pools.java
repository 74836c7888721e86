package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.RoutingContext;

/** Pools of exchanges, and what only the engine does with them. */
public final class Pools {
    private Pools() {}

    /** Gives the context a pool. */
    public static Exchanges in(RoutingContext context, int capacity, boolean checked) {
        context.getRoutingContextExtension().setExchangePool(capacity, checked);
        return Exchanges.of(context);
    }

    public static boolean release(Exchange exchange) {
        return ((AbstractExchange) exchange).release();
    }
}
