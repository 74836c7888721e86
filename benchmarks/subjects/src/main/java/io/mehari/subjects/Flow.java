package io.mehari.subjects;

import io.mehari.engine.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches of messages to a subject, from one or more threads, and waits for each batch until all of it has
 * arrived. At the end it checks what has arrived, if the sink can tell.
 */
public final class Flow implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long NAP_NANOS = 20_000;
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Scenario scenario;
    private final Subject subject;
    private final Sink sink;
    private final List<Sender> senders = new ArrayList<>();
    private final List<Thread> others = new ArrayList<>();

    /**
     * The calling thread and the other senders wait for each other when a batch begins, and when all of it is sent.
     */
    private final Phaser turns;

    private volatile long share;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;
    private long expected;

    /** Sends its bodies in turn. */
    private final class Sender {
        private final Object[] bodies;
        private final List<Object> list;
        private int place;
        private long sent;

        Sender(int index) {
            bodies = Payload.ring(scenario, index);
            list = List.of(bodies);
        }

        void send(long count) {
            try {
                if (scenario.sendsLists()) {
                    for (long i = 0; i < count; i += list.size()) {
                        subject.send(list);
                    }
                } else {
                    sendBodies(count);
                }
                sent += count;
            } catch (Throwable e) {
                failure = e;
            }
        }

        private void sendBodies(long count) throws Exception {
            int next = place;
            for (long i = 0; i < count; i++) {
                subject.send(bodies[next]);
                next = next + 1 == bodies.length ? 0 : next + 1;
            }
            place = next;
        }
    }

    /** Starts the subject. */
    public Flow(Subject subject, Scenario scenario, Sink sink) throws Exception {
        this.scenario = scenario;
        this.subject = subject;
        this.sink = sink;
        subject.start(scenario, sink);
        turns = new Phaser(scenario.senders());
        for (int i = 0; i < scenario.senders(); i++) {
            Sender sender = new Sender(i);
            senders.add(sender);
            if (i > 0) {
                Thread thread = new Thread(() -> sendShares(sender), "sender-" + i);
                thread.setDaemon(true);
                others.add(thread);
                thread.start();
            }
        }
    }

    private void sendShares(Sender sender) {
        turns.arriveAndAwaitAdvance();
        while (!over) {
            sender.send(share);
            turns.arriveAndAwaitAdvance();
            turns.arriveAndAwaitAdvance();
        }
    }

    /**
     * Sends that many messages, and waits until all have arrived. The calling thread sends its share of them.
     *
     * @param messages a multiple of {@link Payload#RING} if it is a list or a group that is sent
     */
    public void batch(long messages) {
        share = messages / senders.size();
        long mine = messages - share * others.size();
        turns.arriveAndAwaitAdvance();
        senders.get(0).send(mine);
        turns.arriveAndAwaitAdvance();
        expected += scenario.arrivals(messages);
        awaitAll();
    }

    /**
     * Sends batches until throughput and processor time are steady, or the time is up. Returns the seconds that it
     * took, negative if no steady state was shown.
     */
    public double warmUp(long messages, double mostSeconds) {
        SteadyState state = new SteadyState();
        long begin = System.nanoTime();
        long window = (long) Math.min((double) WINDOW_NANOS, mostSeconds * 1e9 / (4 * SteadyState.WINDOWS));
        for (long now = begin; !state.isShown(); ) {
            if (now - begin >= mostSeconds * 1e9) {
                return -mostSeconds;
            }
            long from = now;
            long cpu = Usage.cpu();
            long sent = 0;
            while (now - from < window) {
                batch(messages);
                sent += messages;
                now = System.nanoTime();
            }
            state.add(sent, now - from, Usage.cpu() - cpu);
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private void awaitAll() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (sink.arrived() < expected && failure == null && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        if (failure != null) {
            throw new IllegalStateException(scenario + " failed", failure);
        }
        if (sink.arrived() != expected) {
            throw new AssertionError(sink.arrived() + " messages have arrived, not " + expected);
        }
    }

    /** What has arrived, compared with what was sent; null if the sink only counts. */
    @Nullable
    Delivery delivery() {
        return sink instanceof Tally tally
                ? tally.verdict(
                        scenario, senders.stream().mapToLong(each -> each.sent).toArray())
                : null;
    }

    /** Stops the subject, and fails if a message is missing, came twice or was not sent. */
    @Override
    public void close() {
        over = true;
        turns.arriveAndDeregister();
        subject.close();
        if (failure == null && sink.arrived() != expected) {
            throw new AssertionError(sink.arrived() + " messages have arrived, not " + expected);
        }
        Delivery delivery = delivery();
        if (delivery != null && !delivery.wrong().isEmpty()) {
            throw new AssertionError(delivery.wrong());
        }
    }
}
