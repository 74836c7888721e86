package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A queue that the user has brought along: it decides on the order, we on how much is in it and on who waits. */
final class BorrowedQueue extends Ring {
    /*
     * The queue may be unbounded, as a PriorityBlockingQueue is: `inside` keeps the bound. It cannot be replaced, so
     * taking it out of use means to empty it. An offer that comes too late finds the mark and takes the exchange out
     * again, unless somebody was quicker; the queue itself sees to it that it is one of them.
     */
    private final BlockingQueue<Exchange> queue;
    private final int capacity;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();

    /** A queue of which the bound is that of the options, if they name one, or its own, or the default. */
    BorrowedQueue(BlockingQueue<Exchange> queue, int capacity) {
        this.queue = queue;
        this.capacity = capacity;
        this.inside.set(queue.size());
    }

    @Override
    boolean offer(Exchange exchange) {
        if (!enter()) {
            return false;
        }
        boolean accepted = false;
        try {
            accepted = queue.offer(exchange);
        } finally {
            if (!accepted) {
                inside.decrementAndGet();
            }
        }
        VarHandle.fullFence();
        return accepted;
    }

    private boolean enter() {
        int seen = inside.get();
        while (seen < capacity) {
            if (inside.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = inside.get();
        }
        return false;
    }

    @Override
    @Nullable
    Exchange poll() {
        Exchange first = remove();
        if (first != null) {
            taken.incrementAndGet();
        }
        return first;
    }

    private @Nullable Exchange remove() {
        Exchange first = queue.poll();
        if (first != null) {
            inside.decrementAndGet();
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
    int capacity() {
        return capacity;
    }

    @Override
    long taken() {
        return taken.get();
    }

    @Override
    boolean isBorrowed() {
        return true;
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        Iterator<Exchange> all = queue.iterator();
        for (int found = 0; found < limit && all.hasNext(); found++) {
            content.add(all.next());
        }
        return true;
    }

    @Override
    boolean isStillInside(Exchange listed, long number) {
        return queue.contains(listed); // the order is the queue's own
    }

    @Override
    List<Exchange> retire() {
        seal();
        List<Exchange> mine = new ArrayList<>();
        Exchange each = remove();
        while (each != null) {
            mine.add(each);
            each = remove();
        }
        return mine;
    }

    @Override
    boolean cameTooLate(Exchange offered) {
        if (!isSealed() || !queue.remove(offered)) {
            return false;
        }
        inside.decrementAndGet();
        return true;
    }

    @Override
    boolean wasTakenAway(Exchange polled) {
        return false; // the queue gives each to one caller alone
    }
}
