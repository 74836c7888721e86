package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.OnlySender;
import org.jspecify.annotations.Nullable;

/** A step, a block or a route with something before and after it. Only routes that are watched contain any. */
public final class ObservedStep extends Step {
    /*
     * What is inside is a code of its own, so failures are set on the exchange and do not throw past this class. The
     * state of a suspended step is what the watch has returned when it began.
     */
    private final RouteCode inside;
    private final @Nullable Step only;
    private final StepWatch watch;

    /** @param only the only step of the code, which this one stands for; null for a block or a route */
    public ObservedStep(RouteCode inside, @Nullable Step only, StepWatch watch) {
        this.inside = inside;
        this.only = only;
        this.watch = watch;
    }

    public StepWatch watch() {
        return watch;
    }

    @Override
    public int run(AbstractExchange exchange) {
        long begin = watch.begin(exchange);
        int result = inside.enter(exchange);
        if (result == GONE) {
            return GONE;
        }
        if (result == SUSPENDED) {
            return suspended(exchange, begin);
        }
        watch.ended(exchange, begin);
        return next;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object begin) {
        watch.ended(exchange, begin == null ? 0 : (Long) begin);
        return next;
    }

    @Override
    public void markLast() {
        if (only != null) {
            only.markLast();
        }
    }

    @Override
    public @Nullable OnlySender onlySender() {
        return only == null ? null : only.onlySender();
    }

    @Override
    public @Nullable Endpoint endpoint() {
        return only == null ? null : only.endpoint();
    }
}
