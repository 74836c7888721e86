package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Law X2: the acquiring thread sees everything that the releasing thread has cleared. */
public final class ReleaseThenAcquire {
    private static final int MADE_OUTSIDE = 0;
    private static final int EMPTY = 1;
    private static final int NOT_EMPTY = 2;

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Acquired before the release: another exchange")
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "Acquired after the release: the same one, empty")
    @Outcome(expect = FORBIDDEN, desc = "Something of one message reached the next")
    public static class Shipped {
        private final ExchangePool pool = new ExchangePool(1, false, Cargo.NOWHERE);
        private final AbstractExchange exchange = Cargo.load(pool.acquire(Cargo.NOWHERE, 1), Cargo.SMALL);

        @Actor
        public void releases(ZI_Result result) {
            result.r1 = exchange.release();
        }

        @Actor
        public void acquires(ZI_Result result) {
            AbstractExchange acquired = pool.acquire(Cargo.NOWHERE, 1);
            boolean empty =
                    Cargo.isEmpty(acquired) && acquired.slot != null && (acquired.slot.changesOfHands() & 1) == 1;
            result.r2 = !empty ? NOT_EMPTY : acquired == exchange ? EMPTY : MADE_OUTSIDE;
        }
    }

    /** Puts the exchange into the list first, and clears it afterwards. */
    @JCStressTest
    @State
    @Outcome(id = "true, 2", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the next message met the last one")
    @Outcome(expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private final FreeList free = new FreeList(1);
        private final PoolSlot slot = new PoolSlot(new ExchangePool(1, false, Cargo.NOWHERE), 0);
        private final AbstractExchange exchange = Cargo.load(slot.exchange, Cargo.SMALL);

        @Actor
        public void releases(ZI_Result result) {
            result.r1 = slot.giveBack();
            free.push(0);
            exchange.reset(Cargo.NOWHERE);
        }

        @Actor
        public void acquires(ZI_Result result) {
            if (free.pop() < 0) {
                result.r2 = MADE_OUTSIDE;
            } else {
                slot.takeOut();
                result.r2 = Cargo.isEmpty(exchange) ? EMPTY : NOT_EMPTY;
            }
        }
    }
}
