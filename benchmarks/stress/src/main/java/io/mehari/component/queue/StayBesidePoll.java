package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
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

    private StayBesidePoll() {}

    /** When it is woken, it tries again without success, and stays once more. */
    private static final class Sender extends WaitQueue.Waiter {
        private final Ring ring;
        private final WaitQueue place;
        private int wakes;

        Sender(Ring ring, WaitQueue waiters) {
            this.ring = ring;
            this.place = waiters;
        }

        @Override
        boolean mustWait() {
            return ring.isFull();
        }

        @Override
        void wake() {
            wakes++;
            looking = true;
            place.enter(this);
        }
    }

    private static Ring fullRing() {
        Ring ring = AnyRing.next();
        while (!ring.isFull()) {
            ring.offer(Cargo.exchange());
        }
        return ring;
    }

    private static void poll(Ring ring, WaitQueue waiters) {
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
        private final Ring ring = fullRing();
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
        private final Ring ring = fullRing();
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
