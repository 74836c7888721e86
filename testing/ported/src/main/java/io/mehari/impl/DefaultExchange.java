package io.mehari.impl;

import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Origin;

/**
 * An exchange as Camel's own tests create it, with {@code new}. Programs call {@link RoutingContext#createExchange()}:
 * the class of their exchanges is hidden, so that nobody calls what only the engine may.
 */
public final class DefaultExchange extends AbstractExchange {

    public DefaultExchange(RoutingContext context) {
        this(context, ExchangePattern.InOnly);
    }

    public DefaultExchange(RoutingContext context, ExchangePattern pattern) {
        super(Origin.of(context), now(context), pattern, null);
    }
}
