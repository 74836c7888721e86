package io.mehari.benchmarks;

import java.util.concurrent.BlockingQueue;

/** A {@link BlockingQueue} of the JDK or of Mehari. */
final class BlockingSubject extends PolledSubject {
    private final BlockingQueue<Parcel> queue;

    /** The queue must have room for {@link #CAPACITY} messages. */
    BlockingSubject(BlockingQueue<Parcel> queue) {
        this.queue = queue;
    }

    @Override
    void make(int consumers) {}

    @Override
    void put(Parcel parcel) throws InterruptedException {
        queue.put(parcel);
    }

    @Override
    Parcel take() throws InterruptedException {
        return queue.take();
    }
}
