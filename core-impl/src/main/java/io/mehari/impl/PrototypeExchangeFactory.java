package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.spi.ExchangeFactory;

/** Makes each exchange anew and leaves it to the garbage collector: the default. */
public final class PrototypeExchangeFactory implements ExchangeFactory {

    private final Origin origin;

    public PrototypeExchangeFactory(RoutingContext context) {
        this(new Origin(context, null, null));
    }

    private PrototypeExchangeFactory(Origin origin) {
        this.origin = origin;
    }

    @Override
    public Exchange create(ExchangePattern pattern) {
        return new DefaultExchange(origin, DefaultExchange.now(origin.context), pattern, null);
    }

    @Override
    public Exchange copy(Exchange exchange) {
        return exchange.copy();
    }

    @Override
    public ExchangeFactory forEndpoint(Endpoint from) {
        return new PrototypeExchangeFactory(new Origin(origin.context, from, null));
    }

    @Override
    public int lease(Exchange exchange) {
        return 0;
    }

    @Override
    public boolean release(Exchange exchange, int lease) {
        ((DefaultExchange) exchange).endWork();
        return false;
    }
}
