package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mehari.Exchange;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Law Q3: a sender that is about to sleep because the ring is full sees the free place, or the taker sees the sender.
 */
public final class ParkBesidePoll {

    private ParkBesidePoll() {}

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The sender sleeps although a place is free")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class Shipped {
        private final Ring ring = AnyRing.next();
        private final WaitQueue waiters = new WaitQueue();
        private final WaitQueue.Waiter sender = new WaitQueue.Waiter() {
            @Override
            boolean mustWait() {
                return ring.isFull();
            }
        };

        public Shipped() {
            while (!ring.isFull()) {
                ring.offer(Cargo.exchange());
            }
        }

        @Actor
        public void sends(ZZ_Result result) {
            waiters.enter(sender);
            result.r1 = sender.mustWait();
        }

        @Actor
        public void takes() {
            ring.poll();
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = sender.woken;
        }
    }

    /** The unmodified queue for one taker: its poll ends without a fence. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the wake-up is lost")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class Weakened {
        private final MpscVarHandleArrayQueue<Exchange> queue = new MpscVarHandleArrayQueue<>(2);
        private final WaitQueue waiters = new WaitQueue();
        private final WaitQueue.Waiter sender = new WaitQueue.Waiter() {
            @Override
            boolean mustWait() {
                return queue.currentProducerIndex() - queue.currentConsumerIndex() >= 2;
            }
        };

        public Weakened() {
            queue.offer(Cargo.exchange());
            queue.offer(Cargo.exchange());
        }

        @Actor
        public void sends(ZZ_Result result) {
            waiters.enter(sender);
            result.r1 = sender.mustWait();
        }

        @Actor
        public void takes() {
            queue.relaxedPoll();
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = sender.woken;
        }
    }
}
