package io.mehari.impl;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Passes everything on to other pools, for tests that change one thing. */
public class ForwardedThreads extends RouteThreads {
    private final ThreadPools others;

    protected ForwardedThreads(ThreadPools others) {
        this.others = others;
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
        return others.newThread(name, task);
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
