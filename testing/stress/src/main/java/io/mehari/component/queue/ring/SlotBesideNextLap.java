package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import com.lmax.disruptor.Sequence;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q8 without losing anything: a taker clears a slot while a producer already knows that the slot is free. */
public final class SlotBesideNextLap {
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The first was taken, the second is there")
    @Outcome(expect = FORBIDDEN, desc = "The second was cleared away, or taken in place of the first")
    public static class Shipped {
        private final DisruptorRing<Object> ring = new DisruptorRing<>(1);
        private final Object first = new Object();
        private final Object second = new Object();

        public Shipped() {
            ring.offer(first);
        }

        @Actor
        public void takes(ZZ_Result result) {
            result.r1 = ring.poll() == first;
        }

        @Actor
        public void offers() {
            while (!ring.offer(second)) {
                Thread.onSpinWait();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = ring.poll() == second;
        }
    }

    /** The producer does not wait until the slot is clear. */
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One came after the other")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the second was cleared away, or taken too early")
    public static class Weakened {
        private final Sequence taken = new Sequence();
        private volatile @Nullable Object slot;
        private final Object first = new Object();
        private final Object second = new Object();

        public Weakened() {
            slot = first;
        }

        @Actor
        public void takes(ZZ_Result result) {
            taken.compareAndSet(-1, 0);
            result.r1 = slot == first;
            slot = null;
        }

        @Actor
        public void offers() {
            while (taken.get() < 0) {
                Thread.onSpinWait();
            }
            slot = second;
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = slot == second;
        }
    }
}
