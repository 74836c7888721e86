package io.mehari.component.queue.ring;

import static org.openjdk.jcstress.annotations.Expect.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Law Q1: a ring is closed while one thread offers and another polls: the element has one owner. */
public final class CloseBesideBoth {
    @JCStressTest
    @State
    @Outcome(id = "true, false, false|false, true, false|false, false, true", expect = ACCEPTABLE, desc = "One owner")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
    public static class ShippedThree {
        private final Ring<Object> ring = AnyRing.next();
        private final Object element = new Object();

        @Actor
        public void offers(ZZZ_Result result) {
            result.r1 = !ring.offer(element);
        }

        @Actor
        public void polls(ZZZ_Result result) {
            result.r2 = ring.poll() != null;
        }

        @Actor
        public void closes(ZZZ_Result result) {
            List<Object> rest = new ArrayList<>();
            ring.close(rest);
            result.r3 = !rest.isEmpty();
        }
    }

    /** One thread polls and closes the ring, so that two processors are enough. */
    @JCStressTest
    @State
    @Outcome(id = "true, false, false|false, true, false|false, false, true", expect = ACCEPTABLE, desc = "One owner")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
    public static class Shipped {
        private final Ring<Object> ring = AnyRing.next();
        private final Object element = new Object();

        @Actor
        public void offers(ZZZ_Result result) {
            result.r1 = !ring.offer(element);
        }

        @Actor
        public void pollsAndCloses(ZZZ_Result result) {
            result.r2 = ring.poll() != null;
            List<Object> rest = new ArrayList<>();
            ring.close(rest);
            result.r3 = !rest.isEmpty();
        }
    }

    /** The taker and the thread that closes read the head, and then write it. */
    @JCStressTest
    @State
    @Outcome(id = "true, false|false, true", expect = ACCEPTABLE, desc = "One owner")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Weakened: doubled")
    public static class Weakened {
        private static final long TAIL = 1;

        private final AtomicLong head = new AtomicLong();

        @Actor
        public void polls(ZZ_Result result) {
            result.r1 = take();
        }

        @Actor
        public void closes(ZZ_Result result) {
            result.r2 = take();
        }

        private boolean take() {
            boolean any = head.get() < TAIL;
            head.set(TAIL);
            return any;
        }
    }
}
