package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * Law E7: two threads copy one exchange at the same time, one with {@code copy}, the other one with {@code copyFrom}
 * and then {@code copy}. All copies are right. A later write to one of the exchanges, in any order, changes no other.
 */
public final class TwoCopiesAtOnce {
    /** An exchange, and the copies that the two threads make. */
    static final class Family {
        final int pairs;
        final AbstractExchange original;
        final AbstractExchange headersOnly = Cargo.exchange();
        AbstractExchange first = headersOnly;
        AbstractExchange second = headersOnly;

        Family(int pairs) {
            this.pairs = pairs;
            this.original = Cargo.exchange(pairs);
        }

        boolean copyOnce() {
            first = original.copy();
            return Cargo.isUntouched(first, pairs);
        }

        boolean copyTwice() {
            headersOnly.copyFrom(original);
            second = original.copy();
            return Cargo.isUntouched(second, pairs) && headersOnly.getHeaders().size() == pairs;
        }

        /**
         * As in an earlier version: it marked only the headers, which could undo the marks of both that the other
         * thread had set.
         */
        boolean markHeadersOnly() {
            original.flags |= Flags.HEADERS_SHARED;
            return true;
        }

        boolean writesStayApart() {
            Cargo.write(original, pairs);
            boolean apart = Cargo.isUntouched(first, pairs) && Cargo.isUntouched(second, pairs);
            Cargo.write(first, pairs);
            apart &= Cargo.isUntouched(second, pairs);
            Cargo.write(second, pairs);
            return apart
                    && Cargo.isWritten(original, pairs)
                    && Cargo.isWritten(first, pairs)
                    && Cargo.isWritten(second, pairs)
                    && headersOnly.getHeaders().size() == pairs
                    && !headersOnly.getHeaders().containsValue("new");
        }

        boolean writesToTheOriginalStayApart() {
            Cargo.write(original, pairs);
            return Cargo.isUntouched(first, pairs);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "All copies are right and independent")
    @Outcome(expect = FORBIDDEN, desc = "A copy is wrong, or a write showed elsewhere")
    public static class Shipped {
        private final Family small = new Family(Cargo.SMALL);
        private final Family big = new Family(Cargo.BIG);

        @Actor
        public void one(ZZZ_Result result) {
            result.r1 = small.copyOnce() && big.copyOnce();
        }

        @Actor
        public void other(ZZZ_Result result) {
            result.r2 = small.copyTwice() && big.copyTwice();
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r3 = small.writesStayApart() && big.writesStayApart();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = ".*, .*, false", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: a write showed on the copy")
    @Outcome(expect = ACCEPTABLE, desc = "One came after the other")
    public static class Weakened {
        private final Family small = new Family(Cargo.SMALL);

        @Actor
        public void one(ZZZ_Result result) {
            result.r1 = small.copyOnce();
        }

        @Actor
        public void other(ZZZ_Result result) {
            result.r2 = small.markHeadersOnly();
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r3 = small.writesToTheOriginalStayApart();
        }
    }
}
