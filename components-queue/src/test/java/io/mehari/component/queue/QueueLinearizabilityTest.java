package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.DisruptorRing;
import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.spi.internal.StackRoom;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * A channel is linearizable: concurrent calls have a result that the same calls could also have one after the other.
 * This is true for offers up to the capacity, polls and the size; and for a close, if there is room (see {@link Ring}).
 */
class QueueLinearizabilityTest {

    /** {@code -Dmehari.lincheck.effort=5} for minutes. */
    private static final int EFFORT = Integer.getInteger("mehari.lincheck.effort", 1);

    @Test
    void theChannelOfOneTaker() {
        modelChecking().check(OneTaker.class);
        modelChecking().check(ClosedOneTaker.class);
        stress().check(OneTaker.class);
    }

    @Test
    void theChannelOfManyTakers() {
        modelChecking().check(ManyTakers.class);
        modelChecking().check(ClosedManyTakers.class);
        stress().check(ManyTakers.class);
    }

    @Test
    void theChannelOfTheDisruptor() {
        modelChecking().check(OfDisruptor.class);
        modelChecking().check(ClosedDisruptor.class);
        stress().check(OfDisruptor.class);
    }

    @Test
    void withoutTheGateTheCapacityIsNotKept() {
        assertThatThrownBy(() -> modelChecking().minimizeFailedScenario(false).check(WithoutGate.class))
                .hasMessageContaining("Invalid execution results");
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .addGuarantee(
                        ManagedStrategyGuaranteeKt.forClasses(StackRoom.class.getName()) // recursive, shares nothing
                                .allMethods()
                                .ignore())
                .iterations(2 * EFFORT)
                .invocationsPerIteration(50 * EFFORT)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1);
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(2 * EFFORT)
                .invocationsPerIteration(100 * EFFORT)
                .threads(2)
                .actorsPerThread(4);
    }

    public abstract static class Numbers {
        final Channel channel;

        Numbers(Ring.Factory<Exchange> rings) {
            channel = new Channel("numbers", rings, new Reply.Pending());
        }

        @Operation
        public boolean offer(int number) {
            return channel.offer(Cargo.of(number));
        }

        final Object take() {
            while (true) {
                Exchange exchange = channel.poll();
                if (exchange != null) {
                    return exchange.getBody();
                }
                if (channel.isEmpty()) {
                    return null;
                }
                Thread.onSpinWait(); // one is on its way in
            }
        }
    }

    public abstract static class Counted extends Numbers {
        Counted(Ring.Factory<Exchange> rings) {
            super(rings);
        }

        @Operation
        public int size() {
            return channel.size();
        }
    }

    public static final class OneTaker extends Counted {
        public OneTaker() {
            super(oneTaker -> new OneTakerRing<>(2));
        }

        @Operation(nonParallelGroup = "taker")
        public Object poll() {
            return take();
        }
    }

    /** One for three, which has a gate. */
    public static final class ManyTakers extends Counted {
        public ManyTakers() {
            super(oneTaker -> new ManyTakersRing<>(3));
        }

        @Operation
        public Object poll() {
            return take();
        }
    }

    public static final class OfDisruptor extends Counted {
        public OfDisruptor() {
            super(oneTaker -> new DisruptorRing<>(2));
        }

        @Operation
        public Object poll() {
            return take();
        }
    }

    /** One that is closed before it is full. */
    public static final class ClosedOneTaker extends Counted {
        public ClosedOneTaker() {
            super(oneTaker -> new OneTakerRing<>(16));
        }

        @Operation(nonParallelGroup = "taker")
        public Object poll() {
            return take();
        }

        @Operation(runOnce = true)
        public int close() {
            return channel.close().size();
        }
    }

    public static final class ClosedManyTakers extends Counted {
        public ClosedManyTakers() {
            super(oneTaker -> new ManyTakersRing<>(16));
        }

        @Operation
        public Object poll() {
            return take();
        }

        @Operation(runOnce = true)
        public int close() {
            return channel.close().size();
        }
    }

    /** The size may be one too small or too large while it is closed. */
    public static final class ClosedDisruptor extends Numbers {
        public ClosedDisruptor() {
            super(oneTaker -> new DisruptorRing<>(16));
        }

        @Operation
        public Object poll() {
            return take();
        }

        @Operation(runOnce = true)
        public int close() {
            return channel.close().size();
        }
    }

    /** Looks at the size, and then offers. */
    public static final class WithoutGate {
        private final ManyTakersRing<Integer> queue = new ManyTakersRing<>(4);

        @Operation
        public boolean offer(int number) {
            return queue.size() < 1 && queue.offer(number);
        }

        @Operation
        public int size() {
            return queue.size();
        }
    }
}
