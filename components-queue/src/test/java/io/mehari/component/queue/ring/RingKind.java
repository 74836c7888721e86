package io.mehari.component.queue.ring;

import java.util.concurrent.LinkedBlockingQueue;

/** Every ring there is, for tests that hold for all of them. */
public enum RingKind {
    ONE_TAKER,
    MANY_TAKERS,
    AS_NEEDED,
    DISRUPTOR,
    BORROWED;

    <E> Ring<E> ring(int capacity) {
        return this.<E>rings(capacity).make(this == ONE_TAKER);
    }

    public <E> Ring.Factory<E> rings(int capacity) {
        return switch (this) {
            case ONE_TAKER -> one -> new OneTakerRing<>(capacity);
            case MANY_TAKERS -> one -> new ManyTakersRing<>(capacity);
            case AS_NEEDED -> one -> one ? new OneTakerRing<>(capacity) : new ManyTakersRing<>(capacity);
            case DISRUPTOR -> one -> new DisruptorRing<>(powerOfTwo(capacity));
            case BORROWED -> one -> new BorrowedRing<>(new LinkedBlockingQueue<>(), capacity, any -> true);
        };
    }

    public boolean isForOneTaker() {
        return this == ONE_TAKER;
    }

    private static int powerOfTwo(int capacity) {
        int power = 1;
        while (power < capacity) {
            power <<= 1;
        }
        return power;
    }
}
