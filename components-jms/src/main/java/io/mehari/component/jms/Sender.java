package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.Log;
import io.mehari.support.Backoff;
import io.mehari.support.DefaultAsyncProducer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends the messages of all producers of an endpoint, in the order in which they came. */
final class Sender {
    /*
     * A session belongs to one thread, and the client may block in a send (to connect, or because the broker takes no
     * more). So one thread of its own makes the connection, the messages and the sends; producers leave their calls in
     * a queue. The queue holds one call per suspended exchange, and at most maxInFlight of completion=Queued.
     *
     * A worker that waits for the end of its route may wait for the client, too. So it sends on its own thread, with a
     * session of its own, once there is a connection.
     *
     * The broker's acknowledgements and the replies come on threads of the client, which only end the call. A call is
     * in pending from its send until it ends, so that it fails with its connection even if the client does not say so.
     */
    private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final Log failures = new Log(Sender.class);
    private final Log unexpected = new Log(Sender.class);
    private final ConcurrentLinkedQueue<JmsCall> waiting = new ConcurrentLinkedQueue<>();
    private final Map<JmsCall, SenderConnection> pending = new ConcurrentHashMap<>();
    private final Map<String, JmsCall> requests = new ConcurrentHashMap<>();
    private final String correlationPrefix = UUID.randomUUID() + "-";
    private final AtomicLong correlations = new AtomicLong();
    private final Backoff backoff;
    private final Thread thread;
    private volatile boolean started;
    private volatile boolean closed;
    private volatile boolean parked;

    // ---- of the thread
    private volatile @Nullable SenderConnection connection;
    private long connectedAt;
    private long nextAttempt = System.nanoTime();
    private @Nullable Throwable lastFailure;

