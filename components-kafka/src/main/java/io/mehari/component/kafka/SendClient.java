package io.mehari.component.kafka;

import io.mehari.spi.Log;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** The client that all senders to one endpoint share, and the thread that passes their records to the client. */
final class SendClient implements Runnable {
    /*
     * The client's send() may block: for the metadata of a topic, or for room in its buffer. Threads that routes share
     * must not block, so a separate thread calls send(), in the order in which the senders came. The calls that wait
     * for this thread are in `calls`: one for each suspended sender, and at most maxInFlight whose senders have already
     * continued.
     *
     * Guarded by this: calls, thread, closed.
     */
    private static final long NANOS_BETWEEN_ATTEMPTS = TimeUnit.MILLISECONDS.toNanos(500);

    private final KafkaEndpoint endpoint;
    private ArrayDeque<SendCall> calls = new ArrayDeque<>();
    private @Nullable Thread thread;
    private boolean waiting;
    private boolean closed;

    /** This thread creates the client. Another thread closes it, which ends a blocked send(). */
    private volatile @Nullable Producer<byte[], byte[]> client;

    // ---- of the thread
    private @Nullable KafkaConnectionException lastFailure;
    private long nextAttempt;

    SendClient(KafkaEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Uses a client that exists already: the client of a transaction. */
    SendClient(KafkaEndpoint endpoint, Producer<byte[], byte[]> client) {
        this.endpoint = endpoint;
        this.client = client;
    }

    void send(SendCall call) {
        boolean refused;
        synchronized (this) {
            refused = closed;
            if (!refused) {
                if (thread == null) {
                    Thread made = endpoint.pools().newThread("kafka-send-" + endpoint.settings().topic, this);
                    made.start(); // may fail; the thread looks for calls as soon as this monitor is free
                    thread = made;
                }
                calls.add(call);
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

    private KafkaConnectionException stopped() {
        return new KafkaConnectionException(endpoint + " has stopped: the record was not sent", null);
    }

    // ---- the thread

    @Override
    public void run() {
        ArrayDeque<SendCall> taken = new ArrayDeque<>();
        ArrayDeque<SendCall> next;
        while ((next = take(taken)) != null) {
            taken = next;
            SendCall each;
            while ((each = taken.poll()) != null) {
                pass(each);
            }
        }
        close(client);
    }

    /** Takes all waiting calls, and leaves an empty queue in their place. Returns null if the client is closed. */
    private synchronized @Nullable ArrayDeque<SendCall> take(ArrayDeque<SendCall> empty) {
        while (calls.isEmpty() && !closed) {
            waiting = true;
            try {
                wait();
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
            var unused = open.send(call.record, call);
        } catch (Throwable e) {
            call.refused(e);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** The client is created for the first record, so that a route starts without brokers. */
    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private Producer<byte[], byte[]> open() {
        Producer<byte[], byte[]> mine = client;
        KafkaConnectionException before = lastFailure;
        if (mine != null) {
            return mine;
        }
        if (before != null && System.nanoTime() - nextAttempt < 0) {
            throw new KafkaConnectionException(String.valueOf(before.getMessage()), before.getCause());
        }
        try {
            mine = new KafkaProducer<>(endpoint.settings().producerConfig());
            client = mine;
            lastFailure = null;
        } catch (Throwable e) {
            KafkaConnectionException failure = Brokers.noConnection(endpoint, e);
            lastFailure = failure;
            nextAttempt = System.nanoTime() + NANOS_BETWEEN_ATTEMPTS;
            throw failure;
        }
        // closed in the meantime: close() may not have found the client, and then nothing would end a blocked send()
        if (isClosed()) {
            throw stopped();
        }
        return mine;
    }

    // ---- end

    /** Fails all sends that are not acknowledged. Before this, a stop has waited for them until its deadline. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        close(client);
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void close(@Nullable Producer<byte[], byte[]> mine) {
        if (mine != null) {
            try {
                mine.close(Duration.ZERO); // its callbacks make the calls fail
            } catch (Throwable e) {
                Log.warn(SendClient.class, endpoint + ": the client could not be closed", e);
            }
        }
    }
}
