package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.ContextExchangeFactory;
import io.mehari.impl.exchange.ExchangePool;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.exchange.PoolSlot;
import io.mehari.spi.ExchangeFactory;

/**
 * Reuses a limited number of exchanges. This saves garbage, not time: allocating an exchange is faster than taking one
 * from the pool. Code that keeps a reference to an exchange after its route has ended later sees another message in it.
 * So use a pool only if no code keeps references. The checked mode finds violations.
 */
public final class PooledExchangeFactory extends ContextExchangeFactory {

    private final ExchangePool pool;
    private final boolean asProfile;

    /**
     * Creates a factory that is checked if the profile of the context is {@code dev} when the context starts.
     *
     * @param capacity the maximum number of pooled exchanges; while all are in use, further ones are made and not kept
     */
    public PooledExchangeFactory(RoutingContext context, int capacity) {
        this(pool(capacity, false, context), new Origin(context, null, null), true);
    }

    /**
     * Creates a factory.
     *
     * @param capacity the maximum number of pooled exchanges; while all are in use, further ones are made and not kept
     * @param checked whether any use after release throws, with the place of the release; then no exchange is reused
     */
    public PooledExchangeFactory(RoutingContext context, int capacity, boolean checked) {
        this(pool(capacity, checked, context), new Origin(context, null, null), false);
    }

    private static ExchangePool pool(int capacity, boolean checked, RoutingContext context) {
        Origin nowhere = new Origin(context, null, null);
        return new ExchangePool(
                capacity, checked, nowhere, slot -> new DefaultExchange(nowhere, 0, ExchangePattern.InOnly, slot));
    }

    private PooledExchangeFactory(ExchangePool pool, Origin origin, boolean asProfile) {
        super(origin);
        this.pool = pool;
        this.asProfile = asProfile;
    }

    @Override
    public void followProfile(boolean check) {
        if (asProfile) {
            pool.setChecked(check);
        }
    }

    @Override
    public Exchange create(ExchangePattern pattern) {
        AbstractExchange exchange = pool.acquire(origin(), AbstractExchange.now(origin().context));
        if (pattern == ExchangePattern.InOut) {
            exchange.setPattern(pattern);
        }
        return exchange;
    }

    @Override
    public Exchange copy(Exchange exchange) {
        AbstractExchange original = (AbstractExchange) exchange;
        AbstractExchange copy = pool.acquire(original.origin(), original.getCreated());
        copy.copyStateFrom(original);
        return copy;
    }

    @Override
    public ExchangeFactory forEndpoint(Endpoint from) {
        return new PooledExchangeFactory(pool, new Origin(origin().context, from, null), asProfile);
    }

    @Override
    public int lease(Exchange exchange) {
        PoolSlot slot = PoolSlot.of(exchange);
        return slot == null ? 0 : slot.lease();
    }

    @Override
    public boolean release(Exchange exchange, int lease) {
        return pool.release((AbstractExchange) exchange, lease);
    }

    public PoolStatistics getStatistics() {
        return pool.statistics();
    }
}
