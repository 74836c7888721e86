package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * The free list and the pool are linearizable: concurrent calls have a result that the same calls could also have one
 * after the other. Lincheck chooses the scenarios, and checks their interleavings one by one.
 */
class LinearizabilityTest {

    @Test
    void theFreeListIsLinearizable() {
        modelChecking().check(ShippedList.class);
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(500)
                .threads(2)
                .actorsPerThread(4)
                .check(ShippedList.class);
    }

    @Test
    void withoutTheStampItIsNot() {
        assertThatThrownBy(() -> modelChecking().minimizeFailedScenario(false).check(ListWithoutStamp.class))
                .hasMessageContaining("Invalid execution results");
    }

    @Test
    void x3_thePoolIsLinearizable() {
        modelChecking().check(Pool.class);
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .iterations(5)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(4)
                .actorsBefore(0)
                .actorsAfter(3);
    }

    /** Three numbers, all free at the start; each thread keeps what it popped and pushes the one it popped first. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public abstract static class Numbers {
        static final int NUMBERS = 3;

        private final int[][] held = new int[16][NUMBERS];
        private final int[] count = new int[16];

        final void fill() {
            for (int number = 0; number < NUMBERS; number++) {
                pushNumber(number);
            }
        }

        abstract int popNumber();

        abstract void pushNumber(int number);

        @Operation
        public int pop(@Param(name = "thread") int thread) {
            int number = popNumber();
            if (number >= 0 && count[thread] < NUMBERS) {
                held[thread][count[thread]++] = number;
            }
            return number;
        }

        @Operation
        public int push(@Param(name = "thread") int thread) {
            if (count[thread] == 0) {
                return -1;
            }
            int number = held[thread][0];
            System.arraycopy(held[thread], 1, held[thread], 0, NUMBERS - 1);
            count[thread]--;
            pushNumber(number);
            return number;
        }
    }

    public static final class ShippedList extends Numbers {
        private final FreeList list = new FreeList(NUMBERS);

        public ShippedList() {
            fill();
        }

        @Override
        int popNumber() {
            return list.pop();
        }

        @Override
        void pushNumber(int number) {
            list.push(number);
        }
    }

    public static final class ListWithoutStamp extends Numbers {
        private final FreeListWithoutStamp list = new FreeListWithoutStamp(NUMBERS);

        public ListWithoutStamp() {
            fill();
        }

        @Override
        int popNumber() {
            return list.pop();
        }

        @Override
        void pushNumber(int number) {
            list.push(number);
        }
    }

    /** A pool of two; an exchange goes by its slot's number, -1 when it was made outside of the pool. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public static final class Pool {
        private static final RoutingContext CONTEXT = new DefaultRoutingContext("lincheck");
        private static final Origin ORIGIN = new Origin(CONTEXT, null, null);

        private final ExchangePool pool = new ExchangePool(2, false, ORIGIN);
        private final AbstractExchange[] held = new DefaultExchange[16];

        /** What the exchange had in it: nothing, if all goes well. */
        @Operation
        public String acquire(@Param(name = "thread") int thread) {
            if (held[thread] != null) {
                return "holds one";
            }
            AbstractExchange exchange = pool.acquire(ORIGIN, 1);
            held[thread] = exchange;
            String found = exchange.slot.number + " with " + exchange.getBody();
            exchange.setBody(thread);
            return found;
        }

        @Operation
        public String release(@Param(name = "thread") int thread) {
            AbstractExchange exchange = held[thread];
            if (exchange == null) {
                return "holds none";
            }
            held[thread] = null;
            Object body = exchange.getBody();
            return Pools.release(exchange) + ", was " + body;
        }
    }
}
