package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.List;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** A ring for many producers and many takers. */
final class ManyTakersRing extends Ring {
    /*
     * JCTools' queue has 2, 4, 8, … places. For any other capacity, a larger queue is used, and a count of all
     * exchanges ever admitted limits its content: an admitted exchange always has a place. This count is then the
     * producers' index. It and the indices of the queue move by compare-and-set, the full fence that Ring asks for.
     *
     * The limit of the count is the capacity plus the number of exchanges taken when it was last read. That number only
     * grows. So an outdated limit may be too small but never too large. It is read and written in opaque mode: no
     * ordering is needed, but a long must not be torn.
     *
     * A taker moves its index before it has emptied the place, a producer before it has filled it. The relaxed methods
     * do not wait for this. If the indices show room and the place is not empty, the taker is between its two writes,
     * and the producer waits for the second one here.
     */
    private static final int LEAST = 2;

    private final MpmcVarHandleArrayQueue<Exchange> queue;
    private final @Nullable PaddedCount admitted;

    ManyTakersRing(int capacity) {
        super(capacity);
        this.queue = new MpmcVarHandleArrayQueue<>(Math.max(LEAST, capacity));
        this.admitted = queue.capacity() == capacity ? null : new PaddedCount();
    }

    @Override
    boolean offer(Exchange exchange) {
        if (admitted != null && !admit(admitted)) {
            return false;
        }
        return queue.relaxedOffer(exchange) || offerAgain(exchange);
    }

    /** Admits one more exchange, unless the ring holds as many as its capacity. */
    private boolean admit(PaddedCount count) {
        long seen = count.get();
        while (true) {
            if (seen >= count.limitOpaque()) {
                long fresh = taken() + capacity;
                if (seen >= fresh) {
                    return false;
                }
                count.setLimitOpaque(fresh);
            }
            if (count.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = count.get();
        }
    }

    private boolean offerAgain(Exchange exchange) {
        int tries = 0;
        do {
            if (admitted == null && queue.size() >= capacity) {
                return false;
            }
            Backoff.spinThenPark(tries++);
        } while (!queue.relaxedOffer(exchange));
        return true;
    }

    @Override
    @Nullable
    Exchange poll() {
        return queue.relaxedPoll();
    }

    @Override
    boolean isEmpty() {
        return admitted != null ? admitted.get() <= queue.currentConsumerIndex() : queue.isEmpty();
    }

    @Override
    int size() {
        long size = admitted != null ? admitted.get() - queue.currentConsumerIndex() : queue.size();
        return (int) Math.max(0, Math.min(size, capacity));
    }

    @Override
    long taken() {
        return queue.currentConsumerIndex();
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        return list(queue.iterator(), size(), content, limit);
    }
}
