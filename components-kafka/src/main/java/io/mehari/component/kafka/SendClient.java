package io.mehari.component.kafka;

import io.mehari.spi.Log;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** The client that the senders to one endpoint share, and the thread that passes their records to it. */
final class SendClient implements Runnable {
    /*
     * The client's send() may wait: for a topic it does not know yet, or for room in its buffer. No thread that routes
     * share may wait there, so one thread calls it, in the order in which the senders came. What waits for the thread
     * is in `calls`: one call for each sender that is suspended, and at most maxInFlight whose senders have gone on.
     *
     * Guarded by this: calls, thread, closed.
     */
    private static final long NANOS_BETWEEN_ATTEMPTS = TimeUnit.MILLISECONDS.toNanos(500);

    private final KafkaEndpoint endpoint;
    private ArrayDeque<SendCall> calls = new ArrayDeque<>();
    private @Nullable Thread thread;
    private boolean waiting;
    private boolean closed;

    /** Made by the thread, closed by another: that ends a send() that waits. */
    private volatile @Nullable Producer<byte[], byte[]> client;

    // ---- of the thread
    private @Nullable KafkaConnectionException lastFailure;
    private long nextAttempt;

    SendClient(KafkaEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** For a client that exists already: that of a transaction. */
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
                    made.start(); // may fail; it looks for calls when this monitor is free
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

    /** All calls that wait, for an empty queue; null if the client is closed. */
    private synchronized @Nullable ArrayDeque<SendCall> take(ArrayDeque<SendCall> empty) {
        while (calls.isEmpty() && !closed) {
            waiting = true;
            try {
                wait();
            } catch (InterruptedException e) {
                // the thread ends when the client is closed, and not before
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
            call.left(); // its sender has given up
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

    /** The client is made for the first record, so that a route starts without brokers. */
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
        if (isClosed()) { // meanwhile: close() may have found no client, and then nothing would end a send() that waits
            throw stopped();
        }
        return mine;
    }

    // ---- end

    /** Fails what is not acknowledged. A stop has waited for it until its deadline. */
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
                mine.close(Duration.ZERO); // its callbacks fail the calls
            } catch (Throwable e) {
                Log.warn(SendClient.class, endpoint + ": the client could not be closed", e);
            }
        }
    }
}
