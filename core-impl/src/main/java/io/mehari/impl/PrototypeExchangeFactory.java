package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.ContextExchangeFactory;
import io.mehari.impl.exchange.Origin;
import io.mehari.spi.ExchangeFactory;

/** The default factory: makes each exchange new, and leaves it to the garbage collector. */
public final class PrototypeExchangeFactory extends ContextExchangeFactory {

    public PrototypeExchangeFactory(RoutingContext context) {
        this(new Origin(context, null, null));
    }

    private PrototypeExchangeFactory(Origin origin) {
        super(origin);
    }

    @Override
    public Exchange create(ExchangePattern pattern) {
        return new DefaultExchange(origin(), AbstractExchange.now(origin().context), pattern, null);
    }

    @Override
    public Exchange copy(Exchange exchange) {
        return exchange.copy();
    }

    @Override
    public ExchangeFactory forEndpoint(Endpoint from) {
        return new PrototypeExchangeFactory(new Origin(origin().context, from, null));
    }

    @Override
    public int lease(Exchange exchange) {
        return 0;
    }

    @Override
    public boolean release(Exchange exchange, int lease) {
        ((AbstractExchange) exchange).end();
        return false;
    }
}
