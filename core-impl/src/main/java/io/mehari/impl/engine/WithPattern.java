package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.impl.exchange.AbstractExchange;
import org.jspecify.annotations.Nullable;

/** Runs one step with another pattern, and restores the pattern afterwards. */
public final class WithPattern extends Step {
    private final ExchangePattern pattern;
    private final RouteCode step;

    public WithPattern(ExchangePattern pattern, RouteCode step) {
        this.pattern = pattern;
        this.step = step;
    }

    @Override
    public int run(AbstractExchange exchange) {
        ExchangePattern own = exchange.getPattern();
        exchange.setPattern(pattern);
        if (!step.run(exchange, 0)) {
            return suspended(exchange, own);
        }
        exchange.setPattern(own);
        return next;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object own) {
        exchange.setPattern(own == ExchangePattern.InOut ? ExchangePattern.InOut : ExchangePattern.InOnly);
        return next;
    }

    @Override
    @Nullable
    public Endpoint endpoint() {
        return step.step(0).endpoint();
    }
}
