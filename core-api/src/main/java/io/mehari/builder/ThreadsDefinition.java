package io.mehari.builder;

import io.mehari.spi.ThreadPoolRejectedPolicy;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** The rest of the route runs on other threads. A sender that waits goes on waiting. */
public final class ThreadsDefinition extends StepDefinition<ThreadsDefinition> {
    private int poolSize;
    private int maxPoolSize;
    private int maxQueueSize = 1000;
    private String threadName = "Threads";
    private ThreadPoolRejectedPolicy rejectedPolicy = ThreadPoolRejectedPolicy.CallerRuns;
    private @Nullable ExecutorService executor;

    ThreadsDefinition(ProcessorDefinition<?> parent, int poolSize) {
        super(parent);
        this.poolSize = positive("poolSize", poolSize);
    }

    /** How many threads there are. */
    public ThreadsDefinition poolSize(int poolSize) {
        this.poolSize = positive("poolSize", poolSize);
        return this;
    }

    /** The pool has so many threads if this is more than its size: idle ones end, so nothing is saved by fewer. */
    public ThreadsDefinition maxPoolSize(int maxPoolSize) {
        this.maxPoolSize = positive("maxPoolSize", maxPoolSize);
        return this;
    }

    /** How many messages may wait for a thread; 1000 unless said. */
    public ThreadsDefinition maxQueueSize(int maxQueueSize) {
        if (maxQueueSize < 0) {
            throw new IllegalArgumentException(
                    "maxQueueSize(" + maxQueueSize + ") is negative; 0 means that none waits");
        }
        this.maxQueueSize = maxQueueSize;
        return this;
    }

    /** How its threads are named, each with a number behind it. */
    public ThreadsDefinition threadName(String threadName) {
        this.threadName = threadName;
        return this;
    }

    /** What happens to a message that the pool does not take. */
    public ThreadsDefinition rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        this.rejectedPolicy = rejectedPolicy;
        return this;
    }

    /** Those threads, which remain the caller's to end, instead of a pool of its own. */
    public ThreadsDefinition executorService(ExecutorService executor) {
        this.executor = executor;
        return this;
    }

    private static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + "(" + value + ") must be at least 1");
        }
        return value;
    }

    @Override
    ThreadsDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Threads(
                executor,
                Math.max(poolSize, maxPoolSize),
                maxQueueSize,
                threadName,
                rejectedPolicy == ThreadPoolRejectedPolicy.CallerRuns);
    }
}
