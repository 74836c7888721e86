package io.mehari.impl;

import io.mehari.spi.ThreadPools;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of one context: a timer, a shared pool, and the pools made for others. */
final class DefaultThreadPools extends ThreadPools {
    /*
     * The timer and the shared pool are made by the first use and let their threads go after some idle seconds. stop()
     * ends everything; a later use makes them anew, so that a context can be started again.
     */
    private static final int SHARED_THREADS = 20;
    private static final int SHARED_VIRTUAL_THREADS = 1_000;
    private static final int SHARED_QUEUE = 1_000;
    private static final long IDLE_SECONDS = 10;

    private final String contextName;
    private final Set<ExecutorService> pools = ConcurrentHashMap.newKeySet();
    private final Set<Waiting> delayedTasks = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private @Nullable ThreadPoolExecutor shared;
    private boolean stopped;
    private volatile boolean virtual;

    DefaultThreadPools(String contextName) {
        this.contextName = contextName;
    }

    @Override
    public boolean isVirtualThreads() {
        return virtual;
    }

    @Override
    public void setVirtualThreads(boolean virtualThreads) {
        if (virtualThreads && !VirtualThreads.EXIST) {
            throw new UnsupportedOperationException("Java " + Runtime.version().feature()
                    + " has no virtual threads: they need 21 or later; leave setVirtualThreads(true) out");
        }
        virtual = virtualThreads;
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        return newThread(name, task, virtual);
    }

    private static Thread newThread(String name, Runnable task, boolean virtual) {
        if (virtual) {
            return VirtualThreads.unstarted(name, task);
        }
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        return thread;
    }

    // ---- pools

    @Override
    public synchronized Executor shared() {
        ThreadPoolExecutor pool = shared;
        if (pool == null) {
            int threads = virtual ? SHARED_VIRTUAL_THREADS : SHARED_THREADS;
            pool = pool(contextName + "-worker", threads, SHARED_QUEUE);
            pool.setRejectedExecutionHandler((task, full) -> task.run());
            shared = pool;
            if (stopped) {
                pool.shutdown(); // whoever is late does his work himself
            }
        }
        return pool;
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        ThreadPoolExecutor pool = pool(name, threads, maxQueued);
        pool.setRejectedExecutionHandler((task, full) -> {
            throw new RejectedExecutionException(
                    full.isShutdown()
                            ? "Pool " + name + " has stopped"
                            : "Pool " + name + " is full: " + threads + " threads are busy and " + maxQueued
                                    + " tasks wait; make it larger, or send more slowly");
        });
        pools.removeIf(ExecutorService::isTerminated);
        pools.add(pool);
        return pool;
    }

    private ThreadPoolExecutor pool(String name, int threads, int maxQueued) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                maxQueued > 0 ? new LinkedBlockingQueue<>(maxQueued) : new SynchronousQueue<>(),
                numbered(name, virtual));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory numbered(String name, boolean virtual) {
        AtomicInteger count = new AtomicInteger();
        return task -> newThread(name + "-" + count.incrementAndGet(), task, virtual);
    }

    // ---- the timer

    @Override
    public Delayed schedule(Runnable task, long delayMillis) {
        Waiting delayed = new Waiting(task);
        ScheduledThreadPoolExecutor running = timer();
        if (running == null) {
            delayed.run();
            return delayed;
        }
        delayedTasks.add(delayed);
        try {
            delayed.timed = running.schedule(delayed, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            delayed.run(); // stopped in between; a second run does nothing
        }
        return delayed;
    }

    private synchronized @Nullable ScheduledThreadPoolExecutor timer() {
        if (timer == null && !stopped) {
            ScheduledThreadPoolExecutor made =
                    new ScheduledThreadPoolExecutor(1, each -> newThread(contextName + "-timer", each, false));
            made.setRemoveOnCancelPolicy(true);
            made.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
            made.allowCoreThreadTimeOut(true);
            timer = made;
        }
        return timer;
    }

    /** A task that waits; whoever comes first runs it: the timer, or the stop of the context. */
    private final class Waiting extends FutureTask<@Nullable Void> implements Delayed {
        private volatile @Nullable Future<?> timed;

        Waiting(Runnable task) {
            super(task, null);
        }

        @Override
        public boolean cancel() {
            return cancel(false);
        }

        @Override
        protected void done() {
            delayedTasks.remove(this);
            Future<?> waiting = timed;
            if (waiting != null) {
                waiting.cancel(false);
            }
        }
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (stopped) {
            stopped = false;
            shared = null;
        }
    }

    /** Runs what waits in the timer, then ends all threads. */
    @Override
    public void stop() {
        ScheduledThreadPoolExecutor oldTimer;
        ThreadPoolExecutor oldShared;
        synchronized (this) {
            stopped = true;
            oldTimer = timer;
            oldShared = shared;
            timer = null;
        }
        if (oldTimer != null) {
            oldTimer.shutdownNow();
            delayedTasks.forEach(FutureTask::run);
            await(oldTimer);
        }
        if (oldShared != null) {
            end(oldShared);
        }
        pools.forEach(DefaultThreadPools::end);
        pools.clear();
    }

    private static void end(ExecutorService pool) {
        pool.shutdown();
        if (!await(pool)) {
            pool.shutdownNow().forEach(Runnable::run);
            await(pool);
        }
    }

    private static boolean await(ExecutorService pool) {
        try {
            return pool.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
