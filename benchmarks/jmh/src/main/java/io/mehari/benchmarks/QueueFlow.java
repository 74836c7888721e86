package io.mehari.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that send through one queue, and threads that take from it and count. */
final class QueueFlow implements AutoCloseable {
    private static final String BODY = "body";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long NAP_NANOS = 20_000;

    /** The number of threads that send, and that take. */
    record Shape(int producers, int consumers) {

        /** Parses a shape such as {@code 2-3}. */
        static Shape of(String text) {
            int dash = text.indexOf('-');
            return new Shape(Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
        }

        @Override
        public String toString() {
            return producers + "-" + consumers;
        }
    }

    private final Tally tally;
    private final QueueSubject queue;
    private final List<Thread> others = new ArrayList<>();

    /**
     * The calling thread and the other producers wait for each other when a batch begins, and when all of it is sent.
     */
    private final Phaser turns;

    private volatile long share;
    private volatile boolean over;
    private long expected;

    QueueFlow(String subject, Shape shape) {
        tally = new Tally(shape.consumers);
        queue = QueueSubject.opened(subject, shape.consumers, tally);
        turns = new Phaser(shape.producers);
        for (int i = 1; i < shape.producers; i++) {
            Thread producer = new Thread(this::sendShares, "producer-" + i);
            producer.setDaemon(true);
            others.add(producer);
            producer.start();
        }
    }

    private void sendShares() {
        turns.arriveAndAwaitAdvance();
        while (!over) {
            send(share);
            turns.arriveAndAwaitAdvance();
            turns.arriveAndAwaitAdvance();
        }
    }

    private void send(long count) {
        for (long i = 0; i < count; i++) {
            queue.send(BODY);
        }
    }

    /** Sends that many messages, and waits until all have arrived. The calling thread sends its share of them. */
    void batch(long messages) {
        int producers = others.size() + 1;
        share = messages / producers;
        long mine = messages - share * others.size();
        turns.arriveAndAwaitAdvance();
        send(mine);
        turns.arriveAndAwaitAdvance();
        expected += messages;
        awaitAll();
    }

    private void awaitAll() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (tally.total() < expected) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(tally.total() + " messages have arrived, not " + expected);
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
        if (tally.total() != expected) {
            throw new AssertionError(tally.total() + " messages have arrived, not " + expected);
        }
    }

    @Override
    public void close() {
        over = true;
        turns.arriveAndDeregister();
        for (Thread each : others) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        queue.close();
    }
}
