package io.mehari.component.netty;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools that take a task only if a thread can be had: {@link #scarce} says how often that fails. */
final class ScarceThreads extends RouteThreads {
    final AtomicInteger scarce = new AtomicInteger();
    private final ThreadPools others;

    ScarceThreads(ThreadPools others) {
        this.others = others;
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        ExecutorService pool = others.newPool(name, threads, maxQueued);
        return new AbstractExecutorService() {
            @Override
            public void execute(Runnable task) {
                if (scarce.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new OutOfMemoryError("unable to create native thread: a fault that the test asked for");
                }
                pool.execute(task);
            }

            @Override
            public void shutdown() {
                pool.shutdown();
            }

            @Override
            public List<Runnable> shutdownNow() {
                return pool.shutdownNow();
            }

            @Override
            public boolean isShutdown() {
                return pool.isShutdown();
            }

            @Override
            public boolean isTerminated() {
                return pool.isTerminated();
            }

            @Override
            public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
                return pool.awaitTermination(timeout, unit);
            }
        };
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        return others.newThread(name, task);
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        return others.schedule(task, delay, unit);
    }

    @Override
    public boolean isVirtualThreads() {
        return others.isVirtualThreads();
    }

    @Override
    public void setVirtualThreads(boolean virtualThreads) {
        others.setVirtualThreads(virtualThreads);
    }

    @Override
    public Executor shared() {
        return others.shared();
    }

    @Override
    protected void resume(Runnable suspended) {
        RouteThreads.resume(others, suspended);
    }

    @Override
    protected boolean isSharedThread() {
        return RouteThreads.isSharedThread(others);
    }

    @Override
    public void runShared(Runnable task) {
        if (others instanceof RouteThreads own) {
            own.runShared(task);
        } else {
            task.run();
        }
    }

    @Override
    public void start() {
        others.start();
    }

    @Override
    public void stop() {
        others.stop();
    }
}
