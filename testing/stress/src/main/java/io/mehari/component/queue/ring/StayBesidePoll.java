package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Law Q3 without a waiting thread: a suspended sender that stays at a full ring is woken when there is room, or its
 * thread sees the room and keeps the sender. The sender never has two owners.
 *
 * <p>Why it holds: entering the queue and polling both end with a full fence. So the taker sees the sender, or the
 * sender sees the room, or both. In the last case both want to take the sender out of the queue. They do so under its
 * lock, and the second one finds that this stay is over. The sender that was woken may have entered again in the
 * meantime, but this begins a stay with another number.
 */
public final class StayBesidePoll {
    /** When it is woken, it tries again without success, and stays once more. */
    private static final class Sender extends WaitQueue.Waiter {
        private final Ring<Object> ring;
        private final WaitQueue place;
        private int wakes;

        Sender(Ring<Object> ring, WaitQueue waiters) {
            this.ring = ring;
            this.place = waiters;
        }

        @Override
        protected boolean mustWait() {
            return ring.isFull();
        }

        @Override
        protected void wake() {
            wakes++;
            looking = true;
            place.enter(this);
        }
    }

    private static Ring<Object> fullRing() {
        Ring<Object> ring = AnyRing.next();
        while (!ring.isFull()) {
            ring.offer(new Object());
        }
        return ring;
    }

    private static void poll(Ring<Object> ring, WaitQueue waiters) {
        ring.poll();
        if (waiters.needsWakeUp()) {
            waiters.wakeOne();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "It stayed and was woken")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "It saw the room and left")
    @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "It stays although a place is free")
    @Outcome(expect = FORBIDDEN, desc = "It has two owners")
    public static class Shipped {
        private final Ring<Object> ring = fullRing();
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender(ring, waiters);

        @Actor
        public void sends(ZI_Result result) {
            result.r1 = waiters.stay(sender);
        }

        @Actor
        public void takes() {
            poll(ring, waiters);
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = sender.wakes;
        }
    }

    /** Checks whether the sender was woken, and takes it out of the queue, no matter which stay it is in. */
    @JCStressTest
    @State
    @Outcome(id = "false, 1", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: it has two owners")
    @Outcome(expect = ACCEPTABLE, desc = "It stayed and was woken, or left")
    public static class Weakened {
        private final Ring<Object> ring = fullRing();
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender(ring, waiters);

        @Actor
        public void sends(ZI_Result result) {
            waiters.enter(sender);
            result.r1 = sender.mustWait() || !waiters.takeOut(sender, waiters.stayOf(sender));
        }

        @Actor
        public void takes() {
            poll(ring, waiters);
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = sender.wakes;
        }
    }
}
