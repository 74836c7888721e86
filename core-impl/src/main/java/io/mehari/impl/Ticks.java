package io.mehari.impl;

import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ServiceStatus;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One life of a timer: a message now, the next one later, never two at once. */
final class Ticks {
    /*
     * A tick is: the context's timer says that it is time (begun() on the timer's thread), a worker claims the tick and
     * runs the route, and when the route is done, on whichever thread, the next tick is scheduled. `ticking` is true from
     * the first to the last of these, so that there is never a second tick.
     *
     * The timer's thread serves everybody, so no route may run on it. A shared pool that is full gives the work back to
     * it; then the tick is tried again a little later.
     *
     * When the pools stop they run what waits in the timer before its time. A tick that is early therefore ends it all.
     * Until the context has started, nothing begins: routes that a message needs may not be there yet.
     *
     * Without a pause between messages (a negative delay) there is a thread of its own, as no worker is to be occupied
     * for ever.
     */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final TimerEndpoint endpoint;
    private final AsyncProcessor route;
    private final boolean withoutPause;
    private final long periodNanos;
    private long count;
    private long dueNanos;
    private boolean ticking;
    private boolean paused;
    private boolean ended;
    private ThreadPools.@Nullable Delayed waiting;

    Ticks(TimerEndpoint endpoint, AsyncProcessor route) {
        this.endpoint = endpoint;
        this.route = route;
        this.withoutPause = endpoint.delayMillis < 0;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(endpoint.periodMillis);
    }

    // ---- life

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

    /** One that was due meanwhile comes now; that of a tick which is still under way schedules the next itself. */
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

    // ---- when

    private void next() {
        if (!ended && !paused && endpoint.goesOnAfter(count)) {
            schedule();
        }
    }

    private void scheduleIn(long nanos) {
        dueNanos = System.nanoTime() + nanos;
        schedule();
    }

    private void schedule() {
        long left = dueNanos - System.nanoTime();
        long millis = left <= 0 ? 0 : (left - 1) / 1_000_000 + 1; // rather late than early
        waiting = pools().schedule(this::begun, millis);
    }

    private ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    /** On the timer's thread: lets another one run the route. */
    private void begun() {
        synchronized (this) {
            if (ended || paused || ticking) {
                return;
            }
            if (System.nanoTime() - dueNanos < 0) {
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
            Thread timer = Thread.currentThread();
            pools().shared().execute(() -> {
                if (Thread.currentThread() == timer) {
                    tryAgain();
                } else {
                    tick();
                }
            });
        }
    }

    private synchronized void tryAgain() {
        ticking = false;
        if (!ended && !paused) {
            scheduleIn(AGAIN_NANOS);
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
            CountDownLatch done = new CountDownLatch(1);
            run(number, done::countDown);
            awaitWhateverHappens(done);
        }
    }

    /** The number of the message, from 1; 0 when there is to be none. */
    private synchronized long claim() {
        ticking = !ended && !paused && endpoint.goesOnAfter(count);
        if (!ticking) {
            return 0;
        }
        if (!endpoint.fixedRate) {
            dueNanos = System.nanoTime();
        }
        return ++count;
    }

    /** Makes a message and leaves it to the route; tells when that is done. */
    @SuppressWarnings("CatchingUnchecked") // whatever happens, the next tick comes
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
            return; // told twice
        }
        ticking = false;
        dueNanos += periodNanos;
        long late = System.nanoTime() - dueNanos;
        if (late > periodNanos && periodNanos > 0) {
            dueNanos += late / periodNanos * periodNanos; // those that were missed, but for the last
        }
        next();
    }

    /** A route may leave the thread interrupted, or interrupt it; this thread is the timer's own and goes on. */
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
