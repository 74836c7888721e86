package io.mehari.builder;

import io.mehari.RoutingContext;
import io.mehari.util.concurrent.ThreadPoolRejectedPolicy;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;

/** Creates a bounded pool of threads. The context shuts it down when it stops. */
public final class ThreadPoolBuilder {
    private final RoutingContext context;
    private int poolSize = 10;
    private int maxPoolSize = 20;
    private int maxQueueSize = 1_000;
    private ThreadPoolRejectedPolicy rejectedPolicy = ThreadPoolRejectedPolicy.CallerRuns;

    public ThreadPoolBuilder(RoutingContext context) {
        this.context = Objects.requireNonNull(context, "context is null; give the context of the routes");
    }

    /** The number of threads, 10 by default. */
    public ThreadPoolBuilder poolSize(int poolSize) {
        this.poolSize = poolSize;
        return this;
    }

    /** The number of threads, if this is greater than {@code poolSize}; 20 by default. Idle threads end. */
    public ThreadPoolBuilder maxPoolSize(int maxPoolSize) {
        this.maxPoolSize = maxPoolSize;
        return this;
    }

    /** The maximum number of tasks that wait for a thread, 1000 by default; 0 means that none waits. */
    public ThreadPoolBuilder maxQueueSize(int maxQueueSize) {
        this.maxQueueSize = maxQueueSize;
        return this;
    }

    /** What happens to a task when all threads are busy and the queue is full; by default the caller runs it. */
    public ThreadPoolBuilder rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        Given.check(rejectedPolicy, "rejectedPolicy", "rejectedPolicy", "CallerRuns or Abort");
        this.rejectedPolicy = rejectedPolicy;
        return this;
    }

    /** Creates the pool; its threads have this name and a number. */
    public ExecutorService build(String name) {
        Given.check(name, "build", "name", "a name");
        int threads = Math.max(poolSize, maxPoolSize);
        if (poolSize < 0 || threads < 1 || maxQueueSize < 0) {
            throw new IllegalArgumentException("Pool " + name + ": poolSize " + poolSize + ", maxPoolSize "
                    + maxPoolSize + " and maxQueueSize " + maxQueueSize
                    + " are not possible: give at least one thread, and 0 or more for the others");
        }
        ExecutorService pool =
                context.getRoutingContextExtension().getThreadPools().newPool(name, threads, maxQueueSize);
        if (rejectedPolicy == ThreadPoolRejectedPolicy.CallerRuns) {
            if (!(pool instanceof ThreadPoolExecutor ours)) {
                return new CallerRunsPool(pool);
            }
            ours.setRejectedExecutionHandler(ThreadPoolBuilder::runHere);
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
