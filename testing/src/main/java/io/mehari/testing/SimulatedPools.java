package io.mehari.testing;

import io.mehari.spi.Threading;
import io.mehari.spi.internal.RouteThreads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread pools of a simulated context. They have the same bounds and the same order as the real ones. */
final class SimulatedPools extends RouteThreads {
    /*
     * As in production, there is one timer thread, which passes work to the shared pool. If the shared pool is full,
     * the calling thread runs the task. Tasks that are due at the same moment run in the order in which they were
     * scheduled.
     */
    private static final int SHARED_THREADS = 200;
    private static final int SHARED_QUEUE = 1_000;
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Turns turns;
    private final String contextName;
    private final Set<ExecutorService> pools = new LinkedHashSet<>();
    private final TreeSet<Task> delayed =
            new TreeSet<>(Comparator.<Task>comparingLong(each -> each.due).thenComparingLong(each -> each.number));
    private @Nullable SimulatedPool shared;
    private @Nullable Member timer;
    private boolean stopped;
    private boolean virtual;
    private long scheduled;

    SimulatedPools(Turns turns, String contextName) {
        this.turns = turns;
        this.contextName = contextName;
    }

    @Override
    public synchronized boolean isVirtualThreads() {
        return virtual;
    }

    /** Simulated threads are always platform threads, one of which runs at a time. */
    @Override
    public synchronized void setVirtualThreads(boolean virtualThreads) {
        virtual = virtualThreads;
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        return turns.threads().make(name, task, false).thread;
    }

    @Override
    public Thread newVirtualThread(String name, Runnable task) {
        return newThread(name, task);
    }

    // ---- pools

    @Override
    public Executor shared() {
        return this::executeOrRun;
    }

    private void executeOrRun(Runnable task) {
        SimulatedPool pool = sharedPool();
        if (pool == null || pool.queued() >= SHARED_QUEUE) {
            task.run();
        } else {
            executeOrRun(pool, task);
        }
    }

    @Override
    protected void resume(Runnable suspended) {
        SimulatedPool pool = sharedPool();
        if (pool == null) {
            suspended.run();
        } else {
            executeOrRun(pool, suspended);
        }
    }

    private static void executeOrRun(SimulatedPool pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            task.run(); // the pool has stopped
        }
    }

    @Override
    protected boolean isSharedThread() {
        Member me = SimulatedThreading.me();
        return me != null && me.shared;
    }

    @Override
    public void runShared(Runnable task) {
        Member me = SimulatedThreading.me();
        if (me == null || me.shared) {
            task.run();
            return;
        }
        me.shared = true;
        try {
            task.run();
        } finally {
            me.shared = false;
        }
    }

    /** Null if the context stops before it has used one. */
    private synchronized @Nullable SimulatedPool sharedPool() {
        if (shared == null && !stopped) {
            shared = new SimulatedPool(turns, contextName + "-worker", SHARED_THREADS, Integer.MAX_VALUE, true);
        }
        return shared;
    }

    @Override
    public synchronized ExecutorService newPool(String name, int threads, int maxQueued) {
        SimulatedPool pool = new SimulatedPool(turns, name, threads, maxQueued, false);
        pools.removeIf(ExecutorService::isTerminated);
        pools.add(pool);
        return pool;
    }

    // ---- the timer

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        Task waiting;
        Member start = null;
        synchronized (this) {
            waiting = new Task(task, turns.after(unit.toNanos(delay)), ++scheduled);
            if (!stopped) {
                delayed.add(waiting);
                if (timer == null) {
                    timer = turns.threads().make(contextName + "-timer", this::runDelayed, true);
                    start = timer;
                } else if (delayed.first() == waiting) {
                    turns.unpark(timer);
                }
                if (start == null) {
                    return waiting;
                }
            }
        }
        if (start != null) {
            start.thread.start();
        } else {
            waiting.run();
        }
        return waiting;
    }

    private void runDelayed() {
        Member me = Objects.requireNonNull(SimulatedThreading.me());
        while (true) {
            Task due = null;
            long next = Turns.NEVER;
            synchronized (this) {
                if (timer != me) {
                    return;
                }
                if (!delayed.isEmpty()) {
                    next = delayed.first().due;
                    due = next <= turns.now() ? delayed.pollFirst() : null;
                }
            }
            if (due != null) {
                due.run();
            } else {
                turns.park(me, delayed, next);
            }
        }
    }

    private final class Task implements Delayed {
        private final Runnable task;
        private final long due;
        private final long number;
        private boolean begun;

        Task(Runnable task, long due, long number) {
            this.task = task;
            this.due = due;
            this.number = number;
        }

        private boolean begin() {
            synchronized (SimulatedPools.this) {
                boolean first = !begun;
                begun = true;
                return first;
            }
        }

        @SuppressWarnings("CatchingUnchecked") // the timer survives any exception of a task
        void run() {
            if (begin()) {
                try {
                    task.run();
                } catch (Turns.Closed e) {
                    throw e;
                } catch (Throwable e) {
                    Thread me = Thread.currentThread();
                    me.getUncaughtExceptionHandler().uncaughtException(me, e);
                }
            }
        }

        @Override
        public boolean cancel() {
            boolean begins = begin();
            synchronized (SimulatedPools.this) {
                if (delayed.remove(this) && timer != null) {
                    turns.unpark(timer); // it may wait for the moment of this task
                }
            }
            return begins;
        }
    }

    // ---- start and stop

    @Override
    public synchronized void start() {
        if (stopped) {
            stopped = false;
            shared = null;
        }
    }

    /** Runs the tasks that wait in the timer, then ends all threads, and interrupts those that do not end soon. */
    @Override
    public void stop() {
        List<Task> waiting;
        List<ExecutorService> ending;
        synchronized (this) {
            stopped = true;
            waiting = new ArrayList<>(delayed);
            delayed.clear();
            ending = new ArrayList<>(pools);
            pools.clear();
            if (shared != null) {
                ending.add(shared);
            }
            if (timer != null) {
                turns.unpark(timer);
                timer = null;
            }
        }
        waiting.forEach(Task::run);
        ending.forEach(ExecutorService::shutdown);
        if (!await(ending)) {
            List<Runnable> notBegun = new ArrayList<>();
            ending.forEach(each -> notBegun.addAll(each.shutdownNow()));
            awaitEnd(notBegun);
            await(ending);
        }
    }

    /** Runs them on a thread of their own, because they may not end soon either. */
    private void awaitEnd(List<Runnable> notBegun) {
        Thread last = newThread(contextName + "-leftover", () -> notBegun.forEach(Runnable::run));
        last.start();
        try {
            Threading.join(last, TimeUnit.NANOSECONDS.toMillis(GRACE_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean await(List<ExecutorService> ending) {
        long end = Threading.nanoTime() + GRACE_NANOS;
        try {
            boolean all = true;
            for (ExecutorService each : ending) {
                all &= each.awaitTermination(end - Threading.nanoTime(), TimeUnit.NANOSECONDS);
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
