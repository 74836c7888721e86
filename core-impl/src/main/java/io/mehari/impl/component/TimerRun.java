package io.mehari.impl.component;

import io.mehari.AsyncCallback;
import io.mehari.Processor;
import io.mehari.ServiceStatus;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
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
     */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** So much too early is due: pools of the user's may count in milliseconds. */
    private static final long EARLY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TimerEndpoint endpoint;
    private final Processor route;
    private final long periodNanos;
    private long count;
    private long dueNanos;
    private long scheduled;
    private long claimed; // the scheduled task whose tick a worker has begun
    private boolean ticking;
    private boolean paused;
    private boolean ended;
    private boolean unscheduled; // a thread is in keepScheduling()
    private ThreadPools.@Nullable Delayed waiting;

    TimerRun(TimerEndpoint endpoint, Processor route) {
        this.endpoint = endpoint;
        this.route = route;
        this.periodNanos = endpoint.delayMillis < 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(endpoint.periodMillis);
    }

    // ---- start and stop

    synchronized void begin() {
        dueNanos = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(endpoint.millisToFirst());
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
        long left = Math.max(0, dueNanos - Threading.nanoTime());
        long number = ++scheduled;
        waiting = pools().schedule(() -> begun(number), left, TimeUnit.NANOSECONDS);
    }

    private ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    /** Runs on the timer's thread: passes the tick to another thread. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    private void begun(long number) {
        if (isDue(number)) {
            try {
                passOn(number);
            } catch (Throwable e) {
                again(number);
            }
        }
        keepScheduling();
    }

    private synchronized boolean isDue(long number) {
        if (number != scheduled || ended || paused || ticking) {
            return false;
        }
        if (dueNanos - Threading.nanoTime() > EARLY_NANOS) {
            ended = true;
            return false;
        }
        if (endpoint.getContext().getStatus() == ServiceStatus.Starting) {
            again(number);
            return false;
        }
        ticking = true;
        return true;
    }

    /** The tick that is due comes later, unless it has begun although the pools have thrown. */
    private synchronized void again(long number) {
        if (claimed == number) {
            return;
        }
        ticking = false;
        dueNanos = Threading.nanoTime() + AGAIN_NANOS;
        next();
    }

    private void passOn(long number) {
        Thread caller = Thread.currentThread();
        RouteThreads.tryToResume(pools(), () -> {
            if (Thread.currentThread() == caller) {
                end();
            } else {
                tick(number);
            }
        });
    }

    // ---- a tick

    /** Creates a message and passes it to the route. */
    @SuppressWarnings("CatchingUnchecked") // a failure must not prevent the next tick
    private void tick(long task) {
        long number = claim(task);
        if (number > 0) {
            try {
                AsyncCallback atTheEnd = doneSync -> ticked(number); // before there is an exchange to lose
                endpoint.deliver(route, endpoint.newExchange(number), atTheEnd);
            } catch (Throwable e) {
                try {
                    Log.warn(Log.consumer(endpoint, route), "Message " + number + " of " + endpoint + " failed", e);
                } finally {
                    ticked(number);
                }
            }
        }
    }

    /** The number of the message, from 1; 0 if there is none, or if the task has made one already. */
    private synchronized long claim(long task) {
        if (claimed == task) {
            return 0;
        }
        claimed = task;
        ticking = !ended && !paused && endpoint.goesOnAfter(count);
        if (!ticking) {
            return 0;
        }
        if (!endpoint.fixedRate) {
            countFromNowIfLate();
        }
        return ++count;
    }

    /**
     * Waking two threads takes a while each time. That must not make each period longer, so a little is made up for.
     */
    private void countFromNowIfLate() {
        long now = Threading.nanoTime();
        if (now - dueNanos > periodNanos / 2) {
            dueNanos = now;
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
            if (endpoint.fixedRate && late > periodNanos && periodNanos > 0) {
                dueNanos += late / periodNanos * periodNanos; // skips the missed ticks except the last
            }
            next();
        }
        keepScheduling();
    }
}
