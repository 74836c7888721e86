package io.mehari.impl.exchange;

import io.mehari.RoutingContext;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.RoutingContextExtension;
import org.jspecify.annotations.Nullable;

/**
 * The services of a context, with one shared origin for all exchanges that plain code makes, the numbers of its
 * routes, and how much of streams it keeps.
 */
public abstract class OriginSource extends RoutingContextExtension {
    final Origin origin;
    private Exchanges exchanges;
    public final RouteNumbers routeNumbers = new RouteNumbers();
    private @Nullable StreamBudget streamBudget;

    protected OriginSource(RoutingContext context) {
        origin = new Origin(context, null, null);
        exchanges = new Exchanges(origin);
    }

    @Override
    public final Exchanges getExchangeFactory() {
        return exchanges;
    }

    final synchronized StreamBudget streamBudget() {
        if (streamBudget == null) {
            streamBudget = new StreamBudget();
        }
        return streamBudget;
    }

    /** Null for none. Call it before there is any message. */
    protected final void setPool(@Nullable Exchanges pool) {
        exchanges = pool == null ? new Exchanges(origin) : pool;
    }

    @Override
    public final @Nullable PoolStatistics getExchangePoolStatistics() {
        return exchanges.statistics();
    }
}
