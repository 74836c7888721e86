package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q7 for {@link ElementRing}: a thread that is about to sleep sees the change of the other side, or is woken. */
public final class SleepBesideAdd {

    private SleepBesideAdd() {}

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The taker sleeps although there is an element")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the element or was woken, or both")
    public static class Shipped {
        private final ElementRing<String> ring = new ElementRing<>(1);
        private final WaitQueue waiters = new WaitQueue();
        private final WaitQueue.Waiter taker = new WaitQueue.Waiter() {
            @Override
            boolean mustWait() {
                return ring.isEmpty();
            }
        };

        @Actor
        public void takes(ZZ_Result result) {
            waiters.enter(taker);
            result.r1 = taker.mustWait();
        }

        @Actor
        public void adds() {
            ring.add("element");
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = taker.woken;
        }
    }

    /** A sender waits for room, and a remover makes room. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The sender sleeps although a place is free")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class ShippedForRoom {
        private final ElementRing<String> ring = new ElementRing<>(1);
        private final WaitQueue waiters = new WaitQueue();
        private final WaitQueue.Waiter sender = new WaitQueue.Waiter() {
            @Override
            boolean mustWait() {
                return ring.isFull();
            }
        };

        public ShippedForRoom() {
            ring.add("element");
        }

        @Actor
        public void sends(ZZ_Result result) {
            waiters.enter(sender);
            result.r1 = sender.mustWait();
        }

        @Actor
        public void removes() {
            ring.remove(0);
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = sender.woken;
        }
    }

    /** Neither side has a fence between its write and its read. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the wake-up is lost")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the element or was woken, or both")
    public static class Weakened {
        private int tail;
        private int waiting;

        @Actor
        public void takes(ZZ_Result result) {
            waiting = 1;
            result.r1 = tail == 0;
        }

        @Actor
        public void adds(ZZ_Result result) {
            tail = 1;
            result.r2 = waiting == 1;
        }
    }
}
