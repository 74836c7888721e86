package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.spi.ExchangeFactory;

/**
 * Uses a bounded number of exchanges over and over. That saves garbage, not time: an exchange allocated afresh takes less
 * time than one from the pool. Whoever keeps a reference to an exchange after its route has ended will see
 * another message in it: pooling is for routes that do not. The checked mode finds those that do.
 */
public final class PooledExchangeFactory implements ExchangeFactory {

    private final ExchangePool pool;
    private final Origin origin;
    private final boolean asProfile;

    /**
     * A factory that checks where the profile of the context is {@code dev} when it starts, whenever that was set.
     *
     * @param capacity how many exchanges at the most; while all are in use, further ones are made and not kept
     */
    public PooledExchangeFactory(RoutingContext context, int capacity) {
        this(new ExchangePool(capacity, false, new Origin(context, null, null)), new Origin(context, null, null), true);
    }

    /**
     * @param capacity how many exchanges at the most; while all are in use, further ones are made and not kept
     * @param checked whether any use after release throws and says where that was; then nothing is used again
     */
    public PooledExchangeFactory(RoutingContext context, int capacity, boolean checked) {
        this(
                new ExchangePool(capacity, checked, new Origin(context, null, null)),
                new Origin(context, null, null),
                false);
    }

    private PooledExchangeFactory(ExchangePool pool, Origin origin, boolean asProfile) {
        this.pool = pool;
        this.origin = origin;
        this.asProfile = asProfile;
    }

    /** Called when the context starts, before any message. */
    void followProfile(boolean check) {
        if (asProfile) {
            pool.setChecked(check);
        }
    }

    @Override
    public Exchange create(ExchangePattern pattern) {
        DefaultExchange exchange = pool.acquire(origin, DefaultExchange.now(origin.context));
        if (pattern == ExchangePattern.InOut) {
            exchange.flags = Flags.IN_OUT;
        }
        return exchange;
    }

    @Override
    public Exchange copy(Exchange exchange) {
        DefaultExchange original = (DefaultExchange) exchange;
        DefaultExchange copy = pool.acquire(original.origin(), original.getCreated());
        copy.copyStateFrom(original);
        return copy;
    }

    @Override
    public ExchangeFactory forEndpoint(Endpoint from) {
        return new PooledExchangeFactory(pool, new Origin(origin.context, from, null), asProfile);
    }

    @Override
    public int lease(Exchange exchange) {
        PoolSlot slot = ((DefaultExchange) exchange).slot;
        return slot == null ? 0 : slot.lease();
    }

    @Override
    public boolean release(Exchange exchange, int lease) {
        return pool.release((DefaultExchange) exchange, lease);
    }

    public PoolStatistics getStatistics() {
        return pool.statistics();
    }
}
