package io.mehari.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A bare queue from which our threads take. */
abstract class PolledSubject extends RawQueueSubject {
    private final List<Thread> takers = new ArrayList<>();
    private volatile boolean closed;

    /** Creates the queue, before any thread takes from it. */
    abstract void make(int consumers);

    /** Takes the first parcel, and waits until there is one. */
    abstract Parcel take() throws InterruptedException;

    @Override
    public void open(String scheme, int consumers, Consumer<Object> sink) {
        make(consumers);
        for (int i = 0; i < consumers; i++) {
            Thread taker = new Thread(() -> takeAll(sink), "taker-" + i);
            takers.add(taker);
            taker.start();
        }
    }

    private void takeAll(Consumer<Object> sink) {
        try {
            while (!closed) {
                deliver(take(), sink);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        closed = true;
        takers.forEach(Thread::interrupt);
        for (Thread each : takers) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
