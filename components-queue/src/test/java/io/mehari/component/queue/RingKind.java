package io.mehari.component.queue;

import java.util.concurrent.LinkedBlockingQueue;

/** Every ring there is, for tests that hold for all of them. */
enum RingKind {
    ONE_TAKER,
    MANY_TAKERS,
    AS_NEEDED,
    DISRUPTOR,
    BORROWED;

    Ring ring(int capacity) {
        return rings(capacity).make(this == ONE_TAKER);
    }

    Channel channel(int capacity) {
        return new Channel("test", rings(capacity), new Reply.Pending());
    }

    Ring.Factory rings(int capacity) {
        BorrowedQueue borrowed = new BorrowedQueue(new LinkedBlockingQueue<>(), capacity, any -> true);
        return switch (this) {
            case ONE_TAKER -> one -> new OneTakerRing(capacity);
            case MANY_TAKERS -> one -> new ManyTakersRing(capacity);
            case AS_NEEDED -> one -> one ? new OneTakerRing(capacity) : new ManyTakersRing(capacity);
            case DISRUPTOR -> one -> new DisruptorRing(powerOfTwo(capacity));
            case BORROWED -> one -> borrowed;
        };
    }

    boolean isForOneTaker() {
        return this == ONE_TAKER;
    }

    int exactCapacity(int capacity) {
        return this == DISRUPTOR ? powerOfTwo(capacity) : capacity;
    }

    private static int powerOfTwo(int capacity) {
        int power = 1;
        while (power < capacity) {
            power <<= 1;
        }
        return power;
    }
}
