package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import io.mehari.support.SynchronizationAdapter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits the number of messages in flight after this step. Further messages wait in order and block no thread. */
public final class ConcurrencyThrottle extends Step {
    /*
     * A message that may pass is counted, and counted off by its completion, however it ends. A message that waits is
     * counted by the thread that lets it go. The lock guards the counts and the queue; no expression and no step runs
     * under it.
     */
    private final Expression maximum;
    private final int maxWaiting;
    private final ThreadPools threads;
    private final ArrayDeque<Continuation> waiting = new ArrayDeque<>();
    private int underWay;
    private volatile int latest;

    public ConcurrencyThrottle(Expression maximum, int maxWaiting, ThreadPools threads) {
        this.maximum = maximum;
        this.maxWaiting = maxWaiting;
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Integer most = maximum.evaluate(exchange, Integer.class);
        if (most != null && most < 1) {
            throw new IllegalArgumentException(
                    "The maximum of a throttle must be at least 1, not " + most + ", the value of " + maximum);
        }
        List<Continuation> others;
        boolean passes;
        boolean refused = false;
        synchronized (waiting) {
            others = setMaximum(most);
            passes = underWay < latest && waiting.isEmpty();
            if (passes) {
                underWay++;
            } else if (waiting.size() < maxWaiting) {
                waiting.add(suspend(exchange, null));
            } else {
                refused = true;
            }
        }
        others.forEach(threads::resume);
        if (refused) {
            throw new ThrottlerRejectedExecutionException("Exceeded the max throttle rate of " + latest
                    + " messages at the same time" + (maxWaiting == 0 ? "" : ", and " + maxWaiting + " wait already"));
        }
        return passes ? passed(exchange) : SUSPENDED;
    }

    /** Takes a new maximum; returns the messages that may pass because of it. */
    private List<Continuation> setMaximum(@Nullable Integer most) {
        if (most != null) {
            latest = most;
        } else if (latest == 0) {
            throw new IllegalArgumentException("The maximum of a throttle must be at least 1, not null, the value of "
                    + maximum + " for its first message");
        }
        return free();
    }

    /** The waiting messages that may pass now; they are counted. The caller holds the lock. */
    private List<Continuation> free() {
        List<Continuation> free = List.of();
        while (underWay < latest && !waiting.isEmpty()) {
            if (free.isEmpty()) {
                free = new ArrayList<>();
            }
            free.add(waiting.remove());
            underWay++;
        }
        return free;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        return passed(exchange);
    }

    private int passed(AbstractExchange exchange) {
        boolean counted = false;
        try {
            exchange.addOnCompletion(new Ended());
            counted = true;
        } finally {
            if (!counted) {
                ended();
            }
        }
        return next;
    }

    private void ended() {
        List<Continuation> free;
        synchronized (waiting) {
            underWay--;
            free = free();
        }
        free.forEach(threads::resume);
    }

    /** Counts a message off when it is done. */
    private final class Ended extends SynchronizationAdapter {
        @Override
        public void onDone(Exchange exchange) {
            ended();
        }
    }
}
