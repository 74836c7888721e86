package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue that the user has given: it decides about the order and the content, Mehari about who waits. */
final class BorrowedQueue extends Ring {
    /*
     * Other code may add to the queue and take from it as well. So nothing is counted here that the queue can be asked
     * for. The queue may be unbounded, as a PriorityBlockingQueue is: then a sender may add as long as the content and
     * the senders that are just adding (`adding`) are fewer than the capacity.
     *
     * The queue cannot be replaced. So taking it out of use means to empty it, or to go on with another ring for it. An
     * offer that comes too late finds the mark and takes the exchange out again, unless another thread was quicker; the
     * queue itself makes sure that only one of them gets it.
     *
     * Another context may use the same queue. What that context has sent stays in the queue when this ring is emptied.
     *
     * An offer that throws may have put the exchange in. It is taken out again, since the sender goes on as its owner.
     * If a taker was quicker than that, both have it: the queue broke its contract, and this cannot be detected here.
     */
    private final BlockingQueue<Exchange> queue;
    private final int capacity;
    private final Predicate<Exchange> ours;
    private final boolean boundsItself;
    private final AtomicInteger adding = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();

    /**
     * A bounded queue.
     *
     * @param capacity as the options say, or else the bound of the queue itself, or else the default
     * @param ours whether an exchange was sent by this context
     */
    BorrowedQueue(BlockingQueue<Exchange> queue, int capacity, Predicate<Exchange> ours) {
        this.queue = queue;
        this.capacity = capacity;
        this.ours = ours;
        this.boundsItself = (long) queue.remainingCapacity() + queue.size() <= capacity;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    boolean offer(Exchange exchange) {
        boolean accepted;
        try {
            accepted = boundsItself ? queue.offer(exchange) : offerWithinBound(exchange);
        } catch (Throwable e) {
            takeOutAgain(exchange);
            throw e;
        }
        VarHandle.fullFence();
        return accepted;
    }

    @SuppressWarnings("CatchingUnchecked")
    private void takeOutAgain(Exchange offered) {
        try {
            queue.remove(offered);
        } catch (Throwable ignored) {
            // the sender gets the first failure
        }
    }

    private boolean offerWithinBound(Exchange exchange) {
        int others;
        int tries = 0;
        do {
            others = adding.getAndIncrement();
            try {
                if (queue.size() + others < capacity) {
                    return queue.offer(exchange);
                }
            } finally {
                adding.decrementAndGet();
            }
            Backoff.spin(tries++);
        } while (others > 0 && tries < Backoff.ROUNDS); // they may be counted twice at this moment
        return false;
    }

    @Override
    @Nullable
    Exchange poll() {
        Exchange first = queue.poll();
        if (first != null) {
            taken.incrementAndGet();
        }
        return first;
    }

    @Override
    boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    boolean isFull() {
        return queue.remainingCapacity() == 0 || queue.size() >= capacity;
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
        for (Exchange each : new ArrayList<>(queue)) {
            if (ours.test(each) && queue.remove(each)) { // and not poll(): another context's may be in front
                mine.add(each);
            }
        }
        return mine;
    }

    @Override
    List<Exchange> moveTo(Ring next, Predicate<Exchange> stays) {
        if (next instanceof BorrowedQueue other && other != this && other.queue == queue) {
            seal();
            return List.of();
        }
        return super.moveTo(next, stays);
    }

    @Override
    Ring again() {
        return new BorrowedQueue(queue, capacity, ours);
    }

    @Override
    List<Exchange> remove(List<Exchange> listed, Predicate<Exchange> unwanted) {
        List<Exchange> removed = new ArrayList<>();
        for (Exchange each : listed) {
            if (unwanted.test(each) && queue.remove(each)) {
                taken.incrementAndGet();
                removed.add(each);
            }
        }
        return removed;
    }

    @Override
    boolean reclaimed(Exchange offered) {
        return isRetired() && queue.remove(offered);
    }

    @Override
    boolean lostToRetire(Exchange polled) {
        return false; // the queue gives each to one caller alone
    }
}
