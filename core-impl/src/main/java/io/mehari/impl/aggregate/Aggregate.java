package io.mehari.impl.aggregate;

import io.mehari.builder.AggregateSettings;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ThreadPools;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Gives a copy of each message to an aggregator. The message itself continues. */
public final class Aggregate extends Step {
    private final Aggregator aggregator;
    private final boolean waitsOnThread;
    private final ThreadPools threads;

    public Aggregate(Aggregator aggregator, AggregateSettings settings, ThreadPools threads) {
        this.aggregator = aggregator;
        this.waitsOnThread = settings.store() != null && settings.store().retryOnThread();
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        long wait = aggregator.process(exchange, 0);
        return wait == Aggregator.ADDED ? next : again(exchange, wait, 0);
    }

    /** Tries again until the message is added, or until it must wait. */
    private int again(AbstractExchange exchange, long firstWait, int retriesBefore) throws Exception {
        int retries = retriesBefore;
        long wait = firstWait;
        while (wait != Aggregator.ADDED) {
            retries++;
            if (wait > 0) {
                if (!waitsOnThread || threads.isSharedThread()) {
                    threads.resumeAfter(suspend(exchange, retries), wait);
                    return SUSPENDED;
                }
                Thread.sleep(wait);
            }
            wait = aggregator.process(exchange, retries);
        }
        return next;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        int retries = (Integer) Objects.requireNonNull(state);
        return again(exchange, aggregator.process(exchange, retries), retries);
    }
}
