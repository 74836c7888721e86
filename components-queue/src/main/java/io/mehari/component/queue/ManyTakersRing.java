package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.List;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** For many producers and many threads that take. */
final class ManyTakersRing extends Ring {
    /*
     * JCTools' queue has 2, 4, 8, … places. Any other capacity is kept by a count of the exchanges that were ever
     * admitted, in front of a queue that is larger: an exchange that is admitted finds a place. Where there is such a
     * count, it is the producers' index. The count and the indices of the queue move by compare-and-set, which is the
     * full fence that Ring asks for.
     *
     * The count has a limit, which is the capacity and the number of exchanges taken at the last look. That number only
     * grows. So an old limit is too small and never too large, and reading and writing it needs no order, only that a
     * long is not torn (opaque).
     *
     * A taker moves its index before it has emptied the place, a producer before it has filled it. The relaxed methods
     * do not wait for either. If the queue has room by its indices, the taker is between two instructions, and the
     * producer waits for it here.
     */
    private static final int LEAST = 2;

    private final MpmcVarHandleArrayQueue<Exchange> queue;
    private final @Nullable PaddedCount admitted;
    private final int capacity;

    ManyTakersRing(int capacity) {
        this.queue = new MpmcVarHandleArrayQueue<>(Math.max(LEAST, capacity));
        this.admitted = queue.capacity() == capacity ? null : new PaddedCount();
        this.capacity = capacity;
    }

    @Override
    boolean offer(Exchange exchange) {
        if (admitted != null && !admit(admitted)) {
            return false;
        }
        return queue.relaxedOffer(exchange) || offerAgain(exchange);
    }

    /** Admits one more, unless as many are inside as may be. */
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
    int capacity() {
        return capacity;
    }

    @Override
    long taken() {
        return queue.currentConsumerIndex();
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        return OneTakerRing.list(queue.iterator(), size(), content, limit);
    }
}
