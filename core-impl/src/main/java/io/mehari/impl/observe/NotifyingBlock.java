package io.mehari.impl.observe;

import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** A {@code step(id)} with events. Only routes with notifiers of such events contain any. */
public final class NotifyingBlock extends Step {
    private final String id;
    private final RouteCode block;
    private final Watchers watchers;

    public NotifyingBlock(String id, RouteCode block, Watchers watchers) {
        this.id = id;
        this.block = block;
        this.watchers = watchers;
    }

    @Override
    public int run(AbstractExchange exchange) {
        watchers.stepBegins(exchange, id);
        return block.run(exchange, 0) ? ended(exchange) : suspended(exchange, null);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return ended(exchange);
    }

    private int ended(AbstractExchange exchange) {
        watchers.stepEnded(exchange, id);
        return next;
    }
}
