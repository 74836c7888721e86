package io.mehari.component.queue.ring;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The ring buffer of the LMAX Disruptor, from which any number of threads take. */
public final class DisruptorRing<E> extends Ring<E> {
    /*
     * The Disruptor gives each event to every consumer; since version 4 it has no worker pool. Here one sequence,
     * `taken`, is the number of the last message that was taken. The thread that moves it from n-1 to n, by
     * compare-and-set and only after n was published, has taken n. So no thread reserves a sequence that is not
     * published yet, a slow thread delays no other, and threads need not be registered with the ring. `taken` is the
     * only gating sequence and never changes.
     *
     * A producer may claim a slot as soon as `taken` has passed it, which is before the taker has cleared it. The
     * producer waits until it is clear. The taker clears the slot with release and the producer reads it with acquire,
     * so the taker's read comes before the producer's write. A consumed slot refers to nothing, whereas the Disruptor's
     * own slots keep their events until they are overwritten. A taker reads the slot of n while `taken` is n-1: if its
     * compare-and-set succeeds, no other thread has changed the slot in between.
     *
     * The full fences that Ring requires: a claim is a compare-and-set of the cursor, and taking is a compare-and-set
     * of `taken`.
     *
     * Some parts of version 4.0.0 are not used: next(), which ignores interrupts and wakes up again and again while the
     * ring is full; Disruptor.shutdown(), which loses what was published just after start(); the wait strategies, of
     * which the blocking one takes a lock for each event published; BatchEventProcessor, which an Error ends silently;
     * and SingleProducerSequencer, which silently loses events of two producers. DisruptorFlawsTest shows each.
     */
    private static final Object END = new Object();

    private final RingBuffer<AtomicReference<@Nullable Object>> ring;
    private final Sequence taken = new Sequence();

    /** The capacity must be a power of two. */
    public DisruptorRing(int capacity) {
        super(capacity);
        // The wait strategy does nothing when a message is published: takers sleep in a WaitQueue.
        ring = RingBuffer.createMultiProducer(AtomicReference::new, capacity, new BusySpinWaitStrategy());
        ring.addGatingSequences(taken);
    }

    @Override
    public boolean offer(E element) {
        return put(element);
    }

    private boolean put(Object content) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) { // one object without a stack trace, made once
            return false;
        }
        AtomicReference<@Nullable Object> slot = ring.get(sequence);
        for (int tries = 0; slot.getAcquire() != null; tries++) { // pairs with the release in poll()
            SpinThenPark.pause(tries);
        }
        slot.setRelease(content); // visible to each thread that finds the sequence published
        ring.publish(sequence);
        return true;
    }

    @Override
    public @Nullable E poll() {
        return take(false);
    }

    @SuppressWarnings("unchecked")
    private @Nullable E take(boolean closing) {
        long last = taken.get();
        while (closing || !isClosed()) { // read after `taken`, see takeRest()
            long next = last + 1;
            AtomicReference<@Nullable Object> slot = ring.get(next);
            Object content = ring.isAvailable(next) ? slot.getAcquire() : null;
            if (content != null && content != END && taken.compareAndSet(last, next)) {
                slot.setRelease(null);
                return (E) content;
            }
            long now = taken.get();
            if (now == last) {
                return null;
            }
            last = now; // others took it, and its slot may hold another element
        }
        return null;
    }

    @Override
    public long taken() {
        return taken.get() + 1;
    }

    @Override
    long offered() {
        long end = ring.getCursor() + 1; // read first: if this counts an END, the ring is known to be closed
        return isClosed() ? taken() : end;
    }

    @Override
    @Nullable
    @SuppressWarnings("unchecked")
    E get(long number) {
        Object content = contentOf(number);
        return content == END ? null : (E) content;
    }

    private @Nullable Object contentOf(long number) {
        return ring.isAvailable(number) ? ring.get(number).getAcquire() : null;
    }

    /*
     * The cursor cannot be closed, so the room is used up: END is put into every free slot. When the first END is the
     * next to be taken, and the ring is full, no slot becomes free ever again. Producers may have put something between
     * two ENDs.
     *
     * Takers are refused first. One that is under way has read `taken` before it found the ring open. So once this
     * thread has moved `taken`, its compare-and-set fails: what takers get comes before what this thread gets.
     */
    @Override
    @SuppressWarnings("unchecked")
    long takeRest(List<? super E> rest) {
        int before = rest.size();
        for (int tries = 0; contentOf(taken()) != END; tries++) {
            E first = take(true);
            if (first != null) {
                keep(rest, first);
            } else if (!put(END)) {
                SpinThenPark.pause(tries); // a producer is between two instructions
            }
        }
        long byTakers = taken() - (rest.size() - before);
        while (put(END)) {
            // until it is full
        }
        long end = ring.getCursor();
        for (long number = taken(); number <= end; number++) {
            Object content = contentOf(number);
            for (int tries = 0; content == null; tries++) {
                SpinThenPark.pause(tries);
                content = contentOf(number);
            }
            if (content != END) {
                keep(rest, (E) content);
            }
        }
        return byTakers;
    }
}
