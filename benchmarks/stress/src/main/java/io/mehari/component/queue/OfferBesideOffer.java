package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mehari.Exchange;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Law Q3: two producers and one place, in a ring that has more places than its capacity. */
public final class OfferBesideOffer {

    private OfferBesideOffer() {}

    @JCStressTest
    @State
    @Outcome(
            id = {"true, false, 3", "false, true, 3"},
            expect = ACCEPTABLE,
            desc = "One was refused")
    @Outcome(expect = FORBIDDEN, desc = "Too many or too few")
    public static class Shipped {
        private final Ring ring = AnyRing.nextOfThree();
        private final Exchange one = Cargo.exchange();
        private final Exchange other = Cargo.exchange();

        public Shipped() {
            ring.offer(Cargo.exchange());
            ring.offer(Cargo.exchange());
        }

        @Actor
        public void one(ZZI_Result result) {
            result.r1 = ring.offer(one);
        }

        @Actor
        public void other(ZZI_Result result) {
            result.r2 = ring.offer(other);
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = ring.size();
        }
    }

    /** Checks the size, and then offers. */
    @JCStressTest
    @State
    @Outcome(id = "true, true, 4", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: more than the capacity")
    @Outcome(expect = ACCEPTABLE, desc = "One was refused")
    public static class Weakened {
        private final MpmcVarHandleArrayQueue<Exchange> queue = new MpmcVarHandleArrayQueue<>(3);

        public Weakened() {
            queue.offer(Cargo.exchange());
            queue.offer(Cargo.exchange());
        }

        @Actor
        public void one(ZZI_Result result) {
            result.r1 = queue.size() < 3 && queue.offer(Cargo.exchange());
        }

        @Actor
        public void other(ZZI_Result result) {
            result.r2 = queue.size() < 3 && queue.offer(Cargo.exchange());
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = queue.size();
        }
    }
}
