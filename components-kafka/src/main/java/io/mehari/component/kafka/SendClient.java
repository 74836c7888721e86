package io.mehari.component.kafka;

import io.mehari.spi.internal.Log;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The client that all senders to one access share, and the thread that passes their records to the client. */
final class SendClient implements Runnable {
    /*
     * The client's send() may block: for the metadata of a topic, or for room in its buffer. Threads that routes share
     * must not block, so a separate thread calls send(), in the order in which the senders came. Nor may a record hold
     * back those of other topics: with max.block.ms=0 the client refuses at once what it cannot take, and the record
     * waits in `waits`. The client of a transaction needs that setting for its commits, so there send() blocks; it gets
     * a record when a client without transactions knows its topic.
     *
     * The calls that wait for this thread are in `calls`: one for each suspended sender, and at most maxInFlight whose
     * senders have already continued.
     *
     * If records are sent ahead, the client has one request on its way, and its thread closes it in the callback of a
     * failure, before it sends another one: so no later record of the same partition is written. All other records that
     * it had fail, too, and their calls with them. Then this thread creates a new client. Before, it waits for the end
     * of the old one's thread, so no callback comes from it any more.
     *
     * Guarded by this: calls, thread, closed.
     */
    private static final long NANOS_BETWEEN_ATTEMPTS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_END_MILLIS = 2_000;
    private static final int MOST_CLOSES = 3;

    private final KafkaAccess access;
    private final boolean sendsAhead;
    private ArrayDeque<SendCall> calls = new ArrayDeque<>();
    private @Nullable Thread thread;
    private boolean waiting;
    private boolean closed;

    /** This thread creates the client. Another thread closes it, which ends a blocked send(). */
    private volatile @Nullable Producer<byte[], byte[]> client;

    /** A send has failed, so the client sends nothing any more. Only the thread of this object sets it to false. */
    private volatile boolean broken;

    // ---- of the thread
    private final @Nullable WaitingCalls<SendCall> waits;
    private final Consumer<SendCall> passing = this::pass;
    private @Nullable String lastTopic;
    private @Nullable KafkaConnectionException lastFailure;
    private long nextAttempt;

    SendClient(KafkaAccess access) {
        this(access, false);
    }

    /** @param sendsAhead whether a sender does not wait for the end of the send before */
    SendClient(KafkaAccess access, boolean sendsAhead) {
        this.access = access;
        this.sendsAhead = sendsAhead;
        this.waits = new WaitingCalls<>(access.settings);
    }

    /** Uses a client that exists already: the client of a transaction. */
    SendClient(KafkaAccess access, Producer<byte[], byte[]> client) {
        this.access = access;
        this.sendsAhead = false;
        this.client = client;
        this.waits = null;
    }

    void send(SendCall call) {
        if (waits != null) {
            call.startTimer();
        }
        add(call, false);
    }

    /** Called in a callback of the client. Those that come meanwhile go after it: they may be refused, and it with them. */
    @SuppressWarnings("CatchingUnchecked") // law S4: such as an OutOfMemoryError, after which it has failed
    boolean sendsAgain(SendCall call) {
        try {
            if (waits != null) { // else its transaction fails for the other record
                add(call, true);
            }
            return waits != null;
        } catch (Throwable e) {
            return false;
        }
    }

    private void add(SendCall call, boolean first) {
        boolean refused;
        synchronized (this) {
            refused = closed;
            if (!refused) {
                if (thread == null) {
                    Thread made = access.pools().newThread("kafka-send-" + access.settings.topic, this);
                    made.start(); // may fail; the thread looks for calls as soon as this monitor is free
                    thread = made;
                }
                if (first) {
                    calls.addFirst(call);
                } else {
                    calls.add(call);
                }
                if (waiting) {
                    waiting = false;
                    notifyAll();
                }
            }
        }
        if (refused) {
            call.fail(stopped());
        }
    }

    // ---- failures of records that are sent ahead

    boolean isBroken() {
        return broken;
    }

    /** Called in a callback of the client, on its thread: it sends nothing any more. */
    void breakOff() {
        if (!broken) {
            broken = true;
            for (int i = 0; i < MOST_CLOSES && !close(client); i++) {
                // law S4: what was thrown, such as an OutOfMemoryError, may have come before it was closed
            }
        }
    }

    private KafkaConnectionException stopped() {
        return new KafkaConnectionException(access + " has stopped: the record was not sent", null);
    }

    // ---- the thread

    @Override
    public void run() {
        ArrayDeque<SendCall> taken = new ArrayDeque<>();
        ArrayDeque<SendCall> next;
        while ((next = take(taken)) != null) {
            taken = next;
            WaitingCalls.drain(taken, passing);
            retry();
        }
        if (waits != null) {
            WaitingCalls.drain(waits.removeAll(), each -> each.fail(stopped()));
        }
        var unused = close(client);
    }

