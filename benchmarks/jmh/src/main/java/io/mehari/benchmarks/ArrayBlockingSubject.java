package io.mehari.benchmarks;

import java.util.concurrent.ArrayBlockingQueue;

/** The queue of the JDK. */
final class ArrayBlockingSubject extends PolledSubject {
    private final ArrayBlockingQueue<Parcel> queue = new ArrayBlockingQueue<>(CAPACITY);

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
