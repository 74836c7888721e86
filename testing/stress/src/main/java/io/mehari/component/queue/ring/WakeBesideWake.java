package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A suspended sender is woken because its timeout is over. At the same time another thread has room for the sender that
 * has waited longest, which is the same one. It is woken once.
 *
 * <p>Why it holds: both take the sender out of the queue before they wake it, and do so under the queue's lock. The
 * second thread does not find it.
 */
public final class WakeBesideWake {
    /** Counts how often it is woken, by any thread. */
    private static final class Sender extends WaitQueue.Waiter {
        private final AtomicInteger wakes = new AtomicInteger();

        @Override
        protected boolean mustWait() {
            return true;
        }

        @Override
        protected void wake() {
            wakes.incrementAndGet();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Woken once")
    @Outcome(expect = FORBIDDEN, desc = "Woken twice or not at all, or left in the queue")
    public static class Shipped {
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender();

        public Shipped() {
            waiters.enter(sender);
        }

        @Actor
        public void timeIsUp() {
            waiters.wake(sender);
        }

        @Actor
        public void hasRoom() {
            waiters.wakeOne();
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = sender.wakes.get();
            result.r2 = waiters.waiting();
        }
    }

    /** Checks whether the sender is in the queue, and wakes it without taking it out. */
    @JCStressTest
    @State
    @Outcome(id = "2, 0", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: woken twice")
    @Outcome(expect = ACCEPTABLE, desc = "Woken once")
    public static class Weakened {
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender();

        public Weakened() {
            waiters.enter(sender);
        }

        @Actor
        public void timeIsUp() {
            if (waiters.stayOf(sender) >= 0) {
                sender.wake();
            }
        }

        @Actor
        public void hasRoom() {
            waiters.wakeOne();
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = sender.wakes.get();
            result.r2 = waiters.waiting();
        }
    }
}
