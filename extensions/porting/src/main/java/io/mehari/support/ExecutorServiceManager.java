package io.mehari.support;

import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
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

    private final RoutingContext context;
    private final ThreadPools pools;

    public ExecutorServiceManager(RoutingContext context) {
        this.context = context;
        pools = context.getRoutingContextExtension().getThreadPools();
    }

    /**
     * Binds a pool with these settings to the id in the registry, so that steps of routes find it. They share it, and it
     * starts and stops with the context.
     */
    public void registerThreadPoolProfile(ThreadPoolProfile profile) {
        ProfilePool pool = new ProfilePool(profile, pools);
        context.getRegistry().bind(profile.getId(), pool);
        context.addService(pool);
    }

    /** The profile with that id; null if there is none. */
    public @Nullable ThreadPoolProfile getThreadPoolProfile(String id) {
        return context.getRegistry().lookupByName(id) instanceof ProfilePool pool ? pool.profile : null;
    }

    private static final class ProfilePool implements Executor, Service {
        final ThreadPoolProfile profile;
        private final ThreadPools pools;
        private volatile @Nullable ExecutorService pool;

        ProfilePool(ThreadPoolProfile profile, ThreadPools pools) {
            this.profile = profile;
            this.pools = pools;
        }

        @Override
        public void start() {
            pool = profile.newPool(pools, profile.getId());
        }

        @Override
        public void execute(Runnable task) {
            ExecutorService running = pool;
            if (running == null) {
                throw new RejectedExecutionException("Pool " + profile.getId() + " starts with its context");
            }
            running.execute(task);
        }

        @Override
        public void stop() {
            ExecutorService running = pool;
            if (running != null) {
                running.shutdown(); // accepted tasks still run
            }
        }
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
