package io.mehari.lab.camel.unitofwork;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that is one object; a {@link java.util.concurrent.locks.ReentrantLock} consists of two. It is not reentrant,
 * because no method of DefaultUnitOfWork takes the lock while it already holds it.
 */
public final class SmallLock extends AbstractQueuedSynchronizer implements Lock {
    private static final long serialVersionUID = 1;

    /** An open lock. */
    public SmallLock() {}

    @Override
    protected boolean tryAcquire(int ignored) {
        return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
        setState(0);
        return true;
    }

    @Override
    public void lock() {
        acquire(1);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        acquireInterruptibly(1);
    }

    @Override
    public boolean tryLock() {
        return tryAcquire(1);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryAcquireNanos(1, unit.toNanos(time));
    }

    @Override
    public void unlock() {
        release(1);
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("DefaultUnitOfWork needs no condition");
    }
}
