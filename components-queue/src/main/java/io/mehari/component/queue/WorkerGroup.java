package io.mehari.component.queue;

import io.mehari.spi.Log;
import io.mehari.spi.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The workers of one consumer, each of which runs on one thread at a time. */
final class WorkerGroup {
    /*
     * A worker gets a new thread only after its last thread has ended. If the consumer is stopped and started again
     * while a worker is still in the route, that worker keeps its thread. So the number of messages that are processed
     * at a time is never greater than the number of workers.
     *
     * A thread that starts the consumer calls startAll(), and a worker's thread calls ended(). Both take the lock, so
     * the second one sees what the first one did. The state of the consumer is written before startAll(), and ended()
     * reads it after it has released the lock.
     */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LATER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    // how long to wait for a thread that takes from a user's queue, whose methods may block for ever
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final QueueConsumer consumer;
    private final QueueEndpoint endpoint;
    private final Channel channel;
    private final List<Worker> workers = new ArrayList<>();

    WorkerGroup(QueueConsumer consumer, Channel channel) {
        this.consumer = consumer;
        this.endpoint = consumer.getEndpoint();
        this.channel = channel;
        for (int i = 1; i <= endpoint.settings().concurrentConsumers; i++) {
            workers.add(new Worker(consumer, this, channel, endpoint.threadName(consumer.routeId(), i)));
        }
    }

    Channel channel() {
        return channel;
    }

    // ---- threads begin and end

    synchronized void startAll() {
        workers.forEach(this::startThread);
    }

    /** Under the lock. */
    private void startThread(Worker worker) {
        if (worker.runner == null) {
            Thread thread = endpoint.newThread(worker.name(), worker);
            thread.start();
            worker.runner = thread; // before the thread can end, because ended() needs the lock
        }
    }

    /** Called by the last instruction of a worker's thread. This thread stays until there is another one (law S4). */
    @SuppressWarnings("CatchingUnchecked") // without a thread nothing is consumed: try again
    void ended(Worker worker, boolean regular) {
        synchronized (this) {
            worker.runner = null;
        }
        boolean dead = !regular;
        while (consumer.hasWorkFor(this)) {
            try {
                if (dead) {
                    dead = false;
                    Log.warn(WorkerGroup.class, "Thread " + worker.name() + " has died and is replaced");
                    Threading.parkNanos(this, SOON_NANOS);
                }
                replace(worker); // for the next message, or after the consumer was stopped and started again
                return;
            } catch (Throwable e) {
                tryAgain(worker, e);
            }
        }
    }

    private synchronized void replace(Worker worker) {
        if (consumer.hasWorkFor(this)) {
            startThread(worker);
        }
    }

    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // the heap may be full
    private void tryAgain(Worker worker, Throwable why) {
        try {
            Log.warn(WorkerGroup.class, "No thread for " + worker.name() + "; trying again", why);
        } catch (Throwable e) {
            // the thread is more important
        }
        Threading.parkNanos(this, LATER_NANOS);
    }

    /** Null if the worker has no thread, or if it is the calling thread, which must not wait for itself. */
    private synchronized @Nullable Thread threadOf(Worker worker) {
        Thread thread = worker.runner;
        return thread == Thread.currentThread() ? null : thread;
    }

    private boolean isWorthWaiting(long began) {
        return !channel.ring().isBorrowed() || Threading.nanoTime() - began < PATIENCE_NANOS;
    }

    /** Blocks until each worker has ended or will read the new state before it takes a message. */
    void awaitNoTaking() {
        long began = Threading.nanoTime();
        for (Worker each : workers) {
            Thread thread = threadOf(each);
            for (int tries = 0; thread != null && !each.willSeeState(thread) && isWorthWaiting(began); tries++) {
                Backoff.spinThenPark(tries);
                thread = threadOf(each);
            }
        }
    }

    /** Blocks until all threads have ended, except those in the route. */
    void awaitEnd() {
        boolean interrupted = false;
        long began = Threading.nanoTime();
        for (Worker each : workers) {
            Thread thread = threadOf(each);
            while (thread != null && each.phaseAcquire() != Worker.IN_ROUTE && isWorthWaiting(began)) {
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
     * Whether a worker holds a message. One in the route counts too, because it is not known when the route counts it:
     * it may be counted twice, but is never missed.
     */
    boolean hasSomethingInHand() {
        return workers.stream().anyMatch(Worker::mayHaveMessage);
    }
}
