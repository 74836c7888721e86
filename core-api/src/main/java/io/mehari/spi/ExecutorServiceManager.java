package io.mehari.spi;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Creates pools of {@link ThreadPools}, with the method names of Apache Camel. The context shuts them down when it
 * stops. All pools are bounded: at most 1,000 tasks wait, and further tasks are rejected.
 */
public final class ExecutorServiceManager {
    private static final int THREADS = 10;
    private static final int MAX_QUEUED = 1_000;

    private final ThreadPools pools;
    private final Registry registry;

    /** For the context. */
    public ExecutorServiceManager(ThreadPools pools, Registry registry) {
        this.pools = pools;
        this.registry = registry;
    }

    /** Binds a profile to its id in the registry, so that routes find it. */
    public void registerThreadPoolProfile(ThreadPoolProfile profile) {
        registry.bind(profile.getId(), profile);
    }

    /** The profile with that id; null if there is none. */
    public @Nullable ThreadPoolProfile getThreadPoolProfile(String id) {
        return registry.lookupByName(id) instanceof ThreadPoolProfile profile ? profile : null;
    }

    /** A new thread with this name, not started yet. */
    public Thread newThread(String name, Runnable task) {
        return pools.newThread(name, task);
    }

    /** A pool of 10 threads. The source is what the pool is for; it has no effect. */
    public ExecutorService newDefaultThreadPool(Object source, String name) {
        return newFixedThreadPool(source, name, THREADS);
    }

    public ExecutorService newSingleThreadExecutor(Object source, String name) {
        return newFixedThreadPool(source, name, 1);
    }

    public ExecutorService newFixedThreadPool(Object source, String name, int poolSize) {
        return pools.newPool(name, poolSize, MAX_QUEUED);
    }

    /** A pool of {@code maxPoolSize} threads, which end when they are idle. */
    public ExecutorService newThreadPool(Object source, String name, int poolSize, int maxPoolSize) {
        return newFixedThreadPool(source, name, Math.max(poolSize, maxPoolSize));
    }

    /** A pool with the settings of the profile. */
    public ExecutorService newThreadPool(Object source, String name, ThreadPoolProfile profile) {
        return profile.newPool(pools, name);
    }

    /** A pool for tasks with a delay. Tasks that wait when it is shut down are dropped. */
    public ScheduledExecutorService newScheduledThreadPool(Object source, String name, int poolSize) {
        return pools.newScheduledPool(name, poolSize);
    }

    /** Ends a pool. Waiting tasks still run. */
    public void shutdown(ExecutorService pool) {
        pool.shutdown();
    }

    /**
     * Ends a pool, and waits up to 10 seconds for its tasks. Then it drops waiting tasks and interrupts running ones.
     */
    public void shutdownGraceful(ExecutorService pool) {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
