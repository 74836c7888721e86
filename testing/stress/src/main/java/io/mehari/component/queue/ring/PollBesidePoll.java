package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import com.lmax.disruptor.Sequence;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q11: work is taken, not assigned. Each exchange is taken by exactly one taker. */
public final class PollBesidePoll {
    @JCStressTest
    @State
    @Outcome(id = "true, false|false, true", expect = ACCEPTABLE, desc = "One has it")
    @Outcome(expect = FORBIDDEN, desc = "Both or none have it")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.nextForManyTakers();

        public Shipped() {
            ring.offer(new Object());
        }

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = ring.poll() != null;
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = ring.poll() != null;
        }
    }

    /** Reads the sequence, and then writes it. */
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both have it")
    @Outcome(expect = ACCEPTABLE, desc = "One has it")
    public static class Weakened {
        private static final long PUBLISHED = 0;

        private final Sequence taken = new Sequence();

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = take();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = take();
        }

        private boolean take() {
            long next = taken.get() + 1;
            if (next > PUBLISHED) {
                return false;
            }
            taken.set(next);
            return true;
        }
    }
}
