package io.mehari.impl;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Whose turn it is: one thread at a time; others may wait, or look again when it is given back. */
final class Turn extends AbstractQueuedSynchronizer {
    /*
     * Not a ReentrantLock, for two reasons. A thread that has the turn must not get it a second time: that would be a strategy
     * that sends to its own group. And a lock that is refused promises nothing about memory, while here a refusal is one
     * half of a hand-over (see Group): compareAndSetState is a volatile read also when it fails.
     */
    private static final long serialVersionUID = 1L;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    void take() throws InterruptedException {
        acquireInterruptibly(TAKEN);
    }

    boolean takeIfFree() {
        return tryAcquire(TAKEN);
    }

    void give() {
        release(TAKEN);
    }

    boolean isMine() {
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
