package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Law Q3: a sender that is about to sleep because the ring is full sees the free place, or the taker sees the sender.
 */
public final class ParkBesidePoll {
    /** A queue with one sender. */
    private static final class Senders {
        private final WaitQueue waiters = new WaitQueue();
        private final WaitQueue.Waiter sender;

        Senders(BooleanSupplier isFull) {
            sender = new WaitQueue.Waiter() {
                @Override
                protected boolean mustWait() {
                    return isFull.getAsBoolean();
                }
            };
        }

        boolean sleeps() {
            waiters.enter(sender);
            return sender.mustWait();
        }

        void haveRoom() {
            if (waiters.needsWakeUp()) {
                waiters.wakeOne();
            }
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The sender sleeps although a place is free")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.next();
        private final Senders senders = new Senders(ring::isFull);

        public Shipped() {
            while (!ring.isFull()) {
                ring.offer(new Object());
            }
        }

        @Actor
        public void sends(ZZ_Result result) {
            result.r1 = senders.sleeps();
        }

        @Actor
        public void takes() {
            ring.poll();
            senders.haveRoom();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = senders.sender.woken;
        }
    }

    /** A remover makes room. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The sender sleeps although a place is free")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class ShippedRemoval {
        private final ManyTakersRing<String> ring = new ManyTakersRing<>(1);
        private final Senders senders = new Senders(ring::isFull);

        public ShippedRemoval() {
            ring.offer("element");
        }

        @Actor
        public void sends(ZZ_Result result) {
            result.r1 = senders.sleeps();
        }

        @Actor
        public void removes() {
            ring.remove(0);
            senders.haveRoom();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = senders.sender.woken;
        }
    }

    /** The taker moves its index without a fence. */
    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the wake-up is lost")
    @Outcome(expect = ACCEPTABLE, desc = "It saw the place or was woken, or both")
    public static class Weakened {
        private final AtomicLong head = new AtomicLong();
        private final Senders senders = new Senders(() -> head.get() == 0);

        @Actor
        public void sends(ZZ_Result result) {
            result.r1 = senders.sleeps();
        }

        @Actor
        public void takes() {
            head.setRelease(1);
            senders.haveRoom();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = senders.sender.woken;
        }
    }
}
