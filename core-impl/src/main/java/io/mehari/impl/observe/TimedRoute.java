package io.mehari.impl.observe;

import io.mehari.impl.base.Stopwatch;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/** A whole route whose times are measured. */
public final class TimedRoute extends Step {
    private final RouteCode route;
    private final Stopwatch stopwatch;

    /** The route must not hand its exchanges over, because then their end could not be seen. */
    public TimedRoute(RouteCode route, Stopwatch stopwatch) {
        this.route = route;
        this.stopwatch = stopwatch;
    }

    @Override
    public int run(AbstractExchange exchange) {
        long begin = Threading.nanoTime();
        return route.enter(exchange) ? ended(exchange, begin) : suspended(exchange, begin);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object begin) {
        return ended(exchange, begin == null ? 0 : (Long) begin);
    }

    private int ended(AbstractExchange exchange, long begin) {
        stopwatch.add(Threading.nanoTime() - begin, exchange.isFailed());
        return next;
    }
}
