package io.mehari.component.jms;

import io.mehari.spi.Log;
import io.mehari.support.Backoff;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connection and the workers of a consumer, from its start or resume to its suspend or stop. */
final class Intake {
    /*
     * Guarded by this: all fields. One worker connects at a time, without the lock, and the others wait for it. The
     * connection is made anew when a worker or the client reports its loss, and closed when the last worker has left.
     */
    private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JmsConsumer owner;
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final Backoff backoff;
    private final List<Worker> workers = new ArrayList<>();
    private @Nullable Connection connection;
    private long connectedAt;
    private boolean connecting;
    private boolean closed;
    private int numbered;
    private int busy;

    Intake(JmsConsumer owner) {
        this.owner = owner;
        this.endpoint = owner.getEndpoint();
        this.settings = endpoint.settings();
        this.backoff = new Backoff(settings.recoveryMillis);
    }

    void start() {
        List<Worker> made = new ArrayList<>();
        synchronized (this) {
            for (int i = 0; i < settings.concurrentConsumers; i++) {
                made.add(newWorker(false));
            }
        }
        made.forEach(Worker::start);
    }

    private Worker newWorker(boolean surplus) {
        Worker worker = new Worker(this, owner, ++numbered, surplus);
        workers.add(worker);
        return worker;
    }

    // ---- called by workers

    /** A worker does not receive now. If none does, another worker is made, up to the limit. */
    void took() {
        Worker another = null;
        synchronized (this) {
            busy++;
            if (!closed && busy == workers.size() && busy < settings.maxConcurrentConsumers) {
                another = newWorker(true);
            }
        }
        if (another != null) {
            startSurplus(another);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be made
    private void startSurplus(Worker another) {
        try {
            another.start();
        } catch (Throwable e) {
            Log.warn(Intake.class, "No thread could be had for another consumer of " + endpoint, e);
            left(another);
        }
    }

    synchronized void ended() {
        busy--;
    }

    void left(Worker worker) {
        Connection closing = null;
        synchronized (this) {
            workers.remove(worker);
            if (closed && workers.isEmpty()) {
                closing = connection;
                connection = null;
            }
            notifyAll();
        }
        if (closing != null) {
            Closing.quietly(closing);
        }
    }

    /** The connection, made if there is none; null if the intake was closed. */
    @Nullable
    Connection connection() {
        while (true) {
            Connection found = existing();
            if (found != null || isClosed()) {
                return found;
            }
            found = connect();
            if (found != null) {
                return found;
            }
        }
    }

    /** The connection that there is; null if the caller is to make one, or if the intake was closed. */
    private @Nullable Connection existing() {
        synchronized (this) {
            try {
                while (!closed && connection == null && connecting) {
                    wait();
                }
                if (closed || connection != null) {
                    return closed ? null : connection;
                }
                connecting = true;
                pause(backoff.nextMillis());
            } catch (InterruptedException e) {
                connecting = false; // only the end of the context interrupts the thread
                closed = true;
                notifyAll();
            }
            return null;
        }
    }

    /** Waits, but not longer than the intake is open. */
    private void pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left;
        while (!closed && (left = end - System.nanoTime()) > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    private @Nullable Connection connect() {
        Connection made = null;
        boolean wanted;
        try {
            if (!isClosed()) {
                made = started();
            }
        } catch (Throwable e) {
            if (!isClosed()) {
                owner.cannotConnect(e);
            }
        }
        synchronized (this) {
            connecting = false;
            wanted = made != null && !closed;
            if (wanted) {
                connection = made;
                connectedAt = System.nanoTime();
            }
            notifyAll();
        }
        if (made != null && !wanted) {
            Closing.quietly(made);
        }
        return wanted ? made : null;
    }

    private Connection started() throws JMSException {
        Connection made = endpoint.connect();
        boolean complete = false;
        try {
            String clientId = settings.clientId;
            if (clientId != null) {
                made.setClientID(clientId);
            }
            made.setExceptionListener(why -> lost(made, why));
            made.start();
            complete = true;
            return made;
        } finally {
            if (!complete) {
                Closing.quietly(made);
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Whether that connection is the one in use, as far as is known. */
    synchronized boolean isCurrent(Connection asked) {
        return connection == asked;
    }

    /** The connection is of no use any more; called by a worker or by a thread of the client. */
    void lost(Connection lost, Throwable why) {
        synchronized (this) {
            if (connection != lost) {
                return; // reported before
            }
            connection = null;
            if (System.nanoTime() - connectedAt > STABLE_NANOS) {
                backoff.reset(); // not for a broker that accepts and closes at once
            }
        }
        owner.connectionLost(why);
        Closing.beside(endpoint, lost); // wakes the workers that wait in a receive
    }

    // ---- stop

    /** Receives no more. What is in the route is still processed and acknowledged. */
    void close() {
        List<Worker> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(workers);
            notifyAll();
        }
        open.forEach(Worker::closeIntake);
    }

    /** Gives back to the broker what is still in the route. */
    void abort() {
        List<Worker> left;
        Connection closing;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(workers);
            closing = connection;
            connection = null;
            notifyAll();
        }
        left.forEach(Worker::abort);
        if (closing != null) {
            Closing.join(Closing.beside(endpoint, closing));
        }
    }

    synchronized boolean hasWorkers() {
        return !workers.isEmpty();
    }

    synchronized int busy() {
        return busy;
    }

    /** Whether a message is in the route, or may still come from a receive that has begun. */
    synchronized boolean hasTaken() {
        if (!closed && busy > 0) {
            return true;
        }
        for (Worker each : workers) {
            if (closed ? each.mayHaveMessage() : each.isHolding()) {
                return true;
            }
        }
        return false;
    }
}
