package io.mehari.impl.exchange;

import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * The only concrete exchange: message, properties, extension and unit-of-work state in one object of 80 bytes. Other
 * objects are created when they are needed: the arrays for headers and properties at the first write, the id at the
 * first read, the unit of work at the first request.
 */
public final class DefaultExchange extends AbstractExchange {
    /** Creates an exchange in plain code. */
    public DefaultExchange(RoutingContext context) {
        this(context, ExchangePattern.InOnly);
    }

    /** Creates an exchange with this pattern in plain code. */
    public DefaultExchange(RoutingContext context, ExchangePattern pattern) {
        this(Origin.of(context), now(context), pattern, null);
    }

    public DefaultExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
        super(origin, created, pattern, slot);
    }
}
