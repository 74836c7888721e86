package io.mehari.impl.component;

import io.mehari.AsyncCallback;
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
     * Law S4: the thread pools may be the user's, and the heap may be full. A tick that cannot begin is over, and the
     * thread that could not schedule the next one tries again until it can (keepScheduling).
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
    private boolean unscheduled; // a thread is in keepScheduling()
    private ThreadPools.@Nullable Delayed waiting;

    TimerRun(TimerEndpoint endpoint, AsyncProcessor route) {
        this.endpoint = endpoint;
        this.route = route;
        this.withoutPause = endpoint.delayMillis < 0;
        this.periodNanos = TimeUnit.MILLISECONDS.toNanos(endpoint.periodMillis);
    }

    // ---- start and stop

    synchronized void begin() {
        dueNanos = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, endpoint.delayMillis));
        schedule();
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
    void resume() {
        synchronized (this) {
            if (paused) {
                paused = false;
                if (!ticking) {
                    next();
                }
            }
        }
        keepScheduling();
    }

    private void forget() {
        if (waiting != null) {
            waiting.cancel();
            waiting = null;
        }
    }

    // ---- scheduling

    /** Under the lock. Call keepScheduling() without it afterwards. */
    @SuppressWarnings("CatchingUnchecked") // keepScheduling() tries again
    private void next() {
        unscheduled = false;
        if (!ended && !paused && endpoint.goesOnAfter(count)) {
            try {
                schedule();
            } catch (Throwable e) {
                unscheduled = true;
            }
        }
    }

    private void keepScheduling() {
        while (isUnscheduled()) {
            Threading.parkNanos(this, AGAIN_NANOS);
            synchronized (this) {
                if (unscheduled) {
                    next();
                }
            }
        }
    }

    private synchronized boolean isUnscheduled() {
        return unscheduled;
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
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    private void begun(long number) {
        if (isDue(number)) {
            try {
                passOn();
            } catch (Throwable e) {
                again();
            }
        }
        keepScheduling();
    }

    private synchronized boolean isDue(long number) {
        if (number != scheduled || ended || paused || ticking) {
            return false;
        }
        if (Threading.nanoTime() - dueNanos < 0) {
            ended = true;
            return false;
        }
        if (endpoint.getContext().getStatus() == ServiceStatus.Starting) {
            again();
            return false;
        }
        ticking = true;
        return true;
    }

    /** The tick that is due comes later. */
    private synchronized void again() {
        ticking = false;
        dueNanos = Threading.nanoTime() + AGAIN_NANOS;
        next();
    }

    private void passOn() {
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

    @SuppressWarnings("CatchingUnchecked") // the heap may be full
    private void tick() {
        long number = claim();
        if (number > 0) {
            AsyncCallback whenDone;
            try {
                whenDone = doneSync -> ticked(number);
            } catch (Throwable e) {
                ticked(number);
                return;
            }
            run(number, whenDone);
        }
    }

    /** Whatever happens, the thread goes on until the last tick: nobody would begin the next one. */
    @SuppressWarnings("CatchingUnchecked")
    private void tickOnAndOn() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                goesOn = tickAndWait();
            } catch (Throwable e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            }
        }
    }

    /** False if there is no message. */
    private boolean tickAndWait() {
        CountDownLatch done = Threading.latch();
        AsyncCallback whenDone = doneSync -> done.countDown();
        long number = claim(); // last: without room on the heap no number is used up
        if (number == 0) {
            return false;
        }
        run(number, whenDone);
        awaitWhateverHappens(done);
        return true;
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

    /** Creates a message and passes it to the route. */
    @SuppressWarnings("CatchingUnchecked") // a failure must not prevent the next tick
    private void run(long number, AsyncCallback whenDone) {
        Exchange exchange = null;
        int lease = 0;
        try {
            exchange = endpoint.newExchange(number);
            lease = endpoint.getExchangeFactory().lease(exchange);
            exchange.getExchangeExtension().leaveToRoute();
            route.process(exchange, whenDone);
        } catch (Throwable e) {
            try {
                failed(number, exchange, lease, e);
            } finally {
                whenDone.done(true);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the factory may be the user's
    private void failed(long number, @Nullable Exchange exchange, int lease, Throwable why) {
        try {
            Log.warn(TimerEndpoint.class, "Message " + number + " of " + endpoint + " failed", why);
        } finally {
            if (exchange != null) {
                try {
                    endpoint.getExchangeFactory().release(exchange, lease);
                } catch (Throwable e) {
                    Log.warn(TimerEndpoint.class, "An exchange could not be released", e);
                }
            }
        }
    }

    private void ticked(long number) {
        synchronized (this) {
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
        keepScheduling();
    }

    /** Waits without being interrupted: a route may interrupt this thread, but it belongs to the timer. */
    private static void awaitWhateverHappens(CountDownLatch done) {
        boolean waiting = true;
        while (waiting) {
            try {
                done.await();
                waiting = false;
            } catch (InterruptedException | VirtualMachineError e) {
                waiting = true;
            }
        }
    }
}
