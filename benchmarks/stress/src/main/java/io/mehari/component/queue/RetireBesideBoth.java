package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mehari.Exchange;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Law Q1: a ring is taken out of use while one thread offers and another polls: the exchange has one owner. */
public final class RetireBesideBoth {

    private RetireBesideBoth() {}

    @JCStressTest
    @State
    @Outcome(
            id = {"true, false, false", "false, true, false", "false, false, true"},
            expect = ACCEPTABLE,
            desc = "One owner")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
    public static class ShippedThree {
        private final Ring ring = AnyRing.next();
        private final Exchange exchange = Cargo.exchange();

        @Actor
        public void offers(ZZZ_Result result) {
            result.r1 = !ring.offer(exchange) || ring.reclaimed(exchange);
        }

        @Actor
        public void polls(ZZZ_Result result) {
            Exchange polled = ring.poll();
            result.r2 = polled != null && !ring.lostToRetire(polled);
        }

        @Actor
        public void retires(ZZZ_Result result) {
            result.r3 = !ring.retire().isEmpty();
        }
    }

    /** One thread polls and takes the ring out of use, so that two processors are enough. */
    @JCStressTest
    @State
    @Outcome(
            id = {"true, false, false", "false, true, false", "false, false, true"},
            expect = ACCEPTABLE,
            desc = "One owner")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
    public static class Shipped {
        private final Ring ring = AnyRing.next();
        private final Exchange exchange = Cargo.exchange();

        @Actor
        public void offers(ZZZ_Result result) {
            result.r1 = !ring.offer(exchange) || ring.reclaimed(exchange);
        }

        @Actor
        public void pollsAndRetires(ZZZ_Result result) {
            Exchange polled = ring.poll();
            result.r2 = polled != null && !ring.lostToRetire(polled);
            result.r3 = !ring.retire().isEmpty();
        }
    }

    /** The sender takes the exchange back without checking whether it is still there. */
    @JCStressTest
    @State
    @Outcome(
            id = {"true, false, false", "false, true, false", "false, false, true"},
            expect = ACCEPTABLE,
            desc = "One owner")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: lost or doubled")
    public static class Weakened {
        private final MpmcVarHandleArrayQueue<Exchange> queue = new MpmcVarHandleArrayQueue<>(2);
        private final AtomicBoolean claimed = new AtomicBoolean();
        private final Exchange exchange = Cargo.exchange();
        private volatile boolean sealed;

        @Actor
        public void offers(ZZZ_Result result) {
            result.r1 = !queue.offer(exchange) || (sealed && claim());
        }

        @Actor
        public void pollsAndRetires(ZZZ_Result result) {
            Exchange polled = queue.relaxedPoll();
            result.r2 = polled != null;
            sealed = true;
            result.r3 = queue.iterator().hasNext() && claim();
        }

        private boolean claim() {
            return claimed.compareAndSet(false, true);
        }
    }
}
