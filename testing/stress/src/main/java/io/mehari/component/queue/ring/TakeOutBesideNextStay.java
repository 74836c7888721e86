package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Law Q10: a check for loops fails a sender only in the stay that it saw, and in no later stay. In the meantime the
 * sender is woken, tries without success and stays again.
 *
 * <p>Why it holds: each time the sender enters, the number of the stay is increased under the queue's lock. The check
 * compares this number and takes the sender out under the same lock.
 */
public final class TakeOutBesideNextStay {
    /** When it is woken, it tries again without success, and stays once more. */
    private static final class Sender extends WaitQueue.Waiter {
        private final WaitQueue place;
        private int wakes;

        Sender(WaitQueue waiters) {
            this.place = waiters;
        }

        @Override
        protected boolean mustWait() {
            return true;
        }

        @Override
        protected void wake() {
            wakes++;
            looking = true;
            place.stay(this);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Failed in the stay that was seen")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "Woken, and it stays again")
    @Outcome(expect = FORBIDDEN, desc = "Failed in the next stay, or neither failed nor woken")
    public static class Shipped {
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender(waiters);
        private final long seen = waiters.enter(sender);

        @Actor
        public void fails(ZI_Result result) {
            result.r1 = waiters.takeOut(sender, seen);
        }

        @Actor
        public void hasRoom() {
            waiters.wakeOne();
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = sender.wakes;
        }
    }

    /** Takes the sender out if it is in the queue, no matter which stay that is. */
    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: failed in the next stay")
    @Outcome(expect = ACCEPTABLE, desc = "Failed, or woken and stays again")
    public static class Weakened {
        private final WaitQueue waiters = new WaitQueue();
        private final Sender sender = new Sender(waiters);

        public Weakened() {
            waiters.enter(sender);
        }

        @Actor
        public void fails(ZI_Result result) {
            result.r1 = waiters.takeOut(sender, waiters.stayOf(sender));
        }

        @Actor
        public void hasRoom() {
            waiters.wakeOne();
        }

        @Arbiter
        public void afterwards(ZI_Result result) {
            result.r2 = sender.wakes;
        }
    }
}
