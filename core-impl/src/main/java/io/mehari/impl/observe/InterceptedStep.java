package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.impl.base.Millis;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step with an interceptor. Only routes of a context that has one contain any. */
public final class InterceptedStep extends Step {
    /*
     * The step is a code of its own, so its failures are set on the exchange and do not throw past this class. It is
     * never marked as the last step: a step that has handed its exchange over cannot run twice, and has no end that
     * the interceptor could see.
     */
    private final RouteCode step;
    private final StepInterceptor interceptor;
    private final StepInterceptor.Place at;
    private final ThreadPools threads;

    /** @param step a code with only this step */
    public InterceptedStep(RouteCode step, StepInterceptor interceptor, StepInterceptor.Place at, ThreadPools threads) {
        this.step = step;
        this.interceptor = interceptor;
        this.at = at;
        this.threads = threads;
    }

    /**
     * The work after a suspension. If `delayed`, `times` runs of the step; else the end of the current run and `times`
     * more runs.
     */
    private record Rest(int times, boolean delayed) {}

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        StepInterceptor.Decision decision = interceptor.before(exchange, at);
        if (decision.times() <= 0) {
            suspend(exchange, null);
            return SUSPENDED;
        }
        long delayMillis = Millis.of(decision.delay(), "Decision.after");
        if (delayMillis > 0) {
            RouteThreads.resumeAfter(threads, suspend(exchange, new Rest(decision.times(), true)), delayMillis);
            return SUSPENDED;
        }
        return run(exchange, decision.times());
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        Rest rest = Objects.requireNonNull((Rest) state);
        return !rest.delayed && exchange.getException() != null ? ended(exchange) : run(exchange, rest.times);
    }

    private int run(AbstractExchange exchange, int times) {
        for (int left = times; left > 0; left--) {
            int result = step.execute(exchange, 0);
            if (result < 0) {
                return result == GONE ? GONE : suspended(exchange, new Rest(left - 1, false));
            }
            if (exchange.getException() != null) {
                break;
            }
        }
        return ended(exchange);
    }

    private int ended(AbstractExchange exchange) {
        interceptor.after(exchange, at);
        return next;
    }

    @Override
    public @Nullable Endpoint endpoint() {
        return at.endpoint();
    }
}
