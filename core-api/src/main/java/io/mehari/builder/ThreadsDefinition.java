package io.mehari.builder;

import io.mehari.util.concurrent.ThreadPoolRejectedPolicy;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the rest of the route on other threads. A sender that waits for a reply keeps waiting. */
public final class ThreadsDefinition extends StepDefinition<ThreadsDefinition> {
    private @Nullable Integer poolSize;
    private @Nullable Integer maxPoolSize;
    private @Nullable Integer maxQueueSize;
    private @Nullable Long keepAliveTime;
    private TimeUnit timeUnit = TimeUnit.SECONDS;
    private @Nullable String threadName;
    private @Nullable ThreadPoolRejectedPolicy rejectedPolicy;
    private @Nullable Executor executor;

    ThreadsDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** The number of threads, 10 by default. */
    public ThreadsDefinition poolSize(int poolSize) {
        this.poolSize = poolSize;
        return this;
    }

    /**
     * The number of threads, if this is greater than {@code poolSize}. The pool has no core size, because idle threads
     * end anyway.
     */
    public ThreadsDefinition maxPoolSize(int maxPoolSize) {
        this.maxPoolSize = maxPoolSize;
        return this;
    }

    /** The maximum number of messages that wait for a thread, 1000 by default. */
    public ThreadsDefinition maxQueueSize(int maxQueueSize) {
        if (maxQueueSize < 0) {
            throw new IllegalArgumentException(
                    "maxQueueSize(" + maxQueueSize + ") is negative; 0 means that none waits");
        }
        this.maxQueueSize = maxQueueSize;
        return this;
    }

    /** After this time an idle thread ends, 10 seconds by default. Its unit is {@link #timeUnit}. */
    public ThreadsDefinition keepAliveTime(long keepAliveTime) {
        if (keepAliveTime < 1) {
            throw new IllegalArgumentException("keepAliveTime(" + keepAliveTime + ") must be at least 1");
        }
        this.keepAliveTime = keepAliveTime;
        return this;
    }

    /** The unit of {@link #keepAliveTime}, seconds by default. */
    public ThreadsDefinition timeUnit(TimeUnit timeUnit) {
        Given.check(timeUnit, "timeUnit", "timeUnit", "a unit, such as SECONDS");
        this.timeUnit = timeUnit;
        return this;
    }

    /** The name of the threads, {@code Threads} by default; each gets a number appended. */
    public ThreadsDefinition threadName(String threadName) {
        Given.check(threadName, "threadName", "threadName", "a name");
        this.threadName = threadName;
        return this;
    }

    /** What happens to a message that the pool rejects; by default it continues on its current thread. */
    public ThreadsDefinition rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        Given.check(rejectedPolicy, "rejectedPolicy", "rejectedPolicy", "CallerRuns or Abort");
        this.rejectedPolicy = rejectedPolicy;
        return this;
    }

    /** What happens to a message that the pool rejects: it continues on its current thread, or it fails. */
    public ThreadsDefinition callerRunsWhenRejected(boolean callerRuns) {
        return rejectedPolicy(callerRuns ? ThreadPoolRejectedPolicy.CallerRuns : ThreadPoolRejectedPolicy.Abort);
    }

    /**
     * Uses this executor, which the caller must shut down, instead of a pool of its own. If it accepts a task and never
     * runs it ({@code DiscardPolicy}, {@code shutdownNow()}), the message stays in flight.
     */
    public ThreadsDefinition executorService(ExecutorService executor) {
        Given.check(executor, "executorService", "executor", Given.EXECUTOR);
        this.executor = executor;
        return this;
    }

    /**
     * Uses the executor with this name in the registry, or a pool of the thread pool profile with this id. Other
     * settings are then refused: make them in the profile.
     */
    public ThreadsDefinition executorService(String name) {
        Given.check(name, "executorService", "name", Given.POOL);
        executor = new Node.PoolName(name);
        return this;
    }

    @Override
    ThreadsDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        String set = setting();
        if (executor instanceof Node.PoolName pool) {
            return set == null
                    ? new Node.Threads(pool, 1, 0, 0, pool.name(), false)
                    : mistake(
                            set + " and executorService(\"" + pool.name() + "\") exclude each other",
                            "set it in the thread pool profile");
        }
        int threads = poolSize == null ? 10 : poolSize;
        int most = maxPoolSize == null ? threads : maxPoolSize;
        if (threads < 1) {
            return mistake("CorePoolSize must be >= 1, was " + threads, "give the number of threads");
        }
        if (most < threads) {
            return mistake(
                    "MaxPoolSize must be >= corePoolSize, was " + most + " >= " + threads,
                    "leave maxPoolSize out, or make it at least as large as poolSize");
        }
        return new Node.Threads(
                executor,
                most,
                maxQueueSize == null ? 1000 : maxQueueSize,
                keepAliveTime == null ? 0 : Math.max(1, timeUnit.toMillis(keepAliveTime)),
                threadName == null ? "Threads" : threadName,
                rejectedPolicy != ThreadPoolRejectedPolicy.Abort);
    }

    /** A setting that was made; null if there is none. */
    private @Nullable String setting() {
        if (poolSize != null) {
            return "PoolSize";
        } else if (maxPoolSize != null) {
            return "MaxPoolSize";
        } else if (maxQueueSize != null) {
            return "MaxQueueSize";
        } else if (keepAliveTime != null) {
            return "KeepAliveTime";
        } else if (threadName != null) {
            return "ThreadName";
        }
        return rejectedPolicy == null ? null : "RejectedPolicy";
    }

    private static Node mistake(String what, String remedy) {
        return new Node.Mistake("threads", new IllegalArgumentException(what), remedy);
    }
}
