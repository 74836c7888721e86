package io.mehari.component.queue;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that take their time to begin, as on a busy machine. */
class SlowThreads extends RouteThreads {
    private final ThreadPools others;
    private final long delayNanos;

    SlowThreads(ThreadPools others, long delayNanos) {
        this.others = others;
        this.delayNanos = delayNanos;
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
    public Thread newThread(String name, Runnable task) {
        return others.newThread(name, () -> {
            LockSupport.parkNanos(delayNanos);
            task.run();
        });
    }

    @Override
    public Thread newVirtualThread(String name, Runnable task) {
        return others.newVirtualThread(name, task);
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
        ((RouteThreads) others).runShared(task);
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        return others.newPool(name, threads, maxQueued);
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        return others.schedule(task, delay, unit);
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
