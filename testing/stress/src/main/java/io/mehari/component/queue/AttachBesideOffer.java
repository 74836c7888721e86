package io.mehari.component.queue;

import static org.openjdk.jcstress.annotations.Expect.*;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.impl.exchange.Cargo;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Law Q1: a second taker causes a change to another ring while a sender sends. Each sent exchange is in the new ring,
 * once.
 */
public final class AttachBesideOffer {
    private static int count(Channel channel) {
        int count = 0;
        while (channel.poll() != null) {
            count++;
        }
        return count;
    }

    @JCStressTest
    @State
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "Both are there, once")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled")
    public static class Shipped {
        private final Channel channel = new Channel(
                "stress", oneTaker -> oneTaker ? new OneTakerRing<>(4) : new ManyTakersRing<>(4), new Reply.Pending());
        private final Exchange exchange = Cargo.exchange();

        public Shipped() {
            channel.attach(new DeadlockDetector.Taker(channel));
            channel.offer(Cargo.exchange());
        }

        @Actor
        public void offers() {
            channel.offer(exchange);
        }

        @Actor
        public void attaches() {
            channel.attach(new DeadlockDetector.Taker(channel));
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r1 = count(channel);
            result.r2 = channel.size();
        }
    }

    /** Copies the contents of the old ring, and only then begins to use the new one. */
    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "Weakened: one was left in the old ring")
    @Outcome(expect = ACCEPTABLE, desc = "Both are there")
    public static class Weakened {
        private volatile Ring<Exchange> ring = new OneTakerRing<>(4);
        private final Exchange exchange = Cargo.exchange();

        public Weakened() {
            ring.offer(Cargo.exchange());
        }

        @Actor
        public void offers() {
            ring.offer(exchange);
        }

        @Actor
        public void attaches() {
            Ring<Exchange> next = new ManyTakersRing<>(4);
            List<Exchange> content = new ArrayList<>();
            ring.listInto(content, 4);
            content.forEach(next::offer);
            ring = next;
        }

        @Arbiter
        public void afterwards(II_Result result) {
            while (ring.poll() != null) {
                result.r1++;
            }
        }
    }
}
