package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * A waiter leaves while another thread wakes a waiter. Either this waiter or the other one is woken, and none is
 * counted twice.
 */
public final class WakeBesideLeave {
    /** A waiter that is only counted. */
    static final class Counted extends WaitQueue.Waiter {
        @Override
        protected boolean mustWait() {
            return true;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "The first was woken, the second waits")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "The first left, the second was woken")
    @Outcome(expect = FORBIDDEN, desc = "A wake-up was lost, or a waiter")
    public static class Shipped {
        private final WaitQueue waiters = new WaitQueue();
        private final Counted first = new Counted();
        private final Counted second = new Counted();

        public Shipped() {
            waiters.enter(first);
            waiters.enter(second);
        }

        @Actor
        public void leaves() {
            waiters.leave(first);
        }

        @Actor
        public void wakes() {
            waiters.wakeOne();
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r1 = first.woken;
            result.r2 = waiters.waiting();
        }
    }

    /** Changes the count without a lock. */
    @JCStressTest
    @State
    @Outcome(id = "false, 1", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: one is still counted that is gone")
    @Outcome(expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private volatile int waiting = 2;

        @Actor
        public void leaves() {
            int seen = waiting;
            waiting = seen - 1;
        }

        @Actor
        public void wakes() {
            int seen = waiting;
            waiting = seen - 1;
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r1 = false;
            result.r2 = waiting;
        }
    }
}
