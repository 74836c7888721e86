package io.mehari.component.jms;

import io.mehari.connector.QueuedSends;
import io.mehari.connector.ReconnectDelay;
import io.mehari.spi.internal.Log;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the messages of all producers of an endpoint, in the order in which they came. */
final class Sender implements SenderConnection.Owner {
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
    private final JmsAccess access;
    private final JmsSettings settings;
    private final Log failures = new Log(Sender.class);
    private final Log unexpected = new Log(Sender.class);
    private final ConcurrentLinkedQueue<JmsCall> waiting = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Runnable> judgements = new ConcurrentLinkedQueue<>();
    private final Map<JmsCall, SenderConnection> pending = new ConcurrentHashMap<>();
    private final Map<String, JmsCall> requests = new ConcurrentHashMap<>();
    private final String correlationPrefix = UUID.randomUUID() + "-";
    private final AtomicLong correlations = new AtomicLong();
    private final ReconnectDelay delay;
    private final Thread thread;
    private volatile boolean started;
    private volatile boolean closed;
    private volatile boolean parked;

    // ---- of the thread
    private volatile @Nullable SenderConnection connection;
    private long nextAttempt = System.nanoTime();
    private @Nullable Throwable lastFailure;

    Sender(JmsAccess access) {
        this.access = access;
        this.settings = access.settings;
        this.delay = new ReconnectDelay(settings.options.get(JmsOptions.RECOVERY_INTERVAL));
        delay.nextMillis(); // the first attempt is the next send
        this.thread = access.pools().newThread("jms-sender-" + settings.destination, this::run);
    }

    /** Unique among all processes, so that a queue for replies may be shared. */
    String newCorrelationId() {
        return correlationPrefix + correlations.incrementAndGet();
    }

    QueuedSends queuedSends() {
        return access.queuedSends;
    }

    void forget(JmsCall call) {
        pending.remove(call);
        String id = call.correlationId;
        if (id != null) {
            requests.remove(id);
        }
    }

    @Override
    public String correlationPrefix() {
        return correlationPrefix;
    }

    // ---- called by producers

    /** Sends on the worker's thread, and returns true; false if there is no connection: then use {@link #send}. */
    boolean sendHere(SendWatch.Sending worker, Outgoing outgoing, Consumer<Throwable> failed) {
        SenderConnection open = connection;
        return open != null && open.sendHere(worker, outgoing, settings.requestTimeoutMillis, failed);
    }

