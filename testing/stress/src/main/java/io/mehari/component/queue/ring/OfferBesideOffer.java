package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Law Q3: two producers and one place, in a ring that has more places than its capacity. */
public final class OfferBesideOffer {
    @JCStressTest
    @State
    @Outcome(id = "true, false, 3|false, true, 3", expect = ACCEPTABLE, desc = "One was refused")
    @Outcome(expect = FORBIDDEN, desc = "Too many or too few")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.nextOfThree();
        private final Object one = new Object();
        private final Object other = new Object();

        public Shipped() {
            ring.offer(new Object());
            ring.offer(new Object());
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
        private final Ring<Object> queue = new ManyTakersRing<>(4);

        public Weakened() {
            queue.offer(new Object());
            queue.offer(new Object());
        }

        @Actor
        public void one(ZZI_Result result) {
            result.r1 = queue.size() < 3 && queue.offer(new Object());
        }

        @Actor
        public void other(ZZI_Result result) {
            result.r2 = queue.size() < 3 && queue.offer(new Object());
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = queue.size();
        }
    }
}
