package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.spi.ThreadPools;

/** Suspends the exchange for a while, without blocking a thread. */
public final class Delay extends Step {
    private final Expression millis;
    private final ThreadPools threads;

    public Delay(Expression millis, ThreadPools threads) {
        this.millis = millis;
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Long delay = millis.evaluate(exchange, Long.class);
        if (delay == null || delay <= 0) {
            return next;
        }
        Continuation later = suspend(exchange, null);
        threads.resumeAfter(later, delay);
        return SUSPENDED;
    }
}
