package io.mehari.component.queue.ring;

import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The threads that take from one source for one consumer.
 *
 * @param <S> the source
 */
public final class TakerThreads<S> {
    /*
     * A worker gets a new thread only after its last thread has ended. If the consumer is stopped and started again
     * while a worker is still giving a message away, that worker keeps its thread. So the number of messages that are
     * processed at a time is never greater than the number of workers.
     *
     * A thread that starts the consumer calls startAll(), and a worker's thread calls ended(). Both take the lock, so
     * the second one sees what the first one did. The state of the consumer is written before startAll(), and ended()
     * reads it after it has released the lock.
     */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LATER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    // how long to wait for a thread that takes from a user's queue, whose methods may block for ever
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final S source;
    private final boolean mayBlock;
    private final Predicate<TakerThreads<S>> hasWork;
    private final BiFunction<String, Runnable, Thread> factory;
    private final List<TakerThread> workers = new ArrayList<>();

    /**
     * Creates a group without workers.
     *
     * @param mayBlock whether taking may block for ever: then nobody waits long for it
     * @param hasWork whether the consumer wants its threads
     * @param factory creates a thread with a name, which is not started yet
     */
    public TakerThreads(
            S source,
            boolean mayBlock,
            Predicate<TakerThreads<S>> hasWork,
            BiFunction<String, Runnable, Thread> factory) {
        this.source = source;
        this.mayBlock = mayBlock;
        this.hasWork = hasWork;
        this.factory = factory;
    }

    /** Call it before the first start. */
    public void add(TakerThread worker) {
        workers.add(worker);
    }

    public S source() {
        return source;
    }

    // ---- threads begin and end

    public synchronized void startAll() {
        workers.forEach(this::startThread);
    }

    /** Under the lock. */
    private void startThread(TakerThread worker) {
        if (worker.runner == null) {
            Thread thread = factory.apply(worker.name(), worker);
            thread.start();
            worker.runner = thread; // before the thread can end, because ended() needs the lock
        }
    }

    /** Called by the last instruction of a worker's thread. This thread stays until there is another one (law S4). */
    @SuppressWarnings("CatchingUnchecked") // without a thread nothing is consumed: try again
    public void ended(TakerThread worker, boolean regular) {
        synchronized (this) {
            worker.runner = null;
        }
        boolean dead = !regular;
        while (hasWork.test(this)) {
            try {
                if (dead) {
                    dead = false;
                    Log.warn(TakerThreads.class, "Thread " + worker.name() + " has died and is replaced");
                    Threading.parkNanos(this, SOON_NANOS);
                }
                replace(worker); // for the next message, or after the consumer was stopped and started again
                return;
            } catch (Throwable e) {
                tryAgain(worker, e);
            }
        }
    }

    private synchronized void replace(TakerThread worker) {
        if (hasWork.test(this)) {
            startThread(worker);
        }
    }

    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // the heap may be full
    private void tryAgain(TakerThread worker, Throwable why) {
        try {
            Log.warn(TakerThreads.class, "No thread for " + worker.name() + "; trying again", why);
        } catch (Throwable e) {
            // the thread is more important
        }
        Threading.parkNanos(this, LATER_NANOS);
    }

    /** Null if the worker has no thread, or if it is the calling thread, which must not wait for itself. */
    private synchronized @Nullable Thread threadOf(TakerThread worker) {
        Thread thread = worker.runner;
        return thread == Thread.currentThread() ? null : thread;
    }

    private boolean isWorthWaiting(long began) {
        return !mayBlock || Threading.nanoTime() - began < PATIENCE_NANOS;
    }

    /** Blocks until each worker has ended or will read the new state before it takes a message. */
    public void awaitNoTaking() {
        long began = Threading.nanoTime();
        for (TakerThread each : workers) {
            Thread thread = threadOf(each);
            for (int tries = 0; thread != null && !each.willSeeState(thread) && isWorthWaiting(began); tries++) {
                SpinThenPark.pause(tries);
                thread = threadOf(each);
            }
        }
    }

    /** Blocks until all threads have ended, except those that give a message away. */
    public void awaitEnd() {
        boolean interrupted = false;
        long began = Threading.nanoTime();
        for (TakerThread each : workers) {
            Thread thread = threadOf(each);
            while (thread != null && each.phaseAcquire() != TakerThread.GIVING && isWorthWaiting(began)) {
                try {
                    Threading.join(thread, 1); // returns as soon as the thread has ended
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                thread = threadOf(each);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether a worker holds a message. One that is being given away counts too, because it is not known when the
     * receiver counts it:
     * it may be counted twice, but is never missed.
     */
    public boolean hasSomethingInHand() {
        return workers.stream().anyMatch(TakerThread::mayHaveMessage);
    }
}
