package io.mehari.component.queue;

import io.mehari.spi.ThreadPools;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A user's thread pools that fail when they get a task. Their threads are real. */
final class FaultyPools extends ThreadPools {
    private final ThreadPools pools;
    private final Fault fault;
    private final boolean schedules;

    /** @param schedules whether only the shared pool fails */
    FaultyPools(ThreadPools pools, Fault fault, boolean schedules) {
        this.pools = pools;
        this.fault = fault;
        this.schedules = schedules;
    }

    @Override
    public Executor shared() {
        return task -> {
            fault.strike();
            pools.shared().execute(task);
            afterwards(task);
        };
    }

    private void afterwards(Runnable task) {
        if (fault == Fault.TWICE) {
            pools.shared().execute(task);
        } else if (fault == Fault.LATE) {
            throw new IllegalStateException("it runs, and the pool throws");
        }
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        if (schedules) {
            return pools.schedule(task, delay, unit);
        }
        fault.strike();
        Delayed delayed = pools.schedule(task, delay, unit);
        afterwards(task);
        return delayed;
    }

    @Override
    public boolean isVirtualThreads() {
        return pools.isVirtualThreads();
    }

    @Override
    public void setVirtualThreads(boolean virtualThreads) {
        pools.setVirtualThreads(virtualThreads);
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        return pools.newThread(name, task);
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        return pools.newPool(name, threads, maxQueued);
    }

    @Override
    public ScheduledExecutorService newScheduledPool(String name, int threads) {
        return pools.newScheduledPool(name, threads);
    }

    @Override
    public void start() {
        pools.start();
    }

    @Override
    public void stop() {
        pools.stop();
    }
}
