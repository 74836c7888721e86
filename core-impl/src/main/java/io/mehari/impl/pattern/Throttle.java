package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets a limited number of messages pass in any period; the others wait in order, without blocking a thread. */
public final class Throttle extends Step {
    /*
     * Each message gets a time at which it may pass: now, or one period after the n-th message before it, and never
     * before the message ahead of it. So only the last n times are stored. A message that must wait joins a queue and
     * schedules a timer task. Each task releases the first message in the queue, so messages pass in order even if
     * tasks with the same time run in another order. The timer may be late: a message that may pass at once but finds
     * others waiting joins the queue.
     *
     * The lock guards the times and the queue; no expression and no step runs under it.
     */
    private final Expression maximum;
    private final long periodNanos;
    private final int maxWaiting;
    private volatile int latest;
    private final ThreadPools threads;
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private final ArrayDeque<Continuation> waiting = new ArrayDeque<>();

    public Throttle(Expression maximum, long periodMillis, int maxWaiting, ThreadPools threads) {
        this.maximum = maximum;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
        this.maxWaiting = maxWaiting;
        this.threads = threads;
    }

    @Override
    public int run(AbstractExchange exchange) {
        int most = maximum(exchange);
        long wait;
        synchronized (times) {
            wait = pass(most, exchange);
        }
        if (wait <= 0) {
            return next;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(wait + 999_999);
        threads.schedule(this::letTheFirstGo, millis);
        return SUSPENDED;
    }

    private int maximum(AbstractExchange exchange) {
        Integer most = maximum.evaluate(exchange, Integer.class);
        if (most == null && latest > 0) {
            return latest; // no value: keep the latest maximum
        }
        if (most == null || most < 1) {
            throw new IllegalArgumentException(
                    "The maximum of a throttle must be at least 1, not " + most + ", the value of " + maximum);
        }
        latest = most;
        return most;
    }

    /**
     * Takes the next time, and returns how long to wait for it; 0 if the message may pass. A message that must wait is
     * suspended and queued here.
     */
    private long pass(int most, AbstractExchange exchange) {
        long now = Threading.nanoTime();
        long time = now;
        Long last = times.peekLast();
        if (last != null && last - time > 0) {
            time = last;
        }
        Long before = nthBefore(most);
        if (before != null && before + periodNanos - time > 0) {
            time = before + periodNanos;
        }
        boolean wait = time - now > 0 || !waiting.isEmpty();
        if (wait) {
            if (waiting.size() >= maxWaiting) {
                throw new ThrottlerRejectedExecutionException("Exceeded the max throttle rate of " + most + " within "
                        + TimeUnit.NANOSECONDS.toMillis(periodNanos) + "ms"
                        + (maxWaiting == 0 ? "" : ", and " + maxWaiting + " wait already"));
            }
            waiting.add(suspend(exchange, null));
        }
        times.add(time);
        while (times.size() > most) {
            times.remove();
        }
        return wait ? Math.max(time - now, 1) : 0;
    }

    private @Nullable Long nthBefore(int most) {
        int skip = times.size() - most;
        if (skip < 0) {
            return null;
        }
        while (skip > 0) {
            times.remove(); // the maximum was lowered
            skip--;
        }
        return times.peek();
    }

    private void letTheFirstGo() {
        Continuation first;
        synchronized (times) {
            first = waiting.remove();
        }
        threads.resume(first);
    }
}
