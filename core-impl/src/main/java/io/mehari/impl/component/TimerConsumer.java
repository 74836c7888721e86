package io.mehari.impl.component;

import io.mehari.AsyncCallback;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.ServiceStatus;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Feeds a route with the messages of a timer. */
final class TimerConsumer implements Consumer {
    /*
     * There is a Run from each start to the next stop; a suspension does not end it. It makes messages one after the
     * other, never two at once.
     *
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
    private final Processor processor;
    private final long periodNanos;
    private @Nullable Run run;

    TimerConsumer(TimerEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
        this.periodNanos = endpoint.delayMillis < 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(endpoint.periodMillis);
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    @Override
    public synchronized void start() {
        if (run == null) {
            run = new Run();
            run.begin();
        } else {
            run.resume();
        }
    }

    /** No message starts after this has returned. It does not wait for a message in flight. */
    @Override
    public synchronized void stop() {
        if (run != null) {
            run.end();
            run = null;
        }
    }

    /** If messages are due while suspended, one of them comes after the resume. */
    @Override
    public synchronized void suspend() {
        if (run != null) {
            run.pause();
        }
    }

    @Override
    public synchronized void resume() {
        if (run != null) {
            run.resume();
        }
    }

    private final class Run {
        private long count;
        private long dueNanos;
        private long scheduled; // the latest task that has made no message
        private boolean ticking;
        private boolean paused;
        private boolean ended;
        private volatile boolean unscheduled; // a thread is in keepScheduling()
        private ThreadPools.@Nullable Delayed waiting;

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
        private void next() {
            unscheduled = false;
            if (!ended && !paused && endpoint.goesOnAfter(count)) {
                try {
                    schedule();
                } catch (Throwable e) { // keepScheduling() tries again
                    unscheduled = true;
                }
            }
        }

        private void keepScheduling() {
            while (unscheduled) {
                Threading.parkNanos(this, AGAIN_NANOS);
                scheduleAgain();
            }
        }

        private synchronized void scheduleAgain() {
            if (unscheduled) {
                next();
            }
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
        private void begun(long number) {
            if (isDue(number)) {
                try {
                    passOn(number);
                } catch (Throwable e) { // the thread pools may be the user's
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
            if (number == scheduled) {
                ticking = false;
                dueNanos = Threading.nanoTime() + AGAIN_NANOS;
                next();
            }
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
        private void tick(long task) {
            long number = claim(task);
            if (number > 0) {
                try {
                    AsyncCallback atTheEnd = doneSync -> ticked(number); // before there is an exchange to lose
                    endpoint.deliver(processor, endpoint.newExchange(number), atTheEnd);
                } catch (Throwable e) { // a failure must not prevent the next tick
                    try {
                        Log.warn(
                                Log.consumer(endpoint, processor),
                                "Message " + number + " of " + endpoint + " failed",
                                e);
                    } finally {
                        ticked(number);
                    }
                }
            }
        }

        /** The number of the message, from 1; 0 if there is none, or if the task has made one already. */
        private synchronized long claim(long task) {
            if (task != scheduled) {
                return 0;
            }
            scheduled++;
            ticking = !ended && !paused && endpoint.goesOnAfter(count);
            if (!ticking) {
                return 0;
            }
            long now = Threading.nanoTime();
            if (!endpoint.fixedRate && now - dueNanos > periodNanos / 2) {
                dueNanos =
                        now; // less is made up for: waking two threads takes a while, and each period would be longer
            }
            return ++count;
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
}
