package io.mehari.component.queue.ring;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bounded queue that never blocks, and that can be closed while threads use it. */
public abstract class Ring<E> {
    /*
     * Elements are numbered in their order. Two counts only grow: offered(), the numbers that producers got, and
     * taken(), the numbers that takers got. close() ends the numbers: what has a number is in the ring for close() or a
     * taker, and no offer gets one afterwards. So an offer need not look again after it has succeeded, and what was
     * accepted has one owner. Each subclass shows how.
     */
    public final int capacity;

    private volatile boolean closed;

    Ring(int capacity) {
        this.capacity = capacity;
    }

    /** Creates rings of one kind and capacity. */
    @FunctionalInterface
    public interface Factory<E> {
        /** Creates a ring; if {@code oneTaker}, one thread at a time takes from it. */
        Ring<E> make(boolean oneTaker);
    }

    /**
     * Runs each of these rings once. The JVM links a call when it first runs, and needs memory for it. A full heap must
     * not end an offer between the claim of a number and the write of the element, since close() waits for it (law S4).
     */
    @SafeVarargs
    public static void link(Ring<Object>... unused) {
        for (Ring<Object> each : unused) {
            each.offer(each);
            each.poll();
            each.offer(each);
            each.close(new ArrayList<>());
        }
    }

    /** Adds an element at the end; false if there is no room, or if the ring is closed. Ends with a full fence. */
    public abstract boolean offer(E element);

    /** Takes the first element, and ends with a full fence; null if there is none, or if it is not written yet. */
    public abstract @Nullable E poll();

    /** As {@link #poll}, but waits for an element that is being written. */
    public final @Nullable E pollOrWait() {
        int tries = 0;
        E first = poll();
        while (first == null && !isEmpty()) {
            SpinThenPark.pause(tries++);
            first = poll();
        }
        return first;
    }

    /** The number of elements ever taken. It is incremented before the element is read. */
    public abstract long taken();

    /** The number of elements ever offered, including offers in progress. */
    abstract long offered();

    /** The element of that number; null if it is not there yet or not any more. It may be a later one. */
    abstract @Nullable E get(long number);

    /** True if every element offered so far, including offers in progress, has been taken. Read after a full fence. */
    public boolean isEmpty() {
        long first = taken(); // read first, so that there was a moment at which both were true
        return offered() <= first;
    }

    /** Whether an offer would fail. Read after a full fence. */
    public boolean isFull() {
        return size() >= capacity;
    }

    public int size() {
        long first;
        long size;
        do {
            first = taken();
            size = offered() - first;
        } while (first != taken());
        return (int) size;
    }

    /** Whether other code may add and take, because this is a user's queue: threads must sleep with a time limit. */
    public boolean isBorrowed() {
        return false;
    }

    /** Adds the content to the list, in order. False if the list is not complete because an offer is in progress. */
    public boolean listInto(List<? super E> content, int limit) {
        boolean complete = true;
        long first = taken();
        long end = Math.min(offered(), first + limit);
        for (long number = first; number < end; number++) {
            E element = get(number);
            if (element != null) {
                content.add(element);
            } else {
                complete &= number < taken(); // taken in the meantime; otherwise not written yet
            }
        }
        return complete;
    }

    /**
     * Reads elements while other threads take them, and adds what was read of those that were in the ring meanwhile.
     *
     * @param read must not write to the element, which belongs to another thread; null if that has changed it
     * @param drop gets what was read of an element that was taken
     * @param limit the largest size of the list
     */
    public final <T> void browse(Function<E, @Nullable T> read, Consumer<T> drop, int limit, List<? super T> seen) {
        /*
         * After an element was read, the number of elements taken is read: if this one is among them, the result is
         * dropped. taken() is incremented before an element is given out. So if it is not among them, it was in the
         * ring during all the reads.
         */
        long first = taken();
        List<E> content = new ArrayList<>();
        listInto(content, limit - seen.size());
        for (int i = 0; i < content.size() && seen.size() < limit; i++) {
            T result = read.apply(content.get(i));
            VarHandle.acquireFence(); // the reads above come before the read of the ring's count
            if (result != null && isStillInside(content.get(i), first + i)) {
                seen.add(result);
            } else if (result != null) {
                drop.accept(result);
            }
        }
    }

    /** Whether an element that was listed is still in the ring. The number counts all elements ever offered. */
    boolean isStillInside(E listed, long number) {
        return taken() <= number;
    }

    /**
     * Refuses all offers from now on, and takes what is in the ring. One caller, once.
     *
     * @param rest gets the elements that no taker has got, in order
     * @return how many elements takers have got
     */
    public final long close(List<? super E> rest) {
        refuse();
        return takeRest(rest);
    }

    abstract long takeRest(List<? super E> rest);

    /** Closes the tail, which refuses all later numbers; and moves the head there at once, so takers get no more. */
    final long takeRest(PaddedCount head, PaddedCount tail, List<? super E> rest) {
        long end = tail.close();
        long first;
        do {
            first = head.get();
        } while (!head.compareAndSet(first, end));
        for (long number = first; number < end; number++) {
            E element = get(number);
            for (int tries = 0; element == null; tries++) {
                SpinThenPark.pause(tries); // a producer is between two instructions
                element = get(number);
            }
            keep(rest, element);
        }
        return first;
    }

    /** Needs no memory: the caller of close() has made a list with room for all (law S4). */
    public static <T> void keep(List<? super T> rest, T element) {
        rest.add(element);
    }

    /** The first thing that is done to close a ring. Ends with a full fence. */
    final void refuse() {
        closed = true;
        VarHandle.fullFence();
    }

    public final boolean isClosed() {
        return closed;
    }
}
