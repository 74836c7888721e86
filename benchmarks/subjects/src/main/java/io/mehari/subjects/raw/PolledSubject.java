package io.mehari.subjects.raw;

import io.mehari.subjects.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.function.IntFunction;

/** A queue from which our threads take. */
public abstract class PolledSubject extends QueueSubject {
    PolledSubject() {}

    private final List<Thread> takers = new ArrayList<>();

    /** Makes the queue, before any thread takes from it. */
    abstract void make(int senders, int consumers);

    /** Takes the first envelope, and waits until there is one. */
    abstract Envelope take() throws InterruptedException;

    @Override
    final void open(int senders, int consumers) {
        make(senders, consumers);
        for (int i = 0; i < consumers; i++) {
            Thread taker = new Thread(this::takeAll, "taker-" + i);
            taker.setDaemon(true);
            takers.add(taker);
            taker.start();
        }
    }

    private void takeAll() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                deliver(take());
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public final void close() {
        takers.forEach(Thread::interrupt);
        for (Thread each : takers) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A {@link BlockingQueue} of the JDK or of Mehari. */
    public static final class Blocking extends PolledSubject {
        private final BlockingQueue<Envelope> queue;

        /** The queue is made for a capacity. */
        public Blocking(IntFunction<BlockingQueue<Envelope>> queue) {
            this.queue = queue.apply(Scenario.CAPACITY);
        }

        @Override
        void make(int senders, int consumers) {}

        @Override
        void put(Envelope envelope) throws InterruptedException {
            queue.put(envelope);
        }

        @Override
        Envelope take() throws InterruptedException {
            return queue.take();
        }
    }
}
