package io.mehari.impl.exchange;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Law E6: while the owner of a copy writes, the owner of the original still reads the old contents, and vice versa.
 * This holds for headers and properties, flat and indexed.
 */
public final class WriteBesideRead {
    /** Writes to the copies of some exchanges and to the originals of others; reads the other side of each. */
    static final class Sides {
        final AbstractExchange smallRead = Cargo.exchange(Cargo.SMALL);
        final AbstractExchange smallCopyWritten = smallRead.copy();
        final AbstractExchange bigRead = Cargo.exchange(Cargo.BIG);
        final AbstractExchange bigCopyWritten = bigRead.copy();
        final AbstractExchange smallWritten = Cargo.exchange(Cargo.SMALL);
        final AbstractExchange smallCopyRead = smallWritten.copy();
        final AbstractExchange bigWritten = Cargo.exchange(Cargo.BIG);
        final AbstractExchange bigCopyRead = bigWritten.copy();

        void write() {
            Cargo.write(smallCopyWritten, Cargo.SMALL);
            Cargo.write(bigCopyWritten, Cargo.BIG);
            Cargo.write(smallWritten, Cargo.SMALL);
            Cargo.write(bigWritten, Cargo.BIG);
        }

        boolean areUntouched() {
            return Cargo.isUntouched(smallRead, Cargo.SMALL)
                    && Cargo.isUntouched(bigRead, Cargo.BIG)
                    && Cargo.isUntouched(smallCopyRead, Cargo.SMALL)
                    && Cargo.isUntouched(bigCopyRead, Cargo.BIG);
        }

        boolean areWritten() {
            return Cargo.isWritten(smallCopyWritten, Cargo.SMALL)
                    && Cargo.isWritten(bigCopyWritten, Cargo.BIG)
                    && Cargo.isWritten(smallWritten, Cargo.SMALL)
                    && Cargo.isWritten(bigWritten, Cargo.BIG);
        }

        void forgetThatTheyShare() {
            forget(smallCopyWritten);
            forget(bigCopyWritten);
            forget(smallWritten);
            forget(bigWritten);
        }

        private static void forget(AbstractExchange exchange) {
            exchange.flags &= ~(Flags.HEADERS_SHARED | Flags.PROPERTIES_SHARED);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The reader saw nothing of the writes")
    @Outcome(expect = FORBIDDEN, desc = "A write showed on the other side, or was lost")
    public static class Shipped {
        private final Sides sides = new Sides();

        @Actor
        public void writer() {
            sides.write();
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r1 = sides.areUntouched();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = sides.areWritten() && sides.areUntouched();
        }
    }

    /** The writing sides do not know that they share the contents, so they write in place. */
    @JCStressTest
    @State
    @Outcome(id = "false, .*", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: the reader saw the writes")
    @Outcome(expect = ACCEPTABLE, desc = "The reader came first")
    public static class Weakened {
        private final Sides sides = new Sides();

        public Weakened() {
            sides.forgetThatTheyShare();
        }

        @Actor
        public void writer() {
            sides.write();
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r1 = sides.areUntouched();
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = sides.areWritten() && sides.areUntouched();
        }
    }
}
