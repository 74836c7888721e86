package io.mehari.impl.threads;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The threads of one context: a timer, the shared pool, and pools for single purposes. */
public final class DefaultThreadPools extends RouteThreads implements Executor {
    /*
     * The timer and the shared pool are made on first use. Their threads end after some idle seconds. stop() ends
     * everything; a later use makes both again, so a context can be restarted.
     *
     * Two kinds of tasks come to the shared pool. New work (shared()) is bounded: if 1,000 tasks wait, the calling
     * thread runs the task. A resumed exchange (resume()) never runs on the calling thread, which may be the timer or a
     * thread of another route; it always waits in the queue. That does not make the queue unlimited: each such task
     * stands for one exchange, which a moment before was in the timer, in a queue or among waiting senders.
     */
    private static final int SHARED_THREADS = 20;
    private static final int SHARED_VIRTUAL_THREADS = 1_000;
    private static final int SHARED_QUEUE = 1_000;
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * The threads of the timers and shared pools of all contexts, and others during runShared(); as a set because
     * virtual threads cannot have a class of their own.
     */
    private static final Set<Thread> SHARED = ConcurrentHashMap.newKeySet();

    private final String contextName;
    private final Set<ExecutorService> pools = ConcurrentHashMap.newKeySet();
    /** Numbers the threads of all pools, so that two pools of one name have no thread of the same name. */
    private final AtomicInteger poolThreads = new AtomicInteger();

    private final Set<Waiting> delayedTasks = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private @Nullable SharedPool sharedPool;
    private boolean stopped;
    private volatile boolean virtual;

    public DefaultThreadPools(String contextName) {
        this.contextName = contextName;
    }

