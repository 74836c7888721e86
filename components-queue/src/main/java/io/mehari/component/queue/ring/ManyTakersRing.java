package io.mehari.component.queue.ring;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A ring for many producers and takers, from which an element can be removed by its number before a taker gets to it.
 */
public final class ManyTakersRing<E> extends Ring<E> {
    /*
     * `tail` counts the elements that were ever added. `head` counts those that were passed: taken, or skipped because
     * they were removed. So head is the number of the first element. Number n has the place n & mask. The sequence of
     * that place has these values, one after the other:
     *
     *     n            free for number n
     *     n + 1        holds it
     *     CLAIMED      one thread has claimed it and empties the place; only while there are removers, see remove()
     *     -2 - n       it was removed, and head has not passed it yet
     *     n + length   free for the next element
     *
     * A producer gets its number by compare-and-set on tail, waits until the place is free, writes the element and then
     * the sequence. A taker reads the sequence, gets the number by compare-and-set on head, empties the place and then
     * writes the sequence. The write of a sequence is a release, and each read of it an acquire: with n + 1 comes the
     * element, and with n + length the emptied place. Each value belongs to one number, so an outdated sequence is not
     * taken for a current one.
     */
    private static final long CLAIMED = -1;

    /** In {@link #removals}: a remover that may claim something. */
    private static final long REMOVER = 1;

    /** In {@link #removals}: a removed element that head has not passed. */
    private static final long REMOVED = 1L << 32;

    private final int mask;
    private final AtomicReferenceArray<@Nullable E> places;
    private final AtomicLongArray sequences;
    private final PaddedCount tail = new PaddedCount();
    private final PaddedCount head = new PaddedCount();
    private final PaddedCount removals = new PaddedCount();

    public ManyTakersRing(int capacity) {
        super(capacity);
        int length = Integer.highestOneBit(Math.max(2, capacity) * 2 - 1); // with one place, n + 1 has two meanings
        this.mask = length - 1;
        this.places = new AtomicReferenceArray<>(length);
        this.sequences = new AtomicLongArray(length);
        for (int i = 0; i < length; i++) {
            sequences.setPlain(i, i);
        }
    }

    private int place(long number) {
        return (int) number & mask;
    }

    private static long removed(long number) {
        return -2 - number;
    }

    // ---- adding

    @Override
    public boolean offer(E element) {
        while (true) {
            long number = tail.get();
            if (number >= tail.limitAcquire()) { // the capacity and an earlier head, so never too large
                long fresh = head.get() + capacity;
                if (number < fresh) {
                    tail.setLimitRelease(fresh);
                } else if (passRemoved()) {
                    continue;
                } else {
                    return false;
                }
            }
            if (tail.compareAndSet(number, number + 1)) {
                fill(number, element);
                return true;
            }
        }
    }

    private void fill(long number, E element) {
        int place = place(number);
        for (int tries = 0; sequences.getAcquire(place) != number; tries++) {
            SpinThenPark.pause(tries); // the taker of the round before is between two instructions
        }
        places.setRelease(place, element);
        sequences.setRelease(place, number + 1);
    }

    // ---- taking

    @Override
    public @Nullable E poll() {
        while (true) {
            long number = head.get();
            int place = place(number);
            long sequence = sequences.getAcquire(place);
            if (sequence == number + 1) {
                if (head.compareAndSet(number, number + 1)) {
                    E element = take(number, place);
                    if (element != null) {
                        return element;
                    }
                }
            } else if (sequence == removed(number)) {
                passRemoved();
            } else if (sequence <= number) {
                return null;
            }
        }
    }

    /** Takes that element, which only this thread has passed; null if it was removed. */
    private @Nullable E take(long number, int place) {
        if (removals.get() == 0) {
            return empty(number, place);
        }
        E element = null;
        if (sequences.compareAndSet(place, number + 1, CLAIMED)) {
            element = empty(number, place);
        } else {
            for (int tries = 0; sequences.getAcquire(place) == CLAIMED; tries++) {
                SpinThenPark.pause(tries); // the remover is between two instructions
            }
            free(number, place);
        }
        passRemoved();
        return element;
    }

