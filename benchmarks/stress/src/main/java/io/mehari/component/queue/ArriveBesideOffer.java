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

/**
 * Law Q7: a sender calls nobody while a taker is awake and looks. When that taker stops looking at this moment, it sees
 * the exchange and calls the one that sleeps, or the sender sees that nobody comes.
 */
public final class ArriveBesideOffer {

    private ArriveBesideOffer() {}

    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "An exchange lies there, one sleeps, nobody comes")
    @Outcome(expect = ACCEPTABLE, desc = "The sleeper was called")
    public static class Shipped {
        private final Ring ring = AnyRing.next();
        private final WaitingRoom room = new WaitingRoom();
        private final Exchange exchange = Cargo.exchange();
        private final CallBesideLeave.Counted awake = new CallBesideLeave.Counted();
        private final CallBesideLeave.Counted asleep = new CallBesideLeave.Counted();

        public Shipped() {
            room.comes(awake);
            room.enter(asleep);
        }

        @Actor
        public void stopsLooking(ZZ_Result result) {
            if (room.arrived(awake) && !ring.isEmpty()) {
                room.call();
            }
        }

        @Actor
        public void sends() {
            ring.offer(exchange);
            if (room.needsCall()) {
                room.call();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = asleep.called;
            result.r2 = room.waiting() == 0;
        }
    }

    /** Neither side has a fence between its write and its read. */
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: each leaves it to the other")
    @Outcome(expect = ACCEPTABLE, desc = "One of them calls, or both")
    public static class Weakened {
        private int offered;
        private int coming = 1;

        @Actor
        public void stopsLooking(ZZ_Result result) {
            coming = 0;
            result.r1 = offered == 1;
        }

        @Actor
        public void sends(ZZ_Result result) {
            offered = 1;
            result.r2 = coming == 0;
        }
    }
}
