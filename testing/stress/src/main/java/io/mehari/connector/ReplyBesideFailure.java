package io.mehari.connector;

import static org.openjdk.jcstress.annotations.Expect.*;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.IZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A reply, a failure and the deadline of a send come at the same moment. */
public final class ReplyBesideFailure {
    private static final RoutingContext CONTEXT = new DefaultRoutingContext("stress");
    private static final QueuedSends SENDS = new QueuedSends(CONTEXT.getEndpoint("direct:out"), 1, null);

    static {
        CONTEXT.getRoutingContextExtension().setClock(() -> 0);
    }

    private static final class Send extends PendingSend {
        private final AtomicInteger endings;

        Send(Exchange exchange, AtomicInteger endings) {
            super(SENDS, exchange, doneSync -> {}, false);
            this.endings = endings;
        }

        @Override
        protected void take(Exchange exchange, Object result) {
            exchange.setBody(result);
        }

        @Override
        protected void ended() {
            endings.incrementAndGet();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, true, false", expect = ACCEPTABLE, desc = "The reply came first")
    @Outcome(id = "1, false, true", expect = ACCEPTABLE, desc = "The failure came first")
    @Outcome(expect = FORBIDDEN, desc = "Both or none, or ended twice")
    public static class Shipped {
        private final Exchange exchange = new DefaultExchange(CONTEXT);
        private final AtomicInteger endings = new AtomicInteger();
        private final Send send = new Send(exchange, endings);

        @Actor
        public void answers() {
            send.succeed("reply");
        }

        @Actor
        public void fails() {
            send.fail(new IllegalStateException("failure"));
        }

        @Arbiter
        public void afterwards(IZZ_Result result) {
            result.r1 = endings.get();
            result.r2 = exchange.getBody() != null;
            result.r3 = exchange.getException() != null;
        }
    }

    /** Checks whether the other one was first, and only then records that it was first itself. */
    @JCStressTest
    @State
    @Outcome(id = "2, true, true", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both wrote, and ended it")
    @Outcome(expect = ACCEPTABLE, desc = "One was first")
    public static class Weakened {
        private final AtomicInteger endings = new AtomicInteger();
        private volatile boolean over;
        private volatile boolean answered;
        private volatile boolean failed;

        @Actor
        public void answers() {
            if (!over) {
                over = true;
                answered = true;
                endings.incrementAndGet();
            }
        }

        @Actor
        public void fails() {
            if (!over) {
                over = true;
                failed = true;
                endings.incrementAndGet();
            }
        }

        @Arbiter
        public void afterwards(IZZ_Result result) {
            result.r1 = endings.get();
            result.r2 = answered;
            result.r3 = failed;
        }
    }

    /** A deadline that is set while the send ends. */
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Ended, and the deadline is cancelled")
    @Outcome(expect = FORBIDDEN, desc = "The deadline stays")
    public static class ShippedDeadline {
        private final Send send = new Send(new DefaultExchange(CONTEXT), new AtomicInteger());
        private volatile boolean cancelled;

        @Actor
        public void answers() {
            send.succeed();
        }

        @Actor
        public void sets() {
            send.setDeadline(() -> cancelled = true);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = send.isDone();
            result.r2 = cancelled;
        }
    }
}
