package io.mehari.impl.threads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A pool that makes a thread only if all those that it has are busy. */
final class FrugalPool extends ThreadPoolExecutor {
    /*
     * ThreadPoolExecutor creates a thread for each of its first tasks, even if other threads are idle, and then none
     * until its queue is full. Here the queue refuses a task while there are more unfinished tasks than threads. So the
     * executor creates a thread. If it already has the maximum number of threads, it rejects the task, which is then
     * queued after all.
     *
     * A thread that has been idle for long ends, even if a task is queued at that moment, unless it is the last one.
     * The other threads may be blocked, so that task would wait for them. So either the thread that queues, or the one
     * that ends, creates another thread:
     *
     *     queue a task           thread: leave the pool
     *     full fence                     ended++ (a full fence)
     *     look at ended                  look at the queue
     */
    private final Waiting waiting;
    private volatile RejectedExecutionHandler refusal;

    FrugalPool(int threads, int maxQueued, long idleSeconds, ThreadFactory factory, RejectedExecutionHandler refusal) {
        this(threads, new Waiting(maxQueued), idleSeconds, factory, refusal);
    }

    private FrugalPool(
            int threads, Waiting waiting, long idleSeconds, ThreadFactory factory, RejectedExecutionHandler refusal) {
        super(
                1,
                threads,
                idleSeconds,
                TimeUnit.SECONDS,
                waiting,
                worker -> factory.newThread(() -> waiting.runAndEnd(worker)),
                (task, pool) -> ((FrugalPool) pool).queue(task));
        allowCoreThreadTimeOut(true);
        this.waiting = waiting;
        this.refusal = refusal;
        waiting.pool = this;
    }

    @Override
    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        refusal = handler;
    }

    @Override
    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return refusal;
    }

    @Override
    public void execute(Runnable task) {
        waiting.unfinished.incrementAndGet();
        try {
            super.execute(task);
            return;
        } catch (Full full) {
            waiting.unfinished.decrementAndGet();
        } catch (Throwable e) { // for example if no thread can be created
            waiting.unfinished.decrementAndGet();
            throw e;
        }
        refusal.rejectedExecution(task, this);
    }

    /** Creates a thread for the queued tasks, unless a thread is idle or the pool has the maximum number of threads. */
    private void makeThreadIfDue() {
        if (!waiting.isEmpty() && waiting.unfinished.get() > getPoolSize()) {
            try {
                execute(() -> {});
            } catch (RejectedExecutionException e) {
                // the pool is stopping, or its queue is full: then all threads that it may have are busy
            }
        }
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
        waiting.unfinished.decrementAndGet();
    }

    private void queue(Runnable task) {
        if (isShutdown() || !waiting.offerAnyway(task) || (isShutdown() && remove(task))) {
            throw new Full();
        }
        prestartCoreThread(); // if all threads have ended meanwhile
    }

    /** There is no room for the task, or the pool has stopped. */
    private static final class Full extends RejectedExecutionException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Tasks that no thread has begun. */
    private static final class Waiting extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger unfinished = new AtomicInteger();
        private final transient AtomicInteger ended = new AtomicInteger();
        private transient volatile @Nullable FrugalPool pool;

        Waiting(int most) {
            super(most);
        }

        @Override
        public boolean offer(Runnable task) {
            FrugalPool served = pool;
            int endedBefore = ended.get();
            if (served == null || unfinished.get() > served.getPoolSize() || !offerAnyway(task)) {
                return false;
            }
            if (ended.get() != endedBefore) {
                served.makeThreadIfDue();
            }
            return true;
        }

        void runAndEnd(Runnable worker) {
            FrugalPool served = pool;
            assert served != null;
            try {
                PoolThreads.runAndReplace(worker, served);
            } finally {
                ended.incrementAndGet();
                served.makeThreadIfDue();
            }
        }

        boolean offerAnyway(Runnable task) {
            return super.offer(task);
        }
    }
}