    void send(JmsCall call) {
        String id = call.correlationId;
        if (id != null) {
            requests.put(id, call);
        }
        long millis = settings.requestTimeoutMillis;
        if (millis > 0) {
            call.setDeadline(access.pools().schedule(() -> call.timeIsUp(millis), millis));
        }
        waiting.add(call);
        startThread();
        if (closed) {
            failAll();
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

    void close() {
        boolean running;
        synchronized (this) {
            closed = true;
            running = started;
        }
        failAll();
        if (running) {
            LockSupport.unpark(thread);
            Closing.join(thread);
            SenderConnection blocked = connection;
            if (thread.isAlive() && blocked != null) {
                blocked.closeInBackground(); // it ends the send that the thread is in
            }
        }
        failAll();
    }

    private void failAll() {
        JmsCall call;
        while ((call = waiting.poll()) != null) {
            call.fail(stopped());
        }
        pending.keySet().forEach(each -> each.fail(stopped()));
    }

    private JmsConnectionException stopped() {
        return new JmsConnectionException(
                access + " is not started, or has stopped: start the context or the route that sends", null);
    }

    // ---- the thread

    @SuppressWarnings("CatchingUnchecked") // law S4: the endpoint has no other thread, so it goes on after all
    private void run() {
        while (!closed) {
            try {
                goOn();
            } catch (Throwable e) {
                Log.warn(Sender.class, "A send or a lost connection could not be ended", e);
            }
        }
        drop(null);
    }

    private void goOn() {
        Runnable judgement = judgements.poll();
        JmsCall call = judgement == null ? waiting.poll() : null;
        SenderConnection current = connection;
        if (judgement != null) {
            judgement.run();
        } else if (call != null) {
            sendNow(call);
        } else if (current != null && current.isLost()) {
            drop(current.lossCause());
        } else {
            parked = true;
            if (waiting.isEmpty() && judgements.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            parked = false;
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything, and the thread must continue
    private void sendNow(JmsCall call) {
        if (call.isDone()) {
            return; // its time was up
        }
        SenderConnection open = null;
        try {
            open = connection();
            pending.put(call, open);
            open.send(call);
            if (open.isLost()) {
                lost(open, open.lossCause()); // it was lost after the last look at pending
            }
        } catch (JmsConnectionException e) {
            call.fail(e);
        } catch (Throwable e) {
            judged(call, open, e, open != null && open.goesOnAfter(e));
        }
        if (call.isDone()) {
            pending.remove(call);
        }
    }

    /** Tells the sender of that message whether it has failed alone, or with its connection. */
    private void judged(JmsCall call, @Nullable SenderConnection over, Throwable failure, boolean works) {
        call.fail(works ? failure : access.lostBefore(failure));
        if (!works && over == connection) {
            drop(failure);
        }
    }

    private SenderConnection connection() {
        SenderConnection current = connection;
        if (current != null && !current.isLost()) {
            return current;
        }
        if (current != null) {
            drop(current.lossCause());
        }
        Throwable before = lastFailure;
        if (before != null && System.nanoTime() - nextAttempt < 0) {
            throw access.cannotConnect(before);
        }
        try {
            SenderConnection made = new SenderConnection(this, access);
            connection = made;
            delay.connected();
            lastFailure = null;
            return made;
        } catch (JMSException | RuntimeException e) {
            lastFailure = e;
            nextAttempt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay.nextMillis());
            failures.warnOnceAMinute(access + " cannot connect [MH-63]", e);
            throw access.cannotConnect(e);
        }
    }

    /** Closes the connection, and fails what was sent over it and is not done. */
    private void drop(@Nullable Throwable why) {
        SenderConnection current = connection;
        connection = null;
        if (current == null) {
            return;
        }
        if (delay.lost()) {
            delay.nextMillis(); // the next attempt is the next send
        }
        if (why != null) {
            failures.warnOnceAMinute(access + " has lost its connection [MH-63]", why);
        }
        lost(current, why);
        current.close();
    }

    /** Fails all sends on this lost connection. Called by any thread. */
    @Override
    public void lost(SenderConnection lost, @Nullable Throwable why) {
        Throwable failure = access.lossOf(why);
        pending.forEach((call, over) -> {
            if (over == lost) {
                call.fail(failure);
            }
        });
        LockSupport.unpark(thread); // closes it
    }

    // ---- called by the client

    /** An asynchronous send has failed. It stays in pending until the thread has found out more. */
    void failed(JmsCall call, Exception failure) {
        SenderConnection over = pending.get(call);
        if (over == null || over.isLost() || closed) {
            call.fail(access.lostBefore(failure));
        } else {
            try {
                judgements.add(() -> judged(call, over, failure, over.worksAfter(failure)));
                LockSupport.unpark(thread);
            } catch (Error e) { // such as an OutOfMemoryError
                call.fail(failure);
            }
        }
    }

    @Override
    public void replied(@Nullable String correlationId, Message reply) {
        JmsCall call = correlationId == null ? null : requests.get(correlationId);
        if (call == null || !call.succeed(reply)) {
            unexpected.warnOnceAMinute(
                    access + ": a reply has come for which nothing waits, too late or never asked for; it is"
                            + " ignored",
                    null);
        }
    }

    @Override
    public String toString() {
        return access.toString();
    }
}
