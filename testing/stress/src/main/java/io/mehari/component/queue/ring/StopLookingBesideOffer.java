package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Law Q7: a sender wakes no taker while another taker is awake and looks for exchanges. If that taker stops looking at
 * this moment, it sees the exchange and wakes the sleeping taker, or the sender sees that no taker is looking.
 */
public final class StopLookingBesideOffer {
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "An exchange is there, one taker sleeps, none is looking")
    @Outcome(expect = ACCEPTABLE, desc = "The sleeper was woken")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.next();
        private final WaitQueue waiters = new WaitQueue();
        private final Object element = new Object();
        private final WakeBesideLeave.Counted awake = new WakeBesideLeave.Counted();
        private final WakeBesideLeave.Counted asleep = new WakeBesideLeave.Counted();

        public Shipped() {
            waiters.startLooking(awake);
            waiters.enter(asleep);
        }

        @Actor
        public void stopsLooking(ZZ_Result result) {
            if (waiters.stopLooking(awake) && !ring.isEmpty()) {
                waiters.wakeOne();
            }
        }

        @Actor
        public void sends() {
            ring.offer(element);
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = asleep.woken;
            result.r2 = waiters.waiting() == 0;
        }
    }

    /** Neither side has a fence between its write and its read. */
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: each leaves it to the other")
    @Outcome(expect = ACCEPTABLE, desc = "One of them wakes it, or both")
    public static class Weakened {
        private int offered;
        private int looking = 1;

        @Actor
        public void stopsLooking(ZZ_Result result) {
            looking = 0;
            result.r1 = offered == 1;
        }

        @Actor
        public void sends(ZZ_Result result) {
            offered = 1;
            result.r2 = looking == 0;
        }
    }
}
