package io.mehari.impl.aggregate;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** The lock of one group. A thread can wait for it, or try it once. It is not reentrant. */
final class GroupLock extends AbstractQueuedSynchronizer {
    /*
     * Not a ReentrantLock, for two reasons. A thread that holds the lock must not get it a second time: that would be
     * an aggregation strategy that sends a message to its own group. And a failed tryLock() of a ReentrantLock promises
     * nothing about memory, while Group relies on it: compareAndSetState is a volatile read also when it fails.
     */
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    void lockInterruptibly() throws InterruptedException {
        acquireInterruptibly(TAKEN);
    }

    boolean tryLock() {
        return tryAcquire(TAKEN);
    }

    void unlock() {
        release(TAKEN);
    }

    boolean isTaken() {
        return getState() != FREE;
    }

    boolean isHeldByMe() {
        return getExclusiveOwnerThread() == Thread.currentThread();
    }

    @Override
    protected boolean tryAcquire(int taken) {
        if (!compareAndSetState(FREE, taken)) {
            return false;
        }
        setExclusiveOwnerThread(Thread.currentThread());
        return true;
    }

    @Override
    protected boolean tryRelease(int taken) {
        setExclusiveOwnerThread(null);
        setState(FREE);
        return true;
    }
}
