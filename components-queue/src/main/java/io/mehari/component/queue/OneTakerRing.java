package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** A ring for many producers and one taker. It is the fastest ring, and is used by routes with one consumer thread. */
final class OneTakerRing extends Ring {
    /*
     * JCTools rounds the capacity up to a power of two; offerIfBelowThreshold enforces the exact capacity. It compares
     * an index that it then moves by compare-and-set with one that only grows, so the bound holds for any number of
     * producers. JCTools' poll has no fence at its end, and Ring and WaitQueue need one. An offer moves the producers'
     * index by compare-and-set, and isEmpty() and listInto() look at that index.
     */
    private final MpscVarHandleArrayQueue<Exchange> queue;

    OneTakerRing(int capacity) {
        super(capacity);
        this.queue = new MpscVarHandleArrayQueue<>(capacity);
    }

    @Override
    boolean offer(Exchange exchange) {
        return queue.offerIfBelowThreshold(exchange, capacity);
    }

    @Override
    @Nullable
    Exchange poll() {
        Exchange first = queue.relaxedPoll();
        if (first != null) {
            VarHandle.fullFence();
        }
        return first;
    }

    @Override
    boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    int size() {
        return Math.min(queue.size(), capacity);
    }

    @Override
    long taken() {
        return queue.currentConsumerIndex();
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        return list(queue.iterator(), queue.size(), content, limit);
    }
}
