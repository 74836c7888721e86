package io.mehari.impl.engine;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Law R6: a worker first counts a message into its route, and then records that it is no longer processing a message
 * itself. A thread that first reads this record and then the counts of the lane, as a stop does, finds the message in
 * one of the two.
 */
public final class CountBesideLook {
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "A message that is not counted")
    @Outcome(expect = ACCEPTABLE, desc = "It is in processing, in flight or both")
    public static class Shipped {
        private final InflightCounter inflight = new InflightCounter();
        private final InflightCounter.Lane lane = inflight.openLane();
        private final AtomicBoolean inHand = new AtomicBoolean(true);

        @Actor
        public void brings() {
            lane.enter();
            inHand.setRelease(false);
        }

        @Actor
        public void looks(ZZ_Result result) {
            result.r1 = inHand.getAcquire();
            result.r2 = inflight.current() > 0;
        }
    }

    /** Plain writes and reads. */
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: a message that is not counted")
    @Outcome(expect = ACCEPTABLE, desc = "It is in processing, in flight or both")
    public static class Weakened {
        private static final int OTHERS = 15;

        private final long[] counts = new long[OTHERS + 1];
        private boolean inHand = true;

        @Actor
        public void brings() {
            counts[OTHERS]++;
            inHand = false;
        }

        @Actor
        public void looks(ZZ_Result result) {
            long sum = counts[OTHERS];
            result.r1 = inHand;
            result.r2 = sum > 0;
        }
    }
}
