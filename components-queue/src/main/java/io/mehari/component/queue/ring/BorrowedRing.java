package io.mehari.component.queue.ring;

import io.mehari.spi.internal.Log;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A ring on a queue that the user supplied. The queue defines the order; Mehari blocks and wakes the threads. */
public final class BorrowedRing<E> extends Ring<E> {
    /*
     * Other code may also add to the queue and take from it, so its size is read. The queue may be unbounded, such as a
     * PriorityBlockingQueue. Then a sender may add only while the size of the queue plus the number of senders that are
     * adding (`adding`) is less than the capacity.
     *
     * The queue itself cannot be closed. So after an offer has succeeded, it looks whether this ring was closed
     * meanwhile, and then removes its element again: it was refused, unless another thread has removed the element
     * before. The queue gives it to only one of them. For this an element must not be offered again after a taker has
     * removed it: the sender would find it, and both would own it. So senders offer new objects, which come from no
     * pool. To go on, another ring on the same queue is used. Elements of others stay in the queue when this ring is
     * closed.
     *
     * An offer that throws may still have added the element. It is removed again, because the sender remains its owner.
     * If a taker has removed it before, sender and taker both have it: the queue broke its contract, and this cannot be
     * detected here.
     */
    private final BlockingQueue<E> queue;
    private final Predicate<E> ours;
    private final boolean boundsItself;
    private final AtomicInteger adding = new AtomicInteger();
    private final AtomicLong taken; // of all rings on this queue

    /** @param ours whether an element was sent from here */
    public BorrowedRing(BlockingQueue<E> queue, int capacity, Predicate<E> ours) {
        this(queue, capacity, ours, (long) queue.remainingCapacity() + queue.size() <= capacity, new AtomicLong());
    }

    private BorrowedRing(
            BlockingQueue<E> queue, int capacity, Predicate<E> ours, boolean boundsItself, AtomicLong taken) {
        super(capacity);
        this.queue = queue;
        this.ours = ours;
        this.taken = taken;
        this.boundsItself = boundsItself;
    }

    /** Closes this ring, without taking anything out of the queue, and continues with another one on it. */
    public Ring<E> again() {
        Ring<E> next = new BorrowedRing<>(queue, capacity, ours, boundsItself, taken);
        refuse();
        return next;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public boolean offer(E element) {
        boolean accepted;
        try {
            accepted = boundsItself ? queue.offer(element) : offerWithinBound(element);
        } catch (Throwable e) {
            takeOutAgain(element);
            throw e;
        }
        VarHandle.fullFence();
        return accepted && !(isClosed() && queue.remove(element));
    }

    @SuppressWarnings("CatchingUnchecked")
    private void takeOutAgain(E offered) {
        try {
            queue.remove(offered);
        } catch (Throwable ignored) {
            // the sender gets the first failure
        }
    }

    private boolean offerWithinBound(E element) {
        int others;
        int tries = 0;
        do {
            others = adding.getAndIncrement();
            try {
                if (queue.size() + others < capacity) {
                    return queue.offer(element);
                }
            } finally {
                adding.decrementAndGet();
            }
            SpinThenPark.spin(tries++);
        } while (others > 0 && tries < SpinThenPark.ROUNDS); // one that has just added counts twice
        return false;
    }

    @Override
    public @Nullable E poll() {
        E first = isClosed() ? null : queue.poll();
        if (first != null) {
            taken.incrementAndGet();
        }
        return first;
    }

    @Override
    public boolean isEmpty() {
        return isClosed() || queue.isEmpty();
    }

    @Override
    public boolean isFull() {
        return queue.remainingCapacity() == 0 || queue.size() >= capacity;
    }

    @Override
    public int size() {
        return isClosed() ? 0 : Math.min(queue.size(), capacity);
    }

    @Override
    public long taken() {
        return taken.get();
    }

    @Override
    long offered() {
        return taken() + size();
    }

    @Override
    @Nullable
    E get(long number) {
        return null; // the queue may have any order
    }

    @Override
    public boolean isBorrowed() {
        return true;
    }

    @Override
    public boolean listInto(List<? super E> content, int limit) {
        Iterator<E> all = queue.iterator();
        for (int left = limit; left > 0 && all.hasNext(); left--) {
            content.add(all.next());
        }
        return true; // no place is reserved
    }

    @Override
    boolean isStillInside(E listed, long number) {
        return queue.contains(listed);
    }

    /** Returns 0: the next ring continues the count. */
    @Override
    long takeRest(List<? super E> rest) {
        remove(any -> true, rest);
        return 0;
    }

    /** Takes out the unwanted ones of our elements. If the queue fails, the caller gets those that are taken out. */
    @SuppressWarnings("CatchingUnchecked") // what is taken out must reach its owner
    public void remove(Predicate<? super E> unwanted, List<? super E> removed) {
        try {
            for (E each : new ArrayList<>(queue)) {
                if (ours.test(each) && unwanted.test(each)) {
                    remove(each, removed);
                }
            }
        } catch (Throwable e) {
            Log.warn(
                    BorrowedRing.class, "A queue has failed while messages were removed; the others are left in it", e);
        }
    }

    /** By remove(), because poll() could give an element of others. */
    private void remove(E unwanted, List<? super E> removed) {
        removed.add(unwanted); // first: afterwards there may be no room on the heap
        boolean owned = false;
        try {
            owned = queue.remove(unwanted);
        } finally {
            if (!owned) {
                removed.remove(removed.size() - 1);
            }
        }
    }
}
