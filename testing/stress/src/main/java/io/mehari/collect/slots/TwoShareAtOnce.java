package io.mehari.collect.slots;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * Two threads share one indexed storage at the same time. Then its three owners un-share it, one after the other. The
 * first two get copies. Only the last owner, which no longer shares the storage, gets the storage itself.
 */
public final class TwoShareAtOnce {
    @JCStressTest
    @State
    @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "Copy, copy, in place")
    @Outcome(expect = FORBIDDEN, desc = "An owner was not counted")
    public static class Shipped {
        private final HashedSlots shared = new HashedSlots(Old.pairs(), true);

        @Actor
        public void one() {
            shared.addOwner();
        }

        @Actor
        public void other() {
            shared.addOwner();
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r1 = shared.own() != shared;
            result.r2 = shared.own() != shared;
            result.r3 = shared.own() != shared;
        }
    }

    /** Counts owners without an atomic operation. */
    @JCStressTest
    @State
    @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "One came after the other")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: an owner was not counted")
    public static class Weakened {
        private int otherOwners;

        @Actor
        public void one() {
            otherOwners++;
        }

        @Actor
        public void other() {
            otherOwners++;
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r1 = otherOwners-- > 0;
            result.r2 = otherOwners-- > 0;
            result.r3 = otherOwners-- > 0;
        }
    }
}
