package io.mehari.impl.engine;

import static org.openjdk.jcstress.annotations.Expect.*;

import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Cargo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.IIZ_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Law R2: a thread leaves a suspended exchange at the base of the stack, while another thread ends the work for which
 * the exchange waited. Exactly one of the two threads continues. It sees what the other one wrote, and every frame that
 * was pushed before.
 */
public final class LeaveBesideDone {
    /** The step that suspended, or one of its callers. When it is resumed, it checks the reply. */
    private static final class Looks extends Step {
        int resumed;
        boolean sawReply = true;

        @Override
        public int run(AbstractExchange exchange) {
            throw new IllegalStateException("these steps are only resumed");
        }

        @Override
        public int resume(AbstractExchange exchange, @Nullable Object state) {
            resumed++;
            sawReply &= "reply".equals(exchange.getBody());
            return next;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, true", expect = ACCEPTABLE, desc = "Both frames were resumed once and saw the reply")
    @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or resumed without the reply")
    public static class Shipped {
        private final AbstractExchange exchange = Cargo.exchange();
        private final Looks inner = new Looks();
        private final Looks outer = new Looks();
        private final RouteCode outerCode =
                new RouteCode(new Step[] {outer}, new FailureHandlers(null, List.of(), null));
        private volatile int ended;

        public Shipped() {
            RouteCode innerCode = new RouteCode(new Step[] {inner}, new FailureHandlers(null, List.of(), null));
            exchange.continuation().suspend(innerCode, 0, null);
        }

        @Actor
        public void unwinds() {
            exchange.continuation().push(outerCode, 0, null);
            if (exchange.continuation().leave(doneSync -> ended = 1)) {
                ended = 1;
            }
        }

        @Actor
        public void ends() {
            exchange.setBody("reply");
            exchange.continuation().done(false);
        }

        @Arbiter
        public void afterwards(IIZ_Result result) {
            result.r1 = inner.resumed;
            result.r2 = outer.resumed;
            result.r3 = inner.sawReply && outer.sawReply && ended == 1;
        }
    }

    /**
     * Each of the two threads first checks whether the other one has arrived, and only then records its own arrival.
     */
    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them carried on")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: none of them carried on, or both did")
    public static class Weakened {
        private boolean unwound;
        private boolean done;
        private volatile int first;
        private volatile int second;

        @Actor
        public void unwinds() {
            boolean comesSecond = done;
            unwound = true;
            if (comesSecond) {
                first = 1;
            }
        }

        @Actor
        public void ends() {
            boolean comesSecond = unwound;
            done = true;
            if (comesSecond) {
                second = 1;
            }
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = first + second;
        }
    }
}
