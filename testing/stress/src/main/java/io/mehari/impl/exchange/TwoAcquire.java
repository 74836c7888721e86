package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Law X3: two threads that acquire at the same time get two different exchanges, either new ones or from the free list.
 */
public final class TwoAcquire {
    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "Each has exchanges of its own")
    @Outcome(expect = FORBIDDEN, desc = "One exchange has two owners")
    public static class Shipped {
        private final ExchangePool pool = new ExchangePool(3, false, Cargo.NOWHERE);
        private final @Nullable AbstractExchange[] acquired = new @Nullable AbstractExchange[4];

        public Shipped() {
            AbstractExchange free = pool.acquire(Cargo.NOWHERE, 1);
            free.release();
        }

        @Actor
        public void one() {
            acquired[0] = pool.acquire(Cargo.NOWHERE, 1);
            acquired[1] = pool.acquire(Cargo.NOWHERE, 1);
        }

        @Actor
        public void other() {
            acquired[2] = pool.acquire(Cargo.NOWHERE, 1);
            acquired[3] = pool.acquire(Cargo.NOWHERE, 1);
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            result.r1 = allDiffer(acquired) && pool.statistics().inUse() == 4;
        }
    }

    /** Takes the next number without a compare-and-set. */
    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: one exchange has two owners")
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private final @Nullable AbstractExchange[] exchanges = {Cargo.exchange(), Cargo.exchange()};
        private final @Nullable AbstractExchange[] acquired = new @Nullable AbstractExchange[2];
        private volatile int made;

        @Actor
        public void one() {
            acquired[0] = acquire();
        }

        @Actor
        public void other() {
            acquired[1] = acquire();
        }

        private @Nullable AbstractExchange acquire() {
            int number = made;
            made = number + 1;
            return exchanges[number];
        }

        @Arbiter
        public void afterwards(Z_Result result) {
            result.r1 = allDiffer(acquired);
        }
    }

    private static boolean allDiffer(@Nullable AbstractExchange[] exchanges) {
        for (int i = 0; i < exchanges.length; i++) {
            for (int j = 0; j < i; j++) {
                if (exchanges[i] == exchanges[j]) {
                    return false;
                }
            }
        }
        return true;
    }
}
