package io.mehari.impl;

import io.mehari.Expression;
import io.mehari.spi.ThreadPools;

/** Waits a while without holding a thread. */
final class Delay extends Step {
    private final Expression millis;
    private final ThreadPools threads;

    Delay(Expression millis, ThreadPools threads) {
        this.millis = millis;
        this.threads = threads;
    }

    @Override
    int run(DefaultExchange exchange) {
        Long delay = millis.evaluate(exchange, Long.class);
        if (delay == null || delay <= 0) {
            return next;
        }
        Continuation later = suspend(exchange, null);
        threads.schedule(() -> threads.shared().execute(later), delay);
        return SUSPENDED;
    }
}