    Sender(JmsEndpoint endpoint) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.backoff = new Backoff(settings.recoveryMillis);
        backoff.nextMillis(); // the first attempt is the next send
        this.thread = endpoint.pools().newThread("jms-sender-" + settings.destination, this::run);
    }

    /** Unique among all processes, so that a queue for replies may be shared. */
    String newCorrelationId() {
        return correlationPrefix + correlations.incrementAndGet();
    }

    void resume(AsyncCallback callback) {
        DefaultAsyncProducer.resume(callback, endpoint.pools());
    }

    void forget(JmsCall call) {
        pending.remove(call);
        String id = call.correlationId;
        if (id != null) {
            requests.remove(id);
        }
    }

    /** What a sender is told: the failure itself, or that the connection is lost by it. */
    Throwable lostBefore(Throwable failure) {
        boolean isGood = !(failure instanceof Exception)
                || failure instanceof JmsConnectionException
                || SenderConnection.isOfMessage(failure);
        return isGood ? failure : lossOf(failure);
    }

    JmsConnectionException lossOf(@Nullable Throwable why) {
        return new JmsConnectionException(
                endpoint + " lost its connection before a message was acknowledged or answered"
                        + (why == null ? "" : " (" + Log.describe(why) + ")") + ": it may have arrived or not",
                why);
    }

    // ---- called by producers

    /** Connects once and closes the connection again. */
    void testConnection() {
        try {
            endpoint.connect().close();
        } catch (JMSException | RuntimeException e) {
            throw cannotConnect(e);
        }
    }

    /** Sends on the worker's thread, and returns true; false if there is no connection: then use {@link #send}. */
    boolean sendHere(Worker worker, Outgoing outgoing, Exchange sending) {
        SenderConnection open = connection;
        return open != null && open.sendHere(worker, outgoing, sending);
    }

    void send(JmsCall call) {
        String id = call.correlationId;
        if (id != null) {
            requests.put(id, call);
        }
        long millis = settings.requestTimeoutMillis;
        if (millis > 0) {
            call.setDeadline(endpoint.pools().schedule(() -> call.timeIsUp(millis), millis));
        }
        waiting.add(call);
        startThread();
        if (closed) {
            failWaiting(stopped());
        } else if (parked) {
            LockSupport.unpark(thread);
        }
    }

    private void startThread() {
        if (!started) {
            synchronized (this) {
                if (!started && !closed) {
                    thread.start(); // may fail; then the next call tries again
                    started = true;
                }
            }
        }
    }

    /** Fails what is under way, and ends the thread. */
    void close() {
        boolean running;
        synchronized (this) {
            closed = true;
            running = started;
        }
        failWaiting(stopped());
        pending.keySet().forEach(each -> each.fail(stopped()));
        if (running) {
            LockSupport.unpark(thread);
            Closing.join(thread);
            SenderConnection blocked = connection;
            if (thread.isAlive() && blocked != null) {
                blocked.closeBeside(); // it ends the send that the thread is in
            }
        }
        failWaiting(stopped());
        pending.keySet().forEach(each -> each.fail(stopped()));
    }

    private JmsConnectionException stopped() {
        return new JmsConnectionException(
                endpoint + " is not started, or has stopped: start the context or the route that sends", null);
    }

    private void failWaiting(Throwable why) {
        JmsCall call;
        while ((call = waiting.poll()) != null) {
            call.fail(why);
        }
    }

    // ---- the thread

    private void run() {
        while (!closed) {
            JmsCall call = waiting.poll();
            SenderConnection mine = connection;
            if (call != null) {
                sendNow(call);
            } else if (mine != null && mine.isLost()) {
                drop(mine.lossCause());
            } else {
                parked = true;
                if (waiting.isEmpty() && !closed) {
                    LockSupport.park(this);
                }
                parked = false;
            }
        }
        drop(null);
    }

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything, and the thread must go on
    private void sendNow(JmsCall call) {
        if (call.isEnded()) {
            return; // its time was up
        }
        try {
            SenderConnection open = connection();
            pending.put(call, open);
            open.send(call);
            if (open.isLost()) {
                lost(open, open.lossCause()); // it was lost after the last look at pending
            }
        } catch (JmsConnectionException e) {
            call.fail(e);
        } catch (Throwable e) {
            call.fail(lostBefore(e));
            if (!SenderConnection.isOfMessage(e)) {
                drop(e);
            }
        }
        if (call.isEnded()) {
            pending.remove(call);
        }
    }

    private SenderConnection connection() {
        SenderConnection mine = connection;
        if (mine != null && !mine.isLost()) {
            return mine;
        }
        if (mine != null) {
            drop(mine.lossCause());
        }
        Throwable before = lastFailure;
        if (before != null && System.nanoTime() - nextAttempt < 0) {
            throw cannotConnect(before);
        }
        try {
            SenderConnection made = new SenderConnection(this, endpoint, correlationPrefix);
            connection = made;
            connectedAt = System.nanoTime();
            lastFailure = null;
            return made;
        } catch (JMSException | RuntimeException e) {
            lastFailure = e;
            nextAttempt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
            failures.warnOnceAMinute(endpoint + " cannot connect", e);
            throw cannotConnect(e);
        }
    }

    private JmsConnectionException cannotConnect(Throwable failure) {
        return new JmsConnectionException(
                endpoint + " cannot connect (" + Log.describe(failure)
                        + "): check that the broker runs, and the address, user and password of the connection factory",
                failure);
    }

    /** Closes the connection, and fails what was sent over it and is not done. */
    private void drop(@Nullable Throwable why) {
        SenderConnection mine = connection;
        connection = null;
        if (mine == null) {
            return;
        }
        if (System.nanoTime() - connectedAt > STABLE_NANOS) {
            backoff.reset(); // not for a broker that accepts and closes at once
            backoff.nextMillis();
        }
        if (why != null) {
            failures.warnOnceAMinute(endpoint + " has lost its connection", why);
        }
        lost(mine, why);
        mine.close();
    }

    /** Called by any thread: what was sent over the connection has no end any more. */
    void lost(SenderConnection lost, @Nullable Throwable why) {
        JmsConnectionException failure = lossOf(why);
        pending.forEach((call, over) -> {
            if (over == lost) {
                call.fail(failure);
            }
        });
        LockSupport.unpark(thread); // closes it
    }

    // ---- called by the client

    void replied(@Nullable String correlationId, Message reply) {
        JmsCall call = correlationId == null ? null : requests.get(correlationId);
        if (call == null || !call.reply(reply)) {
            unexpected.warnOnceAMinute(
                    endpoint + ": a reply has come for which nothing waits, too late or never asked for; it is"
                            + " ignored",
                    null);
        }
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
