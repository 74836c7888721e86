package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * One thread pops a number, while the other one pops two numbers and pushes the first one again. Afterwards each number
 * exists once.
 */
public final class PopBesidePush {
    private static final int NUMBERS = 3;

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "Each number is somewhere, once")
    @Outcome(expect = FORBIDDEN, desc = "A number was lost or doubled")
    public static class Shipped {
        private final FreeList list = new FreeList(NUMBERS);
        private int one;
        private int other;

        public Shipped() {
            for (int number = 0; number < NUMBERS; number++) {
                list.push(number);
            }
        }

        @Actor
        public void pops() {
            one = list.pop();
        }

        @Actor
        public void popsAndPushes() {
            int first = list.pop();
            other = list.pop();
            list.push(first);
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            int there = list.pop();
            result.r1 = list.pop() == -1 && isEachOnce(one, other, there);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: a number was lost or doubled (ABA)")
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private final WithoutStamp list = new WithoutStamp();
        private int one;
        private int other;

        public Weakened() {
            for (int number = 0; number < NUMBERS; number++) {
                list.push(number);
            }
        }

        @Actor
        public void pops() {
            one = list.pop();
        }

        @Actor
        public void popsAndPushes() {
            int first = list.pop();
            other = list.pop();
            list.push(first);
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            int there = list.pop();
            result.r1 = list.pop() == -1 && isEachOnce(one, other, there);
        }
    }

    private static boolean isEachOnce(int one, int other, int there) {
        return (1 << (one + 1) | 1 << (other + 1) | 1 << (there + 1)) == 0b1110;
    }

    /** A {@link FreeList} whose head has only a number, without a stamp. */
    private static final class WithoutStamp {
        private final AtomicIntegerArray below = new AtomicIntegerArray(NUMBERS);
        private final AtomicInteger head = new AtomicInteger();

        int pop() {
            while (true) {
                int top = head.get();
                if (top == 0) {
                    return -1;
                }
                int next = below.get(top - 1);
                if (head.compareAndSet(top, next)) {
                    return top - 1;
                }
            }
        }

        void push(int number) {
            while (true) {
                int seen = head.get();
                below.set(number, seen);
                if (head.compareAndSet(seen, number + 1)) {
                    return;
                }
            }
        }
    }
}