    /**
     * Creates the client if it was closed: the records that wait may be all that the thread gets, since those after
     * them do not come before they have ended.
     *
     * <p>Law S4: whatever is thrown, the thread goes on, for later records have no other.
     */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private void retry() {
        replaceBroken();
        if (waits != null && !waits.isEmpty() && !isClosed()) {
            try {
                waits.retry(open(), passing);
            } catch (KafkaConnectionException e) { // as for a record that is passed on now
                WaitingCalls.drain(waits.removeAll(), each -> each.fail(e));
            } catch (Throwable e) {
                Log.warn(SendClient.class, "Records that wait for a client of Kafka are tried again later", e);
            }
        }
    }

    /**
     * Takes all new calls, and leaves an empty queue in their place. Returns the empty queue when it is time to try
     * again what waits, and null if the client is closed.
     */
    private synchronized @Nullable ArrayDeque<SendCall> take(ArrayDeque<SendCall> empty) {
        long millis = waits == null ? 0 : waits.pauseMillis();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (calls.isEmpty() && !closed) {
            if (millis > 0 && System.nanoTime() - end >= 0) {
                return empty;
            }
            waiting = true;
            try {
                wait(millis);
            } catch (InterruptedException e) {
                // the thread ends only when the client is closed
            }
        }
        if (calls.isEmpty()) {
            return null;
        }
        ArrayDeque<SendCall> taken = calls;
        calls = empty;
        return taken;
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void pass(SendCall call) {
        if (call.isDone()) {
            call.left(); // the sender of this call has given up
            return;
        }
        replaceBroken();
        if (call.isObsolete()) {
            call.refused(new IllegalStateException("a record before it was not sent"));
            return;
        }
        if (isClosed()) {
            call.fail(stopped());
            return;
        }
        Producer<byte[], byte[]> open;
        try {
            open = open();
        } catch (Throwable e) {
            call.fail(e);
            return;
        }
        try {
            pass(call, open);
        } catch (Throwable e) {
            lastTopic = null;
            call.refused(e);
        }
    }

    private void pass(SendCall call, Producer<byte[], byte[]> open) {
        WaitingCalls<SendCall> later = waits;
        if (later != null && !later.isEmpty() && later.takes(call)) {
            return;
        }
        String topic = call.record.topic();
        Exception why = null;
        if (later != null && !topic.equals(lastTopic)) {
            why = WaitingCalls.obstacle(open, topic); // interceptors of the client do not see this attempt
        }
        if (why == null) {
            why = call.passTo(open);
        }
        lastTopic = why == null ? topic : null;
        if (why != null && !(later != null && why instanceof TimeoutException late && later.add(call, late, open))) {
            call.refused(why);
        }
    }

    private void replaceBroken() {
        if (broken) {
            var unused = close(client); // waits for the end of its thread
            client = null;
            lastTopic = null;
            broken = false;
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** The client is created for the first record, so that a route starts without brokers. */
    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private Producer<byte[], byte[]> open() {
        Producer<byte[], byte[]> kafkaProducer = client;
        KafkaConnectionException before = lastFailure;
        if (kafkaProducer != null) {
            return kafkaProducer;
        }
        if (before != null && System.nanoTime() - nextAttempt < 0) {
            throw new KafkaConnectionException(String.valueOf(before.getMessage()), before.getCause());
        }
        try {
            kafkaProducer =
                    new KafkaProducer<>(sendsAhead ? access.settings.sendAheadConfig() : access.settings.sendConfig());
            client = kafkaProducer;
            lastFailure = null;
        } catch (Throwable e) {
            KafkaConnectionException failure = Brokers.noConnection(access, e);
            lastFailure = failure;
            nextAttempt = System.nanoTime() + NANOS_BETWEEN_ATTEMPTS;
            throw failure;
        }
        // closed in the meantime: close() may not have found the client, and then nothing would end a blocked send()
        if (isClosed()) {
            throw stopped();
        }
        return kafkaProducer;
    }

    // ---- end

    /**
     * Fails all sends that are not acknowledged, before it returns. Before this, a stop has waited for them until its
     * deadline.
     */
    void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        var unused = close(client);
        if (running != null && running != Thread.currentThread()) {
            try {
                running.join(LONGEST_END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private boolean close(@Nullable Producer<byte[], byte[]> kafkaProducer) {
        try {
            if (kafkaProducer != null) {
                kafkaProducer.close(Duration.ZERO); // its callbacks make the calls fail
            }
            return true;
        } catch (Throwable e) {
            Log.warn(SendClient.class, access + ": the client could not be closed", e);
            return false;
        }
    }
}
