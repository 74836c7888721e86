package io.mehari.component.queue.ring;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The ring is linearizable: concurrent calls have a result that the same calls could also have one after the other. */
class ManyTakersRingTest {

    /** {@code -Dmehari.lincheck.effort=5} for minutes. */
    private static final int EFFORT = Integer.getInteger("mehari.lincheck.effort", 1);

    @Test
    void takesAndRemovesAtOnce() {
        modelChecking(1, 500).check(WithoutAdds.class);
    }

    @Test
    void addsTakesAndRemovesAtOnce() {
        modelChecking(2, 100).check(OfTwo.class);
        modelChecking(2, 100).check(OfThree.class);
    }

    private static ModelCheckingOptions modelChecking(int iterations, int invocations) {
        return new ModelCheckingOptions()
                .iterations(iterations * EFFORT)
                .invocationsPerIteration(invocations * EFFORT)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(3);
    }

    /** A ring of three places, that begins with two elements. */
    public static class WithoutAdds {
        final ManyTakersRing<Integer> ring;

        public WithoutAdds() {
            this(3);
        }

        WithoutAdds(int capacity) {
            ring = new ManyTakersRing<>(capacity);
            ring.offer(1);
            ring.offer(2);
        }

        @Operation
        public Integer poll() {
            return ring.pollOrWait();
        }

        @Operation(runOnce = true)
        public boolean removeFirst() {
            return ring.remove(0);
        }

        @Operation(runOnce = true)
        public boolean removeSecond() {
            return ring.remove(1);
        }
    }

    @Param(name = "number", gen = IntGen.class, conf = "3:4")
    public abstract static class WithAdds extends WithoutAdds {
        WithAdds(int capacity) {
            super(capacity);
        }

        @Operation
        public boolean add(@Param(name = "number") int number) {
            return ring.offer(number);
        }

        @Operation
        public Integer peek() {
            return ring.peek();
        }
    }

    public static final class OfTwo extends WithAdds {
        public OfTwo() {
            super(2);
        }
    }

    public static final class OfThree extends WithAdds {
        public OfThree() {
            super(3);
        }
    }
}