    /** As a ThreadPools, so that the verifier need not load this class for a caller that does not come here. */
    public static ThreadPools of(String contextName) {
        return new DefaultThreadPools(contextName);
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

    @Override
    public Thread newVirtualThread(String name, Runnable task) {
        return VirtualThreads.unstarted(name, task);
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
    public Executor shared() {
        return this;
    }

    /** Runs a task in the shared pool, or on the calling thread if too many wait. */
    @Override
    public void execute(Runnable task) {
        SharedPool pool = sharedPool();
        if (pool.getQueue().size() < SHARED_QUEUE) {
            pool.execute(task);
        } else {
            task.run();
        }
    }

    @Override
    protected void resume(Runnable suspended) {
        try {
            sharedPool().execute(suspended);
        } catch (Throwable e) { // no thread can be made, but the exchange must not be lost
            resumeLater(suspended);
        }
    }

    /**
     * The heap may be full, too. Then the calling thread waits for room. The task is not in the pool: it would be only
     * if all threads had ended between two instructions of execute(). It is not removed from there to be sure, because
     * LinkedBlockingQueue.remove() needs memory between its two locks, and without it leaves the first one locked.
     */
    private void resumeLater(Runnable suspended) {
        while (true) {
            try {
                schedule(() -> resume(suspended), LOOK_AGAIN_MILLIS);
                return;
            } catch (OutOfMemoryError e) {
                Pool.waitForRoom();
            }
        }
    }

    @Override
    protected boolean isSharedThread() {
        return SHARED.contains(Thread.currentThread());
    }

    private synchronized SharedPool sharedPool() {
        SharedPool pool = sharedPool;
        if (pool == null) {
            int threads = virtual ? SHARED_VIRTUAL_THREADS : SHARED_THREADS;
            pool = new SharedPool(threads, sharedThreads(contextName + "-worker", virtual), this::repeat);
            sharedPool = pool;
            if (stopped) {
                pool.shutdown(); // late tasks run on the calling thread
            }
        }
        return pool;
    }

    /** Does not use schedule(), because a stop would run the task. */
    private synchronized @Nullable Future<?> repeat(Runnable look) {
        ScheduledThreadPoolExecutor running = timer();
        return running == null
                ? null
                : running.scheduleWithFixedDelay(look, LOOK_AGAIN_MILLIS, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private ThreadFactory sharedThreads(String name, boolean virtual) {
        ThreadFactory factory = numbered(name, new AtomicInteger(), virtual);
        return task -> factory.newThread(() -> runShared(task));
    }

    @Override
    public void runShared(Runnable task) {
        Thread me = Thread.currentThread();
        boolean first = addToShared(me);
        try {
            task.run();
        } finally {
            if (first) {
                SHARED.remove(me);
            }
        }
    }

    /** The task may be a thread's work for its pool, which would wait for it for ever. */
    private static boolean addToShared(Thread me) {
        while (true) {
            try {
                return SHARED.add(me);
            } catch (OutOfMemoryError e) {
                Pool.waitForRoom();
            }
        }
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        ThreadFactory factory = numbered(name, poolThreads, virtual);
        RejectedExecutionHandler refusal = (task, full) -> {
            throw new RejectedExecutionException(
                    full.isShutdown()
                            ? "Pool " + name + " has stopped"
                            : "Pool " + name + " is full: " + threads + " threads are busy and " + maxQueued
                                    + " tasks wait; make the pool larger, or send more slowly");
        };
        BlockingQueue<Runnable> queue = maxQueued > 0 ? new LinkedBlockingQueue<>(maxQueued) : new SynchronousQueue<>();
        return kept(new Pool(threads, queue, factory, refusal));
    }

    @Override
    public ScheduledExecutorService newScheduledPool(String name, int threads) {
        return kept(new ScheduledThreadPoolExecutor(threads, numbered(name, poolThreads, false)));
    }

    private <P extends ExecutorService> P kept(P pool) {
        pools.removeIf(ExecutorService::isTerminated);
        pools.add(pool);
        return pool;
    }

    private static ThreadFactory numbered(String name, AtomicInteger count, boolean virtual) {
        return task -> newThread(name + "-" + count.incrementAndGet(), task, virtual);
    }

    // ---- the timer

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        StackRoom.claim(StackRoom.EXECUTOR); // as Pool.execute does
        Waiting delayed = new Waiting(task);
        ScheduledThreadPoolExecutor running = timer();
        if (running == null) {
            delayed.run();
            return delayed;
        }
        try {
            delayedTasks.add(delayed); // it may be in there although this throws
            delayed.timed = running.schedule(delayed, delay, unit);
        } catch (RejectedExecutionException e) {
            delayed.run(); // stopped meanwhile; a second run has no effect
        } catch (Throwable e) {
            if (delayed.cancel()) { // it may be in the queue, or have run
                throw e;
            }
        }
        return delayed;
    }

    private synchronized @Nullable ScheduledThreadPoolExecutor timer() {
        if (timer == null && !stopped) {
            ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1);
            made.setThreadFactory(each -> {
                Runnable work = () -> runShared(each); // made here: in the thread there may be no room for it
                return newThread(contextName + "-timer", () -> Pool.runAndReplace(work, made), false);
            });
            made.setRemoveOnCancelPolicy(true);
            made.setKeepAliveTime(Pool.IDLE_SECONDS, TimeUnit.SECONDS);
            made.allowCoreThreadTimeOut(true);
            timer = made;
        }
        return timer;
    }

    /** A scheduled task. The timer or the stop of the context runs it, whichever is first. */
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

    // ---- start and stop

    @Override
    public synchronized void start() {
        if (stopped) {
            stopped = false;
            sharedPool = null;
        }
    }

    /** Runs the tasks that wait in the timer, then ends all threads together. */
    @Override
    public void stop() {
        List<ExecutorService> ending = new ArrayList<>(pools);
        pools.removeAll(ending);
        synchronized (this) {
            stopped = true;
            if (timer != null) {
                timer.shutdownNow();
                ending.add(timer);
                timer = null;
            }
            if (sharedPool != null) {
                ending.add(sharedPool);
            }
        }
        for (Waiting each : delayedTasks) {
            each.run();
        }
        for (ExecutorService each : ending) {
            each.shutdown();
        }
        if (!await(ending, System.nanoTime() + GRACE_NANOS)) {
            endByForce(ending);
        }
    }

    /**
     * Interrupts tasks that still run. Tasks that have not started run on a separate thread, because they may not end
     * either.
     */
    private void endByForce(List<ExecutorService> ending) {
        List<Runnable> notBegun = new ArrayList<>();
        ending.forEach(each -> notBegun.addAll(each.shutdownNow()));
        if (!notBegun.isEmpty()) {
            ExecutorService last =
                    Executors.newSingleThreadExecutor(numbered(contextName + "-leftover", new AtomicInteger(), false));
            notBegun.forEach(last::execute);
            last.shutdown();
            ending.add(last);
        }
        if (!await(ending, System.nanoTime() + GRACE_NANOS)) {
            Log.warn(
                    Log.CONTEXT,
                    "Context " + contextName + " has stopped, but steps still run on its threads, although they were"
                            + " interrupted; " + notBegun.size() + " tasks had not started");
        }
    }

    private static boolean await(List<ExecutorService> ending, long end) {
        boolean interrupted = Thread.interrupted();
        boolean all = true;
        for (ExecutorService each : ending) {
            while (!each.isTerminated() && end - System.nanoTime() > 0) {
                try {
                    each.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            all &= each.isTerminated();
        }
        Threading.restoreInterrupt(interrupted);
        return all;
    }
}
