package io.mehari.laws;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Thread pools in which a test can make a thread or a timer fail, as if the operating system had no more threads. */
final class FaultyThreads extends RouteThreads {
    private final ThreadPools others;
    private final AtomicBoolean nextThreadFails = new AtomicBoolean();
    private final AtomicBoolean nextTimerFails = new AtomicBoolean();

    FaultyThreads(ThreadPools others) {
        this.others = others;
    }

    /** The next thread cannot start: its start() throws the same error as the JDK. */
    void failNextThread() {
        nextThreadFails.set(true);
    }

    void failNextTimer() {
        nextTimerFails.set(true);
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        Thread made = new Thread(task, name) {
            @Override
            public synchronized void start() {
                failIf(nextThreadFails);
                super.start();
            }
        };
        made.setDaemon(true);
        return made;
    }

    private static void failIf(AtomicBoolean armed) {
        if (armed.getAndSet(false)) {
            throw new OutOfMemoryError("unable to create native thread: a fault that the test asked for");
        }
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        failIf(nextTimerFails);
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
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        return others.newPool(name, threads, maxQueued);
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
