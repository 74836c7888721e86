package io.mehari.spi.internal;

import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;

/** What the methods of {@link Threading} do for simulated threads. Implemented by {@code mehari-testing} only. */
public abstract class ThreadingSubstitute {
    protected ThreadingSubstitute() {}

    public abstract boolean isSimulated();

    public abstract long nanoTime();

    public abstract void park(Object blocker);

    public abstract void parkNanos(Object blocker, long nanos);

    public abstract void unpark(Thread thread);

    public abstract void sleepNanos(long nanos) throws InterruptedException;

    public abstract void join(Thread thread, long millis) throws InterruptedException;

    public abstract CountDownLatch latch();

    public abstract double random();
}
