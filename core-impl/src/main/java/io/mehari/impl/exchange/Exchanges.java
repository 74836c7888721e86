package io.mehari.impl.exchange;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.PoolStatistics;
import org.jspecify.annotations.Nullable;

/** Makes the exchanges of one origin, new ones or from a pool. */
public final class Exchanges extends ExchangeFactory {
    private final Origin origin;
    private final @Nullable ExchangePool pool;

    /** Makes each exchange new, and leaves it to the garbage collector. */
    Exchanges(Origin origin) {
        this(origin, null);
    }

    /** Reuses exchanges; see {@link io.mehari.spi.RoutingContextExtension#setExchangePool(int, boolean)}. */
    public Exchanges(RoutingContext context, int capacity, boolean checked) {
        this.origin = new Origin(context, null, null);
        this.pool = new ExchangePool(capacity, checked, origin);
    }

    private Exchanges(Origin origin, @Nullable ExchangePool pool) {
        this.origin = origin;
        this.pool = pool;
    }

    public static Exchanges of(RoutingContext context) {
        return ((OriginSource) context.getRoutingContextExtension()).getExchangeFactory();
    }

    /** Call it before there is any message: whether the pool checks for uses after a release. */
    public void setChecked(boolean checked) {
        if (pool != null) {
            pool.setChecked(checked);
        }
    }

    /**
     * Uses one exchange before there is any message (law S4): a class whose static initializer meets a full stack can
     * never be used again. So they all run now.
     */
    public void rehearse() {
        AbstractExchange exchange = pool == null
                ? new DefaultExchange(origin, 1, ExchangePattern.InOut, null)
                : new ExchangePool(1, false, origin).acquire(origin, 1);
        exchange.setBody(1);
        exchange.setHeader("rehearsed", 1);
        exchange.setProperty("rehearsed", exchange.getHeader("rehearsed"));
        exchange.release();
    }

    @Override
    public AbstractExchange create(ExchangePattern pattern) {
        long created = AbstractExchange.now(origin.context);
        if (pool == null) {
            return new DefaultExchange(origin, created, pattern, null);
        }
        AbstractExchange exchange = pool.acquire(origin, created);
        if (pattern == ExchangePattern.InOut) {
            exchange.flags |= Flags.IN_OUT; // calls nothing: a throw would lose the exchange
        }
        return exchange;
    }

    @Override
    public AbstractExchange copy(Exchange exchange) {
        AbstractExchange original = (AbstractExchange) exchange;
        if (pool == null) {
            return original.copy();
        }
        AbstractExchange copy = pool.acquire(original.origin(), original.getCreated());
        try {
            copy.copyStateFrom(original);
            return copy;
        } catch (Throwable e) {
            copy.release();
            throw e;
        }
    }

    @Override
    public AbstractExchange copyAsNew(Exchange exchange, ExchangePattern pattern) {
        AbstractExchange copy = copy(exchange);
        copy.startOver(pattern);
        return copy;
    }

    @Override
    public void end(Exchange exchange) {
        ((AbstractExchange) exchange).end();
    }

    @Override
    public Exchanges forEndpoint(Endpoint from) {
        return new Exchanges(new Origin(origin.context, from, null), pool);
    }

    @Override
    public Exchanges withoutPool() {
        return pool == null ? this : new Exchanges(origin);
    }

    @Override
    public boolean release(Exchange exchange) {
        return ((AbstractExchange) exchange).release();
    }

    public @Nullable PoolStatistics statistics() {
        return pool == null ? null : pool.statistics();
    }
}
