package io.mehari.impl.engine;

import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** A {@code step(id)} with events. Only routes with notifiers of such events contain any. */
public final class WatchedBlock extends Step {
    private final String id;
    private final RouteCode block;
    private final Watchers watchers;

    public WatchedBlock(String id, RouteCode block, Watchers watchers) {
        this.id = id;
        this.block = block;
        this.watchers = watchers;
    }

    @Override
    public int run(AbstractExchange exchange) {
        watchers.step(exchange, id, true);
        return block.run(exchange, 0) ? ended(exchange) : suspended(exchange, null);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return ended(exchange);
    }

    private int ended(AbstractExchange exchange) {
        watchers.step(exchange, id, false);
        return next;
    }
}
