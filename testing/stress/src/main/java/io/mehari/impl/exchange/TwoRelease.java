package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.logging.Logger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law X3: if an exchange is released twice, one release is refused, and the exchange is in the pool once. */
public final class TwoRelease {
    @JCStressTest
    @State
    @Outcome(id = "true, false, true|false, true, true", expect = ACCEPTABLE, desc = "One was refused")
    @Outcome(expect = FORBIDDEN, desc = "Both or none were taken, or two owners get the exchange")
    public static class Shipped {
        private static final Logger QUIET = Cargo.quiet();

        private final ExchangePool pool = new ExchangePool(2, false, Cargo.NOWHERE);
        private final AbstractExchange exchange = pool.acquire(Cargo.NOWHERE, 1);

        @Actor
        public void one(ZZZ_Result result) {
            result.r1 = exchange.release();
        }

        @Actor
        public void other(ZZZ_Result result) {
            result.r2 = exchange.release();
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r3 = pool.acquire(Cargo.NOWHERE, 1) == exchange
                    && pool.acquire(Cargo.NOWHERE, 1) != exchange
                    && pool.statistics().refused() == 1
                    && !QUIET.isLoggable(java.util.logging.Level.SEVERE);
        }
    }

    /** Checks first, and writes afterwards. */
    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both releases were taken")
    @Outcome(expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private volatile int hands = 1;

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = giveBack();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = giveBack();
        }

        private boolean giveBack() {
            int seen = hands;
            if (seen != 1) {
                return false;
            }
            hands = seen + 1;
            return true;
        }
    }
}
