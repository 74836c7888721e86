package io.mehari.collect.slots;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Two owners of one indexed storage: one copies it to un-share, the other one writes. It writes into its own copy, or
 * in place if it is the only owner. The copy of the first owner must not contain these writes.
 */
public final class UnshareBesideWrite {
    @JCStressTest
    @State
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "The other was the only owner by then, and wrote in place")
    @Outcome(id = "0, false", expect = ACCEPTABLE, desc = "Both made a copy")
    @Outcome(expect = FORBIDDEN, desc = "The copy is torn")
    public static class Shipped {
        private final HashedSlots shared = new HashedSlots(Old.pairs(), true);

        public Shipped() {
            shared.addOwner();
        }

        @Actor
        public void copies(IZ_Result result) {
            result.r1 = Old.changed(shared.own().pairs);
        }

        @Actor
        public void writes(IZ_Result result) {
            HashedSlots mine = shared.own();
            result.r2 = mine == shared;
            Old.change(mine.pairs);
        }
    }

    /** The reader releases the storage without a copy. It must have read everything before the other owner writes. */
    @JCStressTest
    @State
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "The other was the only owner by then, and wrote in place")
    @Outcome(id = "0, false", expect = ACCEPTABLE, desc = "The other made a copy")
    @Outcome(expect = FORBIDDEN, desc = "The reader saw the writes")
    public static class ShippedDrop {
        private final HashedSlots shared = new HashedSlots(Old.pairs(), true);

        public ShippedDrop() {
            shared.addOwner();
        }

        @Actor
        public void reads(IZ_Result result) {
            result.r1 = Old.changed(shared.pairs);
            shared.dropOwner();
        }

        @Actor
        public void writes(IZ_Result result) {
            HashedSlots mine = shared.own();
            result.r2 = mine == shared;
            Old.change(mine.pairs);
        }
    }

    /** Gives up its reference to the storage before its copy is finished. */
    @JCStressTest
    @State
    @Outcome(id = "0, .*", expect = ACCEPTABLE, desc = "One came after the other")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the copy is torn")
    public static class Weakened {
        private final HashedSlots shared = new HashedSlots(Old.pairs(), true);

        public Weakened() {
            shared.addOwner();
        }

        @Actor
        public void copies(IZ_Result result) {
            shared.dropOwner();
            result.r1 = Old.changed(shared.pairs.clone());
        }

        @Actor
        public void writes(IZ_Result result) {
            HashedSlots mine = shared.own();
            result.r2 = mine == shared;
            Old.change(mine.pairs);
        }
    }
}
