package io.mehari.component.jms;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends the replies of a consumer on its workers' threads. */
final class Replies implements SenderConnection.Owner {
    /*
     * Where a reply goes is named by the message that asks, so it may be a queue that takes nothing. Therefore the
     * replies have a connection of their own: some brokers do not read from the connection of a sender whose message
     * has to wait, and receives and acknowledgements would wait with it. And a destination that has held up a reply gets
     * none for REST_NANOS: then one reply tries it again. So it stops each worker once.
     */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MOST_REMEMBERED = 1_000;
    /** How long a reply is tried again whose queue is not known: a client may learn of temporary queues later. */
    private static final long LEARNS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same for a client that has just connected, and learns of all of them one after the other. */
    private static final long LEARNS_ALL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final JmsAccess access;

    // ---- guarded by this
    private final Map<String, Long> restsUntil = new LinkedHashMap<>();
    private @Nullable SenderConnection connection;
    private long connectedAt;
    private boolean connecting;
    private boolean closed;

    Replies(JmsAccess access) {
        this.access = access;
    }

    /**
     * Returns why the reply could not be sent; null if the broker has it.
     *
     * @param transaction sends it; null if it is not part of a transaction
     */
    @Nullable
    Throwable send(
            SendWatch.Sending worker, Outgoing reply, @Nullable Function<Outgoing, @Nullable Throwable> transaction) {
        String to = String.valueOf(reply.to);
        if (!mayTry(to)) {
            return new JmsConnectionException(access + ": " + to + " has held up a reply before, and rests", null);
        }
        long begin = System.nanoTime();
        Throwable failure = transaction == null ? sendHere(worker, reply) : transaction.apply(reply);
        while (failure instanceof InvalidDestinationException && transaction == null && mayLearn(begin)) {
            LockSupport.parkNanos(this, MOMENT_NANOS);
            failure = sendHere(worker, reply);
        }
        note(to, failure, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        return failure;
    }

    private synchronized boolean mayLearn(long begin) {
        long now = System.nanoTime();
        boolean isNew = begin - connectedAt < LEARNS_ALL_NANOS;
        return !closed && now - begin < (isNew ? LEARNS_ALL_NANOS : LEARNS_NANOS);
    }

    /** Whether a reply may be sent there now. Of those that come after a rest, one may. */
    private synchronized boolean mayTry(String to) {
        Long until = restsUntil.get(to);
        if (until == null) {
            return true;
        }
        boolean rested = System.nanoTime() - until >= 0;
        if (rested) {
            rest(to);
        }
        return rested;
    }

    private synchronized void note(String to, @Nullable Throwable failure, long millis) {
        long limit = access.settings.replyTimeoutMillis;
        if (failure == null) {
            restsUntil.remove(to);
        } else if (limit > 0 && millis >= limit) {
            rest(to);
        }
    }

    private void rest(String to) {
        restsUntil.put(to, System.nanoTime() + REST_NANOS);
        if (restsUntil.size() > MOST_REMEMBERED) {
            restsUntil.remove(restsUntil.keySet().iterator().next());
        }
    }

    private @Nullable Throwable sendHere(SendWatch.Sending worker, Outgoing reply) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try {
            SenderConnection open = connection();
            boolean began = open.sendHere(worker, reply, access.settings.replyTimeoutMillis, failure::set);
            return began ? failure.get() : access.lossOf(open.lossCause());
        } catch (JMSException | RuntimeException e) {
            return e;
        }
    }

    /** One worker connects, without the lock, for that may take long. The others wait for it, or for a stop. */
    private SenderConnection connection() throws JMSException {
        SenderConnection made = existing();
        if (made != null) {
            return made;
        }
        boolean kept;
        try {
            made = new SenderConnection(this, access);
        } finally {
            synchronized (this) {
                connecting = false;
                kept = !closed;
                connection = kept ? made : null;
                connectedAt = System.nanoTime();
                notifyAll();
            }
        }
        if (!kept) {
            made.close();
            throw stopped();
        }
        return made;
    }

    /** The connection that there is; null if the caller is to make one. */
    private synchronized @Nullable SenderConnection existing() {
        while (connecting && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                // a step of the route may have interrupted the thread; a stop closes this
            }
        }
        if (closed) {
            throw stopped();
        }
        SenderConnection known = connection;
        connecting = known == null || known.isLost();
        return connecting ? null : known;
    }

    private JmsConnectionException stopped() {
        return new JmsConnectionException(access + ": the route has stopped", null);
    }

    @Override
    public void lost(SenderConnection lost, @Nullable Throwable why) {
        lost.closeInBackground();
    }

    /** A worker that connects now closes its connection itself. */
    void close() {
        SenderConnection open;
        synchronized (this) {
            closed = true;
            open = connection;
            connection = null;
            notifyAll();
        }
        if (open != null) {
            open.closeAndWait();
        }
    }
}
