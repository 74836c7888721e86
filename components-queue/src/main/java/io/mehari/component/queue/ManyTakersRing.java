package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.List;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** For many producers and many threads that take. */
final class ManyTakersRing extends Ring {
    /*
     * JCTools has 2, 4, 8, … places. Any other capacity is kept by a gate in front of a queue that is larger: whoever
     * has passed the gate finds a place. Where there is a gate, it is the producers' index for everybody but
     * listInto(). Gate and indices move by compare-and-set, which is the full fence that Ring asks for.
     *
     * A taker moves its index before it has emptied the place, a producer before it has filled it. The relaxed forms
     * do not wait for either. Where the queue has room by its indices, the taker is between two instructions, and the
     * producer waits for it here.
     */
    private static final int LEAST = 2;

    private final MpmcVarHandleArrayQueue<Exchange> queue;
    private final @Nullable Gate gate;
    private final int capacity;

    ManyTakersRing(int capacity) {
        this.queue = new MpmcVarHandleArrayQueue<>(Math.max(LEAST, capacity));
        this.gate = queue.capacity() == capacity ? null : new Gate(capacity);
        this.capacity = capacity;
    }

    @Override
    boolean offer(Exchange exchange) {
        if (gate != null && !gate.enter(this)) {
            return false;
        }
        return queue.relaxedOffer(exchange) || offerAgain(exchange);
    }

    private boolean offerAgain(Exchange exchange) {
        int tries = 0;
        do {
            if (gate == null && queue.size() >= capacity) {
                return false;
            }
            Hesitation.briefly(tries++);
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
        return gate != null ? gate.entered() <= queue.currentConsumerIndex() : queue.isEmpty();
    }

    @Override
    int size() {
        long size = gate != null ? gate.entered() - queue.currentConsumerIndex() : queue.size();
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
        return OneTakerRing.list(queue.iterator(), queue.size(), content, limit);
    }
}
