package io.mehari.impl.aggregate;

import io.mehari.impl.base.VarHandles;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ThreadPools.Delayed;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** An open group: the messages of one correlation key so far, aggregated to one exchange. */
final class Group {
    /*
     * The lock guards the fields after it. A message waits for the lock. A timeout, a stop or another message that asks
     * the group to end never waits: it stores a request and tries the lock once. If the lock is taken, the thread that
     * holds it handles the request, because each thread checks for requests after it has unlocked:
     *
     *   requester:  add to requests       holder:  unlock
     *               try the lock                   read requests
     *
     * All four are volatile accesses, so all threads see them in one order. If the attempt fails, it comes before the
     * unlocking, so the request is written before the holder reads: the holder sees it. There is a bit for each cause,
     * so that no request overwrites another: a timeout may turn out to be too early, while another cause is valid.
     *
     * A group ends when `closed` is set, once, under the lock. After that, only the thread that closed it touches the
     * aggregate. Other threads find the group closed when they get the lock, and look for a new group.
     */
    final Object key;
    final Lock lock = new Lock();

    /** Why the group is asked to end, a bit for each cause; handled by the next thread that has the lock. */
    private volatile int requests;

    // ---- guarded by the lock

    @Nullable
    AbstractExchange aggregate;

    int size;
    boolean closed;

    @Nullable
    Cause endedBy;

    long timeoutMillis;
    long deadlineNanos;
    long timerNanos;

    @Nullable
    Delayed timer;

    /** In seconds since 1970, by the clock of messages; 0 if that is off. A number of this size takes no room. */
    final int openedSeconds;

    Group(Object key, long openedMillis) {
        this.key = key;
        this.openedSeconds = (int) (openedMillis / 1000);
    }

    void requestEnd(Cause by) {
        REQUESTS.getAndBitwiseOr(this, by.bit);
    }

    boolean isEndRequested() {
        return requests != 0;
    }

    /**
     * Whether a thread works on this group. A thread clears the requests only while it holds the lock, and counts a
     * complete group as in flight before it releases the lock. So a caller that reads the counts later misses nothing.
     */
    boolean isBusy() {
        return isEndRequested() || lock.isTaken();
    }

    /** Returns the bits of all requested causes and clears them. */
    int takeRequests() {
        return (int) REQUESTS.getAndSet(this, 0);
    }

    /** Why a group ends. If several causes are requested at once, the last one in this order counts. */
    enum Cause {
        SIZE("size", 1),
        PREDICATE("predicate", 2),
        STRATEGY("strategy", 4),
        TIMEOUT("timeout", 8),
        INTERVAL("interval", 16),
        FORCE("force", 32),
        /** The route has ended: the group is reported, not completed. */
        LEFT_OVER("", 64);

        final String text;
        final int bit;

        Cause(String text, int bit) {
            this.text = text;
            this.bit = bit;
        }
    }

    /** The lock of one group. A thread can wait for it, or try it once. It is not reentrant. */
    static final class Lock extends AbstractQueuedSynchronizer {
        /*
         * Not a ReentrantLock, for two reasons. A thread that holds the lock must not get it a second time: that would
         * be an aggregation strategy that sends a message to its own group. And a failed tryLock() of a ReentrantLock
         * promises nothing about memory, while Group relies on it: compareAndSetState is a volatile read also when it
         * fails.
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

    private static final VarHandle REQUESTS = VarHandles.field(MethodHandles.lookup(), "requests", int.class);
}
