package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mehari.Exchange;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q7: a taker that is about to sleep sees the exchange, or its sender sees the taker. */
public final class ParkBesideOffer {

    private ParkBesideOffer() {}

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The taker sleeps although there is an exchange")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the exchange or was woken, or both")
    public static class Shipped {
        private final Ring ring = AnyRing.next();
        private final WaitQueue waiters = new WaitQueue();
        private final Exchange exchange = Cargo.exchange();
        private final WaitQueue.Waiter taker = new WaitQueue.Waiter() {
            @Override
            boolean mustWait() {
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
            ring.offer(exchange);
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
