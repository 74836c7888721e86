package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.*;

import io.mehari.component.queue.ring.ManyTakersRing;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A taker and a remover want the same element. One of them gets it, and its place becomes free. */
public final class RemoveBesideTake {
    @JCStressTest
    @State
    @Outcome(id = "true, false, 3|false, true, 3", expect = ACCEPTABLE, desc = "One has it")
    @Outcome(expect = FORBIDDEN, desc = "Both or none have it, or its place is lost")
    public static class Shipped {
        private final RingBlockingQueue<String> queue = new RingBlockingQueue<>(3);

        public Shipped() {
            queue.add("wanted");
        }

        @Actor
        public void takes(ZZI_Result result) {
            result.r1 = queue.poll() != null;
        }

        @Actor
        public void removes(ZZI_Result result) {
            result.r2 = queue.remove("wanted");
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = queue.remainingCapacity();
        }
    }

    /** The second element is removed while a taker takes the first one and then reaches the second one. */
    @JCStressTest
    @State
    @Outcome(id = "true, false, 0|false, true, 0", expect = ACCEPTABLE, desc = "One has it")
    @Outcome(expect = FORBIDDEN, desc = "Both or none have it, or its place is lost")
    public static class ShippedSecond {
        private final ManyTakersRing<String> ring = new ManyTakersRing<>(3);

        public ShippedSecond() {
            ring.offer("first");
            ring.offer("second");
        }

        @Actor
        public void takes(ZZI_Result result) {
            ring.poll();
            result.r1 = ring.poll() != null;
        }

        @Actor
        public void removes(ZZI_Result result) {
            result.r2 = ring.remove(1);
        }

        @Arbiter
        public void afterwards(ZZI_Result result) {
            result.r3 = ring.size();
        }
    }

    /** The taker does not check for a remover, and does not claim the element. */
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both have it")
    @Outcome(expect = ACCEPTABLE, desc = "One has it")
    public static class Weakened {
        private int head;
        private int removals;

        @Actor
        public void takes(ZZ_Result result) {
            head = 1;
            result.r1 = removals == 0;
        }

        @Actor
        public void removes(ZZ_Result result) {
            removals = 1;
            result.r2 = head == 0;
        }
    }
}
