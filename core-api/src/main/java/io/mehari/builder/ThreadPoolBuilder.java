package io.mehari.builder;

import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPoolProfile;
import io.mehari.util.concurrent.ThreadPoolRejectedPolicy;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Creates a bounded pool of threads. The context shuts it down when it stops. */
public final class ThreadPoolBuilder {
    private final RoutingContext context;
    private final ThreadPoolProfile settings = new ThreadPoolProfile("ThreadPool");

    public ThreadPoolBuilder(RoutingContext context) {
        this.context = Objects.requireNonNull(context, "context is null; give the context of the routes");
    }

    /** The number of threads, 10 by default. */
    public ThreadPoolBuilder poolSize(int poolSize) {
        settings.setPoolSize(poolSize);
        return this;
    }

    /** The number of threads, if this is greater than {@code poolSize}; 20 by default. Idle threads end. */
    public ThreadPoolBuilder maxPoolSize(int maxPoolSize) {
        settings.setMaxPoolSize(maxPoolSize);
        return this;
    }

    /** The maximum number of tasks that wait for a thread, 1000 by default; 0 means that none waits. */
    public ThreadPoolBuilder maxQueueSize(int maxQueueSize) {
        settings.setMaxQueueSize(maxQueueSize);
        return this;
    }

    /** After this number of seconds an idle thread ends, 10 by default. */
    public ThreadPoolBuilder keepAliveTime(long seconds) {
        settings.setKeepAliveTime(seconds);
        return this;
    }

    /** After this time an idle thread ends. */
    public ThreadPoolBuilder keepAliveTime(long keepAliveTime, TimeUnit timeUnit) {
        Given.check(timeUnit, "keepAliveTime", "timeUnit", "a unit, such as SECONDS");
        settings.setTimeUnit(timeUnit);
        return keepAliveTime(keepAliveTime);
    }

    /** What happens to a task when all threads are busy and the queue is full; by default the caller runs it. */
    public ThreadPoolBuilder rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        Given.check(rejectedPolicy, "rejectedPolicy", "rejectedPolicy", "CallerRuns or Abort");
        settings.setRejectedPolicy(rejectedPolicy);
        return this;
    }

    /** Creates the pool; its threads are named {@code ThreadPool} and have a number. */
    public ExecutorService build() {
        return build(settings.getId());
    }

    /** Creates the pool; its threads have this name and a number. */
    public ExecutorService build(String name) {
        Given.check(name, "build", "name", "a name");
        return settings.newPool(context.getRoutingContextExtension().getThreadPools(), name);
    }
}