    private @Nullable E empty(long number, int place) {
        E element = places.getPlain(place);
        places.setPlain(place, null);
        sequences.setRelease(place, number + mask + 1);
        return element;
    }

    /** Makes the place of a removed element free, after head has passed it. */
    private void free(long number, int place) {
        sequences.setRelease(place, number + mask + 1);
        removals.addAndFence(-REMOVED);
    }

    /** Makes the places of removed elements free if no other element is before them. Returns whether there were any. */
    private boolean passRemoved() {
        boolean any = false;
        long number = head.get();
        while (sequences.get(place(number)) == removed(number)) {
            any = true;
            if (head.compareAndSet(number, number + 1)) {
                free(number, place(number));
            }
            number = head.get();
        }
        return any;
    }

    /** For a ring from which nothing is removed. */
    @Override
    long takeRest(List<? super E> rest) {
        return takeRest(head, tail, rest);
    }

    // ---- the content, by number

    /** The number of the first element, or of the next one if there is none. */
    @Override
    public long taken() {
        return head.get();
    }

    /** The number that the next element will get. */
    @Override
    public long offered() {
        return tail.countOfClosed();
    }

    /*
     * The element is written with a release and read with an acquire. So if it belongs to a later number, the second
     * read of the sequence finds a later one.
     */
    @Override
    public @Nullable E get(long number) {
        int place = place(number);
        if (sequences.getAcquire(place) != number + 1) {
            return null;
        }
        E element = places.getAcquire(place);
        return sequences.getAcquire(place) == number + 1 ? element : null;
    }

    /** The first element; null if there is none. */
    public @Nullable E peek() {
        int tries = 0;
        while (true) {
            long number = head.get();
            E element = get(number);
            if (element != null) {
                return element;
            }
            if (offered() <= number) {
                return null;
            }
            passRemoved();
            if (head.get() == number) {
                SpinThenPark.pause(tries++); // another thread is between two instructions
            }
        }
    }

    /*
     * One thread gets an element: a remover or the taker. If both must change the sequence from n + 1 to CLAIMED by
     * compare-and-set, one of them fails. A taker need not do so while there is no remover: then the compare-and-set on
     * head has given it the number alone. This saves an atomic instruction:
     *
     *     taker:  head = n + 1                   remover:  removals++
     *             look at removals                         look at head: n or less?
     *             0: take it; else: claim it               claim it
     *
     * These four are volatile reads and writes, so at least one of the two sees the other. Either the remover sees that
     * head has passed n, and claims nothing. Or the taker sees the remover in `removals`, and must claim. The remover
     * takes itself out of the count when it has claimed nothing; if it has claimed n, it stays there until head has
     * passed n. So if a taker gets n and then reads 0, no other thread has claimed it.
     *
     * The place of a removed element becomes free when head passes it, and head can pass only the first element. So
     * both sides check whether it is the first one:
     *
     *     taker of n - 1:  head = n              remover of n:  sequence = -2 - n
     *                      look at the sequence                 look at head: n?
     *
     * Again, one of them sees the other. The taker looks only if removals is not 0. If it is 0 although n is removed,
     * the remover increments removals only later, and then sees head.
     */
    /** Removes the element of that number; false if another thread has got it. */
    public boolean remove(long number) {
        int place = place(number);
        removals.addAndFence(REMOVER);
        if (head.get() > number || !sequences.compareAndSet(place, number + 1, CLAIMED)) {
            removals.addAndFence(-REMOVER);
            return false;
        }
        places.setPlain(place, null);
        removals.addAndFence(REMOVED - REMOVER);
        sequences.set(place, removed(number));
        passRemoved();
        return true;
    }

    /** The number of elements. Other than {@link #size}, this does not count the places of removed elements. */
    public int sizeWithoutRemoved() {
        return (int) Math.max(0, size() - removals.get() / REMOVED);
    }
}
