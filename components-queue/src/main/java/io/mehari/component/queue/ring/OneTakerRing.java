package io.mehari.component.queue.ring;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A ring for many producers and one taker at a time. It is the fastest ring, for routes with one consumer thread. */
public final class OneTakerRing<E> extends Ring<E> {
    /*
     * Number n has the place n & mask. A producer gets its number by compare-and-set on `tail`, and writes the element
     * with release. The taker reads the element with acquire, gets its number by compare-and-set on `head`, and then
     * empties the place.
     *
     * There are more places than the capacity. So a producer gets number n only if head has passed n - length + 1: the
     * taker has emptied the place of n - length before. The producer knows it from head, or from the limit of the tail
     * (the capacity plus the head when it was last read), which is written with release and read with acquire.
     *
     * After a close the compare-and-set of the taker fails, so the thread that closes is the only one to read what is
     * left. No number has the place of another one that is left, because these are at most as many as the capacity.
     */
    private final int mask;
    private final AtomicReferenceArray<@Nullable E> places;
    private final PaddedCount tail = new PaddedCount();
    private final PaddedCount head = new PaddedCount();

    public OneTakerRing(int capacity) {
        super(capacity);
        int length = Integer.highestOneBit(capacity) << 1;
        this.mask = length - 1;
        this.places = new AtomicReferenceArray<>(length);
    }

    @Override
    public boolean offer(E element) {
        long number;
        do {
            number = tail.get();
            if (number >= tail.limitAcquire()) {
                long fresh = head.get() + capacity;
                if (number >= fresh) {
                    return false;
                }
                tail.setLimitRelease(fresh);
            }
        } while (!tail.compareAndSet(number, number + 1));
        places.setRelease((int) number & mask, element); // pairs with getAcquire in poll() and get()
        return true;
    }

    @Override
    public @Nullable E poll() {
        long number = head.get();
        int place = (int) number & mask;
        E first = places.getAcquire(place);
        if (first == null || !head.compareAndSet(number, number + 1)) {
            return null;
        }
        places.setPlain(place, null); // comes before the next compare-and-set of head
        return first;
    }

    @Override
    public long taken() {
        return head.get();
    }

    @Override
    long offered() {
        return tail.countOfClosed();
    }

    @Override
    @Nullable
    E get(long number) {
        return places.getAcquire((int) number & mask);
    }

    @Override
    long takeRest(List<? super E> rest) {
        return takeRest(head, tail, rest);
    }
}
