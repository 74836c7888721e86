package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Law Q1: producers of type Single take turns if they send at the same time. */
public final class SingleBesideSingle {

    private SingleBesideSingle() {}

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are there")
    @Outcome(expect = FORBIDDEN, desc = "One is lost")
    public static class Shipped {
        private final DisruptorRing ring = new DisruptorRing(4, true);

        @Actor
        public void one() {
            ring.offer(Cargo.exchange());
        }

        @Actor
        public void other() {
            ring.offer(Cargo.exchange());
        }

        @Arbiter
        public void afterwards(I_Result result) {
            while (ring.poll() != null) {
                result.r1++;
            }
        }
    }

    /** The unmodified sequencer for one producer. */
    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Each has a place")
    @Outcome(id = "1", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: both have the same place")
    @Outcome(expect = FORBIDDEN, desc = "Not even that")
    public static class Weakened {
        private final RingBuffer<Object> ring =
                RingBuffer.create(ProducerType.SINGLE, Object::new, 4, new BusySpinWaitStrategy());
        private long first;
        private long second;

        public Weakened() {
            ring.addGatingSequences(new Sequence());
        }

        @Actor
        public void one() {
            first = claim();
        }

        @Actor
        public void other() {
            second = claim();
        }

        private long claim() {
            try {
                return ring.tryNext();
            } catch (InsufficientCapacityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Arbiter
        public void afterwards(I_Result result) {
            result.r1 = first == second ? 1 : 2;
        }
    }
}
