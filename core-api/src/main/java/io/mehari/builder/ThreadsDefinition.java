package io.mehari.builder;

import io.mehari.util.concurrent.ThreadPoolRejectedPolicy;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Runs the rest of the route on other threads. A sender that waits for a reply keeps waiting. */
public final class ThreadsDefinition extends StepDefinition<ThreadsDefinition> {
    private int poolSize;
    private @Nullable Integer maxPoolSize;
    private int maxQueueSize = 1000;
    private String threadName = "Threads";
    private ThreadPoolRejectedPolicy rejectedPolicy = ThreadPoolRejectedPolicy.CallerRuns;
    private @Nullable ExecutorService executor;

    ThreadsDefinition(ProcessorDefinition<?> parent, int poolSize) {
        super(parent);
        this.poolSize = poolSize;
    }

    /** The number of threads. */
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

    /** The name of the threads; each gets a number appended. */
    public ThreadsDefinition threadName(String threadName) {
        Given.check(threadName, "threadName", "threadName", "a name");
        this.threadName = threadName;
        return this;
    }

    /** What happens to a message that the pool rejects. */
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

    @Override
    ThreadsDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
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
                executor, most, maxQueueSize, threadName, rejectedPolicy == ThreadPoolRejectedPolicy.CallerRuns);
    }

    private static Node mistake(String what, String remedy) {
        return new Node.Mistake("threads", new IllegalArgumentException(what), remedy);
    }
}
