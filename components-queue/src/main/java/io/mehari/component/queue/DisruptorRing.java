package io.mehari.component.queue;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;
import io.mehari.Exchange;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ring buffer of the LMAX Disruptor, from which any number of threads take. */
final class DisruptorRing extends Ring {
    /*
     * The Disruptor gives each event to every consumer; since version 4 it has no worker pool. Here one sequence,
     * `taken`, says how far the messages are given out. The thread that moves it from n-1 to n, by compare-and-set and
     * only when n is published, has taken n. So no thread holds a sequence for which there is nothing yet, a slow
     * thread delays no other, and threads come and go without the ring knowing. `taken` is the only gating sequence and
     * never changes.
     *
     * A producer may claim a slot as soon as `taken` has passed it, which is before the taker has read it. The taker
     * reads the exchange and then clears the slot; the producer waits until it is clear. Both are acquire and release
     * on the slot: what the taker read is gone from it before something else is put in. So a consumed slot holds
     * nothing (the Disruptor's slots keep their events until they are overwritten).
     *
     * Full fences, see Ring: the claim of several producers is a compare-and-set of the cursor, taking is one of
     * `taken`. A single producer publishes by an ordered write, so there the fence is explicit. Hence
     * producerType=Single is no cheaper than Multi: producers that take turns pay one compare-and-set and one fence.
     *
     * Some parts of version 4.0.0 are not used: next(), which does not end when its thread is interrupted and wakes up
     * all the time while the ring is full; Disruptor.shutdown(), which loses what was published just after start(); the
     * wait strategies, of which the blocking one takes a lock for each event published; and BatchEventProcessor, which
     * can be killed by an Error unnoticed. DisruptorFlawsTest shows each. SingleProducerSequencer is not safe with two
     * producers and silently loses events; here they take turns.
     */
    private final RingBuffer<Slot> ring;
    private final Sequence taken = new Sequence();
    private final boolean single;

    @SuppressWarnings("UnusedVariable") // through TURN
    private volatile boolean turnTaken;

    /** The capacity must be a power of two. */
    DisruptorRing(int capacity, boolean singleProducer) {
        single = singleProducer;
        // The wait strategy is told of each publication and has nothing to do: takers sleep in a WaitQueue.
        ring = RingBuffer.create(
                singleProducer ? ProducerType.SINGLE : ProducerType.MULTI,
                Slot::new,
                capacity,
                new BusySpinWaitStrategy());
        ring.addGatingSequences(taken);
    }

    @Override
    boolean offer(Exchange exchange) {
        return single ? offerInTurn(exchange) : put(exchange);
    }

    private boolean offerInTurn(Exchange exchange) {
        for (int tries = 0; !takeTurn(); tries++) {
            Backoff.spinThenPark(tries);
        }
        boolean done = put(exchange);
        endTurnAndFence(); // put() has no full fence here
        return done;
    }

    private boolean put(Exchange exchange) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) { // one object without a stack trace, made once
            return false;
        }
        Slot slot = ring.get(sequence);
        for (int tries = 0; !slot.isClear(); tries++) {
            Backoff.spinThenPark(tries);
        }
        slot.putRelease(exchange);
        ring.publish(sequence);
        return true;
    }

    @Override
    @Nullable
    Exchange poll() {
        long last = taken.get();
        while (true) {
            long next = last + 1;
            if (!ring.isAvailable(next)) {
                long now = taken.get();
                if (now == last) {
                    return null;
                }
                last = now; // others have taken it, and perhaps its slot is in use again
            } else if (taken.compareAndSet(last, next)) {
                return ring.get(next).take();
            } else {
                last = taken.get();
            }
        }
    }

    @Override
    boolean isEmpty() {
        return ring.getCursor() <= taken.get();
    }

    @Override
    int size() {
        long first = taken.get();
        return (int) Math.max(0, Math.min(ring.getCursor() - first, capacity()));
    }

    @Override
    int capacity() {
        return ring.getBufferSize();
    }

    @Override
    long taken() {
        return taken.get() + 1;
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        long from = taken.get() + 1;
        long to = Math.min(ring.getCursor(), from + limit - 1);
        boolean complete = true;
        for (long each = from; each <= to; each++) {
            Exchange exchange = ring.isAvailable(each) ? ring.get(each).lookAcquire() : null;
            if (exchange != null) {
                content.add(exchange);
            } else {
                complete &= each <= taken.get(); // taken meanwhile, or not there yet
            }
        }
        return complete;
    }

    /** Where one exchange lies. */
    private static final class Slot {
        @SuppressWarnings("UnusedVariable") // through EXCHANGE
        private @Nullable Exchange exchange;

        boolean isClear() {
            return lookAcquire() == null; // pairs with the release in take()
        }

        /** Visible to each thread that finds the sequence published. */
        void putRelease(@Nullable Exchange exchange) {
            EXCHANGE.setRelease(this, exchange);
        }

        @Nullable
        Exchange lookAcquire() {
            return (Exchange) EXCHANGE.getAcquire(this);
        }

        @SuppressWarnings("NullAway") // the sequence is published, so there is one
        Exchange take() {
            Exchange content = lookAcquire();
            putRelease(null);
            return content;
        }

        private static final VarHandle EXCHANGE;

        static {
            try {
                EXCHANGE = MethodHandles.lookup().findVarHandle(Slot.class, "exchange", Exchange.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    private boolean takeTurn() {
        return TURN.compareAndSet(this, false, true);
    }

    private void endTurnAndFence() {
        TURN.setVolatile(this, false);
    }

    private static final VarHandle TURN;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(DisruptorRing.class, "turnTaken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
