package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q7: a taker that is about to sleep sees the element, or its sender sees the taker. */
public final class ParkBesideOffer {
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The taker sleeps although there is an exchange")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the exchange or was woken, or both")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.next();
        private final WaitQueue waiters = new WaitQueue();
        private final Object element = new Object();
        private final WaitQueue.Waiter taker = new WaitQueue.Waiter() {
            @Override
            protected boolean mustWait() {
                return ring.isEmpty();
            }
        };

        @Actor
        public void takes(ZZ_Result result) {
            waiters.enter(taker);
            result.r1 = taker.mustWait();
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
            result.r2 = taker.woken;
        }
    }

    /** Neither side has a fence between its write and its read. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the wake-up is lost")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the exchange or was woken, or both")
    public static class Weakened {
        private int offered;
        private int waiting;

        @Actor
        public void takes(ZZ_Result result) {
            waiting = 1;
            result.r1 = offered == 0;
        }

        @Actor
        public void sends(ZZ_Result result) {
            offered = 1;
            result.r2 = waiting == 1;
        }
    }
}
