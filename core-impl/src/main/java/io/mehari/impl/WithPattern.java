package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import org.jspecify.annotations.Nullable;

/** Runs one step with another pattern, and gives the exchange its own back. */
final class WithPattern extends Step {
    private final ExchangePattern pattern;
    private final RouteCode step;

    WithPattern(ExchangePattern pattern, RouteCode step) {
        this.pattern = pattern;
        this.step = step;
    }

    @Override
    int run(DefaultExchange exchange) {
        ExchangePattern own = exchange.getPattern();
        exchange.setPattern(pattern);
        if (!step.run(exchange, 0)) {
            return suspended(exchange, own);
        }
        exchange.setPattern(own);
        return next;
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object own) {
        exchange.setPattern(own == ExchangePattern.InOut ? ExchangePattern.InOut : ExchangePattern.InOnly);
        return next;
    }

    @Override
    @Nullable
    Endpoint endpoint() {
        return step.step(0).endpoint();
    }
}
