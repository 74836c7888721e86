package io.mehari.impl.component;

import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ServiceStatus;
import io.mehari.spi.Log;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A timer from its start to its stop: makes messages one after the other, never two at once. */
final class TimerRun {
    /*
     * A tick has three parts: the context's timer calls begun() on its thread; a worker claims the tick and runs the
     * route; and when the route is done, on any thread, the next tick is scheduled. `ticking` is true from the first
     * part to the last, so there is never a second tick.
     *
     * The timer's thread serves all routes, so no route may run on it.
     *
     * A scheduled task may run although it was cancelled at that moment. So each has a number, and only the latest
     * counts.
     *
     * When the thread pools stop, they run waiting tasks early, and later tasks on the calling thread. So a tick that
     * is too early, or that runs on its calling thread, ends this run. Nothing begins until the context has started,
     * because a route that a message needs may not exist yet.
     *
     * Messages without a pause (a negative delay) come from a thread of their own, so that they do not occupy a worker
     * for ever.
     */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final TimerEndpoint endpoint;
    private final AsyncProcessor route;
    private final boolean withoutPause;
    private final long periodNanos;
    private long count;
    private long dueNanos;
    private long scheduled;
    private boolean ticking;
    private boolean paused;
    private boolean ended;
    private ThreadPools.@Nullable Delayed waiting;

    TimerRun(TimerEndpoint endpoint, AsyncProcessor route) {
        this.endpoint = endpoint;
        this.route = route;
        this.withoutPause = endpoint.delayMillis < 0;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(endpoint.periodMillis);
    }

    // ---- start and stop

    synchronized void begin() {
        scheduleIn(TimeUnit.MILLISECONDS.toNanos(Math.max(0, endpoint.delayMillis)));
    }

    synchronized void end() {
        ended = true;
        forget();
    }

    synchronized void pause() {
        paused = true;
        forget();
    }

    /** A message that was due meanwhile comes now. A tick in progress schedules the next one itself. */
    synchronized void resume() {
        if (paused) {
            paused = false;
            if (!ticking) {
                next();
            }
        }
    }

    private void forget() {
        if (waiting != null) {
            waiting.cancel();
            waiting = null;
        }
    }

    // ---- scheduling

    private void next() {
        if (!ended && !paused && endpoint.goesOnAfter(count)) {
            schedule();
        }
    }

    private void scheduleIn(long nanos) {
        dueNanos = Threading.nanoTime() + nanos;
        schedule();
    }

    private void schedule() {
        long left = dueNanos - Threading.nanoTime();
        long millis = left <= 0 ? 0 : (left - 1) / 1_000_000 + 1; // rounds up: late rather than early
        long number = ++scheduled;
        waiting = pools().schedule(() -> begun(number), millis);
    }

    private ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    /** Runs on the timer's thread: passes the tick to another thread. */
    private void begun(long number) {
        synchronized (this) {
            if (number != scheduled || ended || paused || ticking) {
                return;
            }
            if (Threading.nanoTime() - dueNanos < 0) {
                ended = true;
                return;
            }
            if (endpoint.getContext().getStatus() == ServiceStatus.Starting) {
                scheduleIn(AGAIN_NANOS);
                return;
            }
            ticking = true;
        }
        if (withoutPause) {
            pools().newThread(endpoint.getContext().getName() + "-" + endpoint, this::tickOnAndOn)
                    .start();
        } else {
            Thread caller = Thread.currentThread();
            pools().resume(() -> {
                if (Thread.currentThread() == caller) {
                    end();
                } else {
                    tick();
                }
            });
        }
    }

    // ---- a tick

    private void tick() {
        long number = claim();
        if (number > 0) {
            run(number, () -> ticked(number));
        }
    }

    private void tickOnAndOn() {
        for (long number = claim(); number > 0; number = claim()) {
            CountDownLatch done = Threading.latch();
            run(number, done::countDown);
            awaitWhateverHappens(done);
        }
    }

    /** The number of the message, from 1; 0 if there is none. */
    private synchronized long claim() {
        ticking = !ended && !paused && endpoint.goesOnAfter(count);
        if (!ticking) {
            return 0;
        }
        if (!endpoint.fixedRate) {
            dueNanos = Threading.nanoTime();
        }
        return ++count;
    }

    /** Creates a message and passes it to the route; calls `whenDone` when the route is done. */
    @SuppressWarnings("CatchingUnchecked") // a failure must not prevent the next tick
    private void run(long number, Runnable whenDone) {
        try {
            Exchange exchange = endpoint.newExchange(number);
            exchange.getExchangeExtension().leaveToRoute();
            route.process(exchange, doneSync -> whenDone.run());
        } catch (Throwable e) {
            Log.warn(TimerEndpoint.class, "Message " + number + " of " + endpoint + " failed", e);
            whenDone.run();
        }
    }

    private synchronized void ticked(long number) {
        if (!ticking || number != count) {
            return; // called twice
        }
        ticking = false;
        dueNanos += periodNanos;
        long late = Threading.nanoTime() - dueNanos;
        if (late > periodNanos && periodNanos > 0) {
            dueNanos += late / periodNanos * periodNanos; // skips the missed ticks except the last
        }
        next();
    }

    /** Waits without being interrupted: a route may interrupt this thread, but it belongs to the timer. */
    private static void awaitWhateverHappens(CountDownLatch done) {
        boolean waiting = true;
        while (waiting) {
            try {
                done.await();
                waiting = false;
            } catch (InterruptedException e) {
                waiting = true;
            }
        }
    }
}
