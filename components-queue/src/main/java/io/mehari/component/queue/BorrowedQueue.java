package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A ring on a queue that the user supplied. The queue defines the order; Mehari blocks and wakes the threads. */
final class BorrowedQueue extends Ring {
    /*
     * Other code may also add to the queue and take from it, so its size is read. The queue may be unbounded, such as a
     * PriorityBlockingQueue. Then a sender may add only while the size of the queue plus the number of senders that are
     * adding (`adding`) is less than the capacity.
     *
     * The queue cannot be replaced. So to retire this ring means to empty the queue, or to continue with another ring
     * on the same queue. An offer that comes too late sees the mark of the retired ring and removes its exchange again.
     * If another thread removes it at the same time, the queue gives it to only one of them. The messages of another
     * context stay in the queue when this ring is emptied.
     *
     * An offer that throws may still have added the exchange. It is removed again, because the sender remains its
     * owner. If a taker has removed it before, sender and taker both have it: the queue broke its contract, and this
     * cannot be detected here.
     */
    private final BlockingQueue<Exchange> queue;
    private final Predicate<Exchange> ours;
    private final boolean boundsItself;
    private final AtomicInteger adding = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();

    /** @param ours whether an exchange was sent by this context */
    BorrowedQueue(BlockingQueue<Exchange> queue, int capacity, Predicate<Exchange> ours) {
        super(capacity);
        this.queue = queue;
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
        } while (others > 0 && tries < Backoff.ROUNDS); // one that has just added counts twice
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
    long taken() {
        return taken.get();
    }

    @Override
    boolean isBorrowed() {
        return true;
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        return list(queue.iterator(), 0, content, limit); // no place is reserved
    }

    @Override
    boolean isStillInside(Exchange listed, long number) {
        return queue.contains(listed); // the queue may have any order
    }

    @Override
    List<Exchange> retire() {
        seal();
        List<Exchange> mine = new ArrayList<>(queue);
        mine.removeIf(each -> !ours.test(each) || !queue.remove(each)); // poll() could give another context's message
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

    Ring again() {
        return new BorrowedQueue(queue, capacity, ours);
    }

    /** Takes out those of the listed exchanges that are unwanted and still in the queue. */
    List<Exchange> remove(List<Exchange> listed, Predicate<Exchange> unwanted) {
        List<Exchange> removed = new ArrayList<>();
        for (Exchange each : listed) {
            if (unwanted.test(each) && queue.remove(each)) {
                taken.incrementAndGet(); // at once, since the next call of a user's queue may fail
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
        return false; // the queue gives each exchange to one caller
    }
}
