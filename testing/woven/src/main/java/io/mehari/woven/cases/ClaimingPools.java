package io.mehari.woven.cases;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.StackRoom;
import io.mehari.woven.Point;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Simulated pools whose callers have room on the stack, since the real ones claim it before they take a task. */
final class ClaimingPools extends RouteThreads {
    private final ThreadPools pools;

    ClaimingPools(ThreadPools pools) {
        this.pools = pools;
    }

    private static void claim() {
        Point.claimed(StackRoom.EXECUTOR);
    }

    @Override
    protected void resume(Runnable suspended) {
        claim();
        resume(pools, suspended);
    }

    @Override
    protected boolean isSharedThread() {
        return isSharedThread(pools);
    }

    @Override
    public void runShared(Runnable task) {
        ((RouteThreads) pools).runShared(task);
    }

    @Override
    public Executor shared() {
        return task -> {
            claim();
            pools.shared().execute(task);
        };
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        claim();
        return pools.schedule(task, delay, unit);
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
