package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.*;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.DisruptorRing;
import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.impl.exchange.Cargo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Law Q12: when a channel is closed, each exchange that it has accepted is among those left over. */
public final class CloseBesideOffer {
    private static final AtomicInteger TURN = new AtomicInteger();

    /** A ring of each kind in turn. */
    private static Ring<Exchange> next() {
        return (TURN.getAndIncrement() & 1) == 0 ? new OneTakerRing<>(2) : new DisruptorRing<>(2);
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Accepted and left over")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Refused")
    @Outcome(expect = FORBIDDEN, desc = "Accepted and lost, or refused and left over")
    public static class Shipped {
        private final Channel channel = new Channel("stress", oneTaker -> next(), new Reply.Pending());
        private final Exchange exchange = Cargo.exchange();

        @Actor
        public void offers(ZI_Result result) {
            result.r1 = channel.offer(exchange);
        }

        @Actor
        public void closes(ZI_Result result) {
            result.r2 = channel.close().size();
        }
    }

    /** Checks whether it is closed, and then offers. */
    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: accepted and lost")
    @Outcome(expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private final Ring<Exchange> ring = new ManyTakersRing<>(2);
        private final Exchange exchange = Cargo.exchange();
        private volatile boolean closed;

        @Actor
        public void offers(ZI_Result result) {
            result.r1 = !closed && ring.offer(exchange);
        }

        @Actor
        public void closes(ZI_Result result) {
            closed = true;
            List<Exchange> content = new ArrayList<>();
            ring.listInto(content, 2);
            result.r2 = content.size();
        }
    }
}
