package io.mehari.impl;

import io.mehari.Expression;
import io.mehari.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets so many messages pass in any period of some length; the others wait their turn without holding a thread. */
final class Throttle extends Step {
    /*
     * Each message gets, as it comes, the time at which it may pass: now, or a period after the n-th message before it,
     * and never before the one ahead of it. So the last n times are all there is to know. Who has to wait joins a queue and
     * leaves a task with the timer; each task lets go whoever is first in the queue, so that they pass in their order even
     * if tasks of one moment do not run in theirs. The timer may be late: who comes at a time at which he may pass, and finds
     * others that wait, joins them.
     *
     * The lock is for the times and the queue; no expression and no step runs under it.
     */
    private final Expression maximum;
    private final long periodNanos;
    private final int maxWaiting;
    private final ThreadPools threads;
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private final ArrayDeque<Continuation> waiting = new ArrayDeque<>();

    Throttle(Expression maximum, long periodMillis, int maxWaiting, ThreadPools threads) {
        this.maximum = maximum;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
        this.maxWaiting = maxWaiting;
        this.threads = threads;
    }

    @Override
    int run(DefaultExchange exchange) {
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

    private int maximum(DefaultExchange exchange) {
        Integer most = maximum.evaluate(exchange, Integer.class);
        if (most == null || most < 1) {
            throw new IllegalArgumentException("How many messages a throttle lets pass must be at least 1, not " + most
                    + ", as " + maximum + " says");
        }
        return most;
    }

    /** Takes the next time; how long it is until then, 0 for who may pass. Who must wait is suspended and queued already. */
    private long pass(int most, DefaultExchange exchange) {
        long now = System.nanoTime();
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
            times.remove(); // the limit was lowered
            skip--;
        }
        return times.peek();
    }

    private void letTheFirstGo() {
        Continuation first;
        synchronized (times) {
            first = waiting.remove();
        }
        threads.shared().execute(first);
    }
}
