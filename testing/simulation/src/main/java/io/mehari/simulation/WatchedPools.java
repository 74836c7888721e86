package io.mehari.simulation;

import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a simulated context, with a check of law S2. Simulated time moves only while all threads wait. So if a
 * task of a shared thread ends later than it began, it has waited.
 */
final class WatchedPools extends RouteThreads {
    private final ThreadPools pools;
    private final Ledger ledger;
    private final String contextName;
    private final AtomicInteger running = new AtomicInteger();

    WatchedPools(ThreadPools pools, Ledger ledger, String contextName) {
        this.pools = pools;
        this.contextName = contextName;
        this.ledger = ledger;
    }

    /** The number of running threads that were created individually, not by a pool. */
    int running() {
        return running.get();
    }

    private Runnable watched(Runnable task) {
        return () -> {
            long began = Threading.nanoTime();
            try {
                task.run();
            } finally {
                if (Threading.nanoTime() != began && RouteThreads.isSharedThread(pools)) {
                    ledger.sharedThreadWaited(Threading.nanoTime() - began);
                }
            }
        };
    }

    @Override
    public Thread newThread(String name, Runnable task) {
        int stop = name.contains("-stop") ? 1 : 0; // that of a context or a route, which somebody in a route has called
        ledger.stopping.addAndGet(stop);
        return pools.newThread(name, () -> {
            running.incrementAndGet();
            try {
                task.run();
            } finally {
                running.decrementAndGet();
                ledger.stopping.addAndGet(-stop);
            }
        });
    }

    @Override
    public Thread newVirtualThread(String name, Runnable task) {
        return newThread(name, task);
    }

    @Override
    public Executor shared() {
        Executor shared = pools.shared();
        return task -> shared.execute(watched(task));
    }

    @Override
    protected void resume(Runnable suspended) {
        RouteThreads.resume(pools, watched(suspended));
    }

    @Override
    protected boolean isSharedThread() {
        return RouteThreads.isSharedThread(pools);
    }

    @Override
    public void runShared(Runnable task) {
        if (pools instanceof RouteThreads own) {
            own.runShared(watched(task));
        } else {
            task.run();
        }
    }

    @Override
    public ExecutorService newPool(String name, int threads, int maxQueued) {
        return pools.newPool(contextName + "-" + name, threads, maxQueued);
    }

    @Override
    public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
        return pools.schedule(watched(task), delay, unit);
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
    public void start() {
        pools.start();
    }

    @Override
    public void stop() {
        pools.stop();
    }
}
