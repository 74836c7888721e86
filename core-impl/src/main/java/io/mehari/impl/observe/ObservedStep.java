package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.OnlySender;
import org.jspecify.annotations.Nullable;

/** A step with something before and after it. */
abstract class ObservedStep extends Step {
    /*
     * The step inside is a code of its own, so failures are set on the exchange and do not throw past this class. The
     * state of a suspended step is the time at which it began.
     */
    private final RouteCode step;
    final String routeId;
    final String node;
    final @Nullable Endpoint endpoint;

    /** @param step a code with only this step */
    ObservedStep(RouteCode step, String routeId, String node) {
        this.step = step;
        this.routeId = routeId;
        this.node = node;
        this.endpoint = step.step(0).endpoint();
    }

    /** Returns the time, for {@link #ended}. */
    abstract long begin(AbstractExchange exchange);

    abstract void ended(AbstractExchange exchange, long begin);

    @Override
    public final int run(AbstractExchange exchange) {
        long begin = begin(exchange);
        int result = step.execute(exchange, 0);
        if (result == GONE) {
            return GONE;
        }
        if (result == SUSPENDED) {
            return suspended(exchange, begin);
        }
        ended(exchange, begin);
        return next;
    }

    @Override
    public final int resume(AbstractExchange exchange, @Nullable Object begin) {
        ended(exchange, begin == null ? 0 : (Long) begin);
        return next;
    }

    @Override
    public final void markLast() {
        step.step(0).markLast();
    }

    @Override
    public final @Nullable OnlySender onlySender() {
        return step.step(0).onlySender();
    }

    @Override
    public final @Nullable Endpoint endpoint() {
        return endpoint;
    }
}
