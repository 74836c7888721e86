package io.mehari.impl;

import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;

/**
 * An exchange as Camel's own tests create it, with {@code new}. Programs call {@link RoutingContext#createExchange()}:
 * the class of their exchanges is hidden, so that nobody calls what only the engine may.
 */
public final class DefaultExchange extends io.mehari.impl.exchange.DefaultExchange {

    public DefaultExchange(RoutingContext context) {
        super(context);
    }

    public DefaultExchange(RoutingContext context, ExchangePattern pattern) {
        super(context, pattern);
    }
}
