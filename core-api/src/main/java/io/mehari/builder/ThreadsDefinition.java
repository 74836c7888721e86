package io.mehari.builder;

import io.mehari.builder.model.Node;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import org.jspecify.annotations.Nullable;

/** Runs the rest of the route on other threads. A sender that waits for a reply keeps waiting. */
public final class ThreadsDefinition extends ExecutorDefinition<ThreadsDefinition> {
    private int poolSize = 10;
    private @Nullable Integer maxPoolSize;
    private int maxQueueSize = 1000;
    private String threadName = "Threads";
    private ThreadPoolRejectedPolicy rejectedPolicy = ThreadPoolRejectedPolicy.CallerRuns;
    /** A setting that was made. */
    private @Nullable String set;

    ThreadsDefinition(ProcessorDefinition<?> parent) {
        super(parent, false);
    }

    /** The number of threads, 10 by default. */
    public ThreadsDefinition poolSize(int poolSize) {
        this.poolSize = poolSize;
        set = "PoolSize";
        return this;
    }

    /**
     * The number of threads, if this is greater than {@code poolSize}. The pool has no core size, because idle threads
     * end anyway.
     */
    public ThreadsDefinition maxPoolSize(int maxPoolSize) {
        this.maxPoolSize = maxPoolSize;
        set = "MaxPoolSize";
        return this;
    }

    /** The maximum number of messages that wait for a thread, 1000 by default. */
    public ThreadsDefinition maxQueueSize(int maxQueueSize) {
        this.maxQueueSize = (int) Arguments.atLeast(0, maxQueueSize, "maxQueueSize");
        set = "MaxQueueSize";
        return this;
    }

    /** The name of the threads, {@code Threads} by default; each gets a number appended. */
    public ThreadsDefinition threadName(String threadName) {
        this.threadName = text(Arguments.check(threadName, "threadName", "threadName", "a name"));
        set = "ThreadName";
        return this;
    }

    /** What happens to a message that the pool rejects; by default it continues on its current thread. */
    public ThreadsDefinition rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        this.rejectedPolicy =
                Arguments.check(rejectedPolicy, "rejectedPolicy", "rejectedPolicy", "CallerRuns or Abort");
        set = "RejectedPolicy";
        return this;
    }

    @Override
    Node toNode() {
        if (executor instanceof Node.PoolName pool) {
            return set == null
                    ? new Node.Threads(pool, 1, 0, pool.name(), false)
                    : mistake(
                            set + " and executorService(\"" + pool.name() + "\") exclude each other",
                            "set it in that executor");
        }
        int most = maxPoolSize == null ? poolSize : maxPoolSize;
        if (poolSize < 1) {
            return mistake("CorePoolSize must be >= 1, was " + poolSize, "give the number of threads");
        }
        if (most < poolSize) {
            return mistake(
                    "MaxPoolSize must be >= corePoolSize, was " + most + " >= " + poolSize,
                    "leave maxPoolSize out, or make it at least as large as poolSize");
        }
        return new Node.Threads(
                executor, most, maxQueueSize, threadName, rejectedPolicy != ThreadPoolRejectedPolicy.Abort);
    }

    private static Node mistake(String what, String remedy) {
        return new Node.Mistake("threads", new IllegalArgumentException(what), remedy);
    }
}
