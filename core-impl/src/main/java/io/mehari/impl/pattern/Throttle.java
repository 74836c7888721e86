package io.mehari.impl.pattern;

import io.mehari.builder.model.Node;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Waits;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.Threading;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets a limited number of messages pass in any period; the others wait in order, without blocking a thread. */
public final class Throttle extends Step {
    /*
     * Each message gets a time at which it may pass: now, or one period after the n-th message before it, and never
     * before the message ahead of it. So only the last n times are stored. A message that must wait joins a queue and
     * schedules a timer task. Each task releases the first message in the queue, so messages pass in order even if
     * tasks with the same time run in another order. The timer may be late: a message that may pass at once but finds
     * others waiting joins the queue. There is a task for each message that waits: the one that it has scheduled, or
     * that of a message that has passed by its task.
     *
     * A stop may end a wait, which also cancels its task. Its time is given back if nobody waits behind it.
     *
     * The lock guards the times and the queue. No code of the user runs under it.
     */
    private final Node.Throttle settings;
    private final long periodNanos;
    private final RouteLife route;
    private final Object lock = new Object();
    private final Runnable release = this::release; // made here: when it is needed, the message waits already (law S4)
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private final ArrayDeque<Waits.Wait> waiting = new ArrayDeque<>();
    private int latest;
    private int endedBefore;

    public Throttle(Node.Throttle settings, RouteLife route) {
        this.settings = settings;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(settings.periodMillis());
        this.route = route;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Integer most = settings.maximum().evaluate(exchange, Integer.class);
        Waits.Wait wait;
        synchronized (lock) {
            wait = pass(maximum(most), exchange);
        }
        if (wait == null) {
            return next;
        }
        wait.begin(release);
        return SUSPENDED;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        Objects.requireNonNull((Waits.Wait) state).checkNotRefused();
        return next;
    }

    private int maximum(@Nullable Integer most) {
        if (most == null && latest > 0) {
            return latest; // no value: keep the latest maximum
        }
        if (most == null || most < 1) {
            throw new IllegalArgumentException("The maximum of a throttle must be at least 1, not " + most
                    + ", the value of " + settings.maximum());
        }
        latest = most;
        return most;
    }

    /**
     * Takes the next time, and returns the wait for it; null if the message may pass. A message that must wait is
     * suspended and queued here.
     */
    private Waits.@Nullable Wait pass(int most, AbstractExchange exchange) {
        long now = Threading.nanoTime();
        while (times.size() > most) {
            times.remove(); // the maximum was lowered
        }
        giveTimesBack(now);
        long time = nextTime(most, now);
        boolean waits = time - now > 0 || !waiting.isEmpty();
        if (waits) {
            checkRoom(most);
        }
        times.add(time);
        if (times.size() > most) {
            times.remove();
        }
        Waits.Wait wait = null;
        if (waits) {
            wait = route.waitFor(exchange, TimeUnit.NANOSECONDS.toMillis(Math.max(time - now, 1) + 999_999));
            waiting.add(wait);
            wait.set(suspend(exchange, wait)); // at the end: if anything throws, the message does not wait
        }
        return wait;
    }

    private long nextTime(int most, long now) {
        Long last = times.peekLast();
        long time = last == null ? now : now + Math.max(last - now, 0);
        Long before = times.size() < most ? null : times.peek();
        return before == null ? time : time + Math.max(before + periodNanos - time, 0);
    }

    /** Takes back the times of the waits at the end of the queue that a stop has ended. */
    private void giveTimesBack(long now) {
        while (!waiting.isEmpty() && waiting.getLast().isOver()) {
            waiting.removeLast();
            giveLastTimeBack();
        }
        if (waiting.isEmpty()) {
            for (Long last = times.peekLast(); last != null && last - now > 0; last = times.peekLast()) {
                giveLastTimeBack();
            }
        }
    }

    /**
     * The first of the times was removed when the last was added, and is needed again: it was at least one period
     * before the last.
     */
    private void giveLastTimeBack() {
        boolean full = times.size() >= latest;
        Long last = times.pollLast();
        if (full && last != null) {
            long removed = last - periodNanos;
            Long first = times.peek();
            times.addFirst(first != null && first - removed < 0 ? first : (Long) removed);
        }
    }

    private void checkRoom(int most) {
        int maxWaiting = settings.maxWaiting();
        if (waiting.size() < maxWaiting) {
            return;
        }
        int ended = route.waitsEndedByStops();
        if (ended != endedBefore) {
            endedBefore = ended;
            waiting.removeIf(Waits.Wait::isOver);
        }
        if (waiting.size() >= maxWaiting) {
            throw new ThrottlerRejectedExecutionException(
                    "Exceeded the max throttle rate of " + most + " within " + settings.periodMillis() + "ms"
                            + (maxWaiting == 0 ? "" : ", and " + maxWaiting + " wait already"));
        }
    }

    /** Run by the timer: lets the first message go. */
    private void release() {
        Waits.Wait first;
        do {
            synchronized (lock) {
                first = waiting.poll();
            }
        } while (first != null && !first.goOn());
    }
}
