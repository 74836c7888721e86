package io.mehari.component.queue;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.mehari.Exchange;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The ring buffer of the LMAX Disruptor, from which any number of threads take. */
final class DisruptorRing extends Ring {
    /*
     * The Disruptor gives each event to every consumer; since version 4 it has no worker pool. Here one sequence,
     * `taken`, is the number of the last message that was taken. The thread that moves it from n-1 to n, by
     * compare-and-set and only after n was published, has taken n. So no thread reserves a sequence that is not
     * published yet, a slow thread delays no other, and threads need not be registered with the ring. `taken` is the
     * only gating sequence and never changes.
     *
     * A producer may claim a slot as soon as `taken` has passed it, which is before the taker has read it. The taker
     * reads the exchange and then clears the slot; the producer waits until it is clear. The taker clears the slot with
     * release and the producer reads it with acquire, so the taker's read comes before the producer's write. A consumed
     * slot refers to nothing, whereas the Disruptor's own slots keep their events until they are overwritten.
     *
     * The full fences that Ring requires: a claim is a compare-and-set of the cursor, and taking is a compare-and-set
     * of `taken`.
     *
     * Some parts of version 4.0.0 are not used: next(), which ignores interrupts and wakes up again and again while the
     * ring is full; Disruptor.shutdown(), which loses what was published just after start(); the wait strategies, of
     * which the blocking one takes a lock for each event published; BatchEventProcessor, which an Error ends silently;
     * and SingleProducerSequencer, which silently loses events of two producers. DisruptorFlawsTest shows each.
     */
    private final RingBuffer<AtomicReference<@Nullable Exchange>> ring;
    private final Sequence taken = new Sequence();

    /** The capacity must be a power of two. */
    DisruptorRing(int capacity) {
        super(capacity);
        // The wait strategy does nothing when a message is published: takers sleep in a WaitQueue.
        ring = RingBuffer.createMultiProducer(AtomicReference::new, capacity, new BusySpinWaitStrategy());
        ring.addGatingSequences(taken);
    }

    @Override
    boolean offer(Exchange exchange) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) { // one object without a stack trace, made once
            return false;
        }
        AtomicReference<@Nullable Exchange> slot = ring.get(sequence);
        for (int tries = 0; slot.getAcquire() != null; tries++) { // pairs with the release in take()
            Backoff.spinThenPark(tries);
        }
        slot.setRelease(exchange); // visible to each thread that finds the sequence published
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
                last = now; // others took it, and its slot may hold another exchange
            } else if (taken.compareAndSet(last, next)) {
                return take(ring.get(next));
            } else {
                last = taken.get();
            }
        }
    }

    @SuppressWarnings("NullAway") // the sequence is published, so there is one
    private static Exchange take(AtomicReference<@Nullable Exchange> slot) {
        Exchange content = slot.getAcquire();
        slot.setRelease(null);
        return content;
    }

    @Override
    boolean isEmpty() {
        return ring.getCursor() <= taken.get();
    }

    @Override
    int size() {
        long first = taken.get();
        return (int) Math.max(0, Math.min(ring.getCursor() - first, capacity));
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
            Exchange exchange = ring.isAvailable(each) ? ring.get(each).getAcquire() : null;
            if (exchange != null) {
                content.add(exchange);
            } else {
                complete &= each <= taken.get(); // taken in the meantime; otherwise not written yet
            }
        }
        return complete;
    }
}
