package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mehari.Exchange;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/** Law Q5: if a reply and a deadline come at the same moment, one of them wins, and the other one changes nothing. */
public final class ReplyBesideDeadline {

    private ReplyBesideDeadline() {}

    @JCStressTest
    @State
    @Outcome(id = "1, true, false", expect = ACCEPTABLE, desc = "The reply came first")
    @Outcome(id = "1, false, true", expect = ACCEPTABLE, desc = "The deadline came first")
    @Outcome(expect = FORBIDDEN, desc = "Both or none, or called back twice")
    public static class Shipped {
        private final Exchange caller = Cargo.exchange();
        private final Exchange copy = Cargo.exchange();
        private final AtomicInteger calls = new AtomicInteger();
        private final Reply reply = new Reply(caller, doneSync -> calls.incrementAndGet(), null);

        public Shipped() {
            copy.setBody("reply");
        }

        @Actor
        public void answers() {
            reply.onComplete(copy);
        }

        @Actor
        public void givesUp() {
            if (reply.giveUp(new IllegalStateException("deadline"))) {
                reply.callBack();
            }
        }

        @Arbiter
        public void afterwards(IZZ_Result result) {
            result.r1 = calls.get();
            result.r2 = caller.getBody() != null;
            result.r3 = caller.getException() != null;
        }
    }

    /** Checks whether the other one was first, and only then records that it was first itself. */
    @JCStressTest
    @State
    @Outcome(id = "2, true, true", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both wrote, and called back")
    @Outcome(expect = ACCEPTABLE, desc = "One was first")
    public static class Weakened {
        private final AtomicInteger calls = new AtomicInteger();
        private volatile boolean over;
        private volatile boolean answered;
        private volatile boolean failed;

        @Actor
        public void answers() {
            if (!over) {
                over = true;
                answered = true;
                calls.incrementAndGet();
            }
        }

        @Actor
        public void givesUp() {
            if (!over) {
                over = true;
                failed = true;
                calls.incrementAndGet();
            }
        }

        @Arbiter
        public void afterwards(IZZ_Result result) {
            result.r1 = calls.get();
            result.r2 = answered;
            result.r3 = failed;
        }
    }
}
