package io.mehari.support;

import io.mehari.spi.ThreadPoolRejectedPolicy;
import io.mehari.spi.ThreadPools;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Settings of thread pools, under an id that routes use: {@code threads().executorService("orders")}. See {@link
 * ExecutorServiceManager#registerThreadPoolProfile}.
 */
public final class ThreadPoolProfile {
    private final String id;
    private int poolSize = 10;
    private int maxPoolSize = 20;
    private int maxQueueSize = 1_000;
    private ThreadPoolRejectedPolicy rejectedPolicy = ThreadPoolRejectedPolicy.CallerRuns;

    public ThreadPoolProfile(String id) {
        this.id = Objects.requireNonNull(id, "id is null; give a name");
    }

    public String getId() {
        return id;
    }

    /** The number of threads, 10 by default. */
    public void setPoolSize(int poolSize) {
        this.poolSize = poolSize;
    }

    /**
     * The number of threads, if this is greater than the pool size; 20 by default. Threads that are idle for 10
     * seconds end.
     */
    public void setMaxPoolSize(int maxPoolSize) {
        this.maxPoolSize = maxPoolSize;
    }

    /** The maximum number of tasks that wait for a thread, 1000 by default; 0 means that none waits. */
    public void setMaxQueueSize(int maxQueueSize) {
        this.maxQueueSize = maxQueueSize;
    }

    /** What happens to a task when all threads are busy and the queue is full; by default the caller runs it. */
    public void setRejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        this.rejectedPolicy =
                Objects.requireNonNull(rejectedPolicy, "rejectedPolicy is null; give CallerRuns or Abort");
    }

    /** Creates a pool with these settings; its threads have this name and a number. */
    ExecutorService newPool(ThreadPools pools, String name) {
        int threads = Math.max(poolSize, maxPoolSize);
        if (poolSize < 0 || threads < 1 || maxQueueSize < 0) {
            throw new IllegalArgumentException("Pool " + name + ": poolSize " + poolSize + ", maxPoolSize "
                    + maxPoolSize + " and maxQueueSize " + maxQueueSize
                    + " are not possible: give at least one thread, and 0 or more for the others");
        }
        ExecutorService pool = pools.newPool(name, threads, maxQueueSize);
        ThreadPoolExecutor ours = pool instanceof ThreadPoolExecutor known ? known : null;
        if (rejectedPolicy == ThreadPoolRejectedPolicy.CallerRuns) {
            if (ours == null) {
                return new CallerRunsPool(pool);
            }
            ours.setRejectedExecutionHandler(ThreadPoolProfile::runHere);
        }
        return pool;
    }

    private static void runHere(Runnable task, ThreadPoolExecutor pool) {
        if (pool.isShutdown()) {
            throw new RejectedExecutionException("The pool has stopped");
        }
        task.run();
    }
}
