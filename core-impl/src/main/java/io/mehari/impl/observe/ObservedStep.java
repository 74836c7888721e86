package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.OnlySender;
import org.jspecify.annotations.Nullable;

/** A step with something before and after it. Only routes whose steps are watched contain any. */
public final class ObservedStep extends Step {
    /*
     * The step inside is a code of its own, so failures are set on the exchange and do not throw past this class. The
     * state of a suspended step is what the watch has returned when it began.
     */
    private final RouteCode step;
    private final StepWatch watch;

    /** @param step a code with only this step */
    public ObservedStep(RouteCode step, StepWatch watch) {
        this.step = step;
        this.watch = watch;
    }

    public StepWatch watch() {
        return watch;
    }

    @Override
    public int run(AbstractExchange exchange) {
        long begin = watch.begin(exchange);
        int result = step.execute(exchange, 0);
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
        step.step(0).markLast();
    }

    @Override
    public @Nullable OnlySender onlySender() {
        return step.step(0).onlySender();
    }

    @Override
    public @Nullable Endpoint endpoint() {
        return step.step(0).endpoint();
    }
}
