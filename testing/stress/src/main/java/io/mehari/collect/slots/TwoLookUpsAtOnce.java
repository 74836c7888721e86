package io.mehari.collect.slots;

import static org.openjdk.jcstress.annotations.Expect.*;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads look up names in the same new layout at the same time, and each adds its own name. The other thread may
 * read a remembered position at once, late or never, but always completely.
 */
public final class TwoLookUpsAtOnce {
    @JCStressTest
    @State
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "Both find what they ask for")
    @Outcome(expect = FORBIDDEN, desc = "A name was found in another's place")
    public static class Shipped {
        private final Object storage =
                Slots.append(Slots.append(null, false, "first", 1, true), false, "second", 2, true);

        @Actor
        public void one(II_Result result) {
            Slots.find(storage, "SECOND", true);
            Slots.append(storage, true, "third", 3, true);
            result.r1 = Slots.find(storage, "FIRST", true);
        }

        @Actor
        public void other(II_Result result) {
            Slots.find(storage, "FIRST", true);
            Slots.append(storage, true, "fourth", 4, true);
            result.r2 = Slots.find(storage, "SECOND", true);
        }
    }

    /** Stores a name and its position in two fields, so another thread can see only one of the two writes. */
    @JCStressTest
    @State
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "One came after the other")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: a name was found in another's place")
    public static class Weakened {
        private String name = "";
        private int position;

        private int find(String asked, int itsPosition) {
            if (asked.equals(name)) {
                return position;
            }
            name = asked;
            position = itsPosition;
            return itsPosition;
        }

        @Actor
        public void one(II_Result result) {
            find("SECOND", 2);
            result.r1 = find("FIRST", 0);
        }

        @Actor
        public void other(II_Result result) {
            find("FIRST", 0);
            result.r2 = find("SECOND", 2);
        }
    }
}
