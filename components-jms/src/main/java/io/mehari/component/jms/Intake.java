package io.mehari.component.jms;

import io.mehari.connector.ReconnectDelay;
import io.mehari.spi.internal.Log;
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
     * connection is replaced when a worker or the client reports its loss, and closed when the last worker has left.
     */
    private static final long LEAVE_MILLIS = 1_000;

    private final JmsConsumer owner;
    private final JmsAccess access;
    private final JmsSettings settings;
    final Replies replies;
    private final ReconnectDelay delay;
    private final List<Worker> workers = new ArrayList<>();
    private @Nullable Connection connection;
    private boolean connecting;
    private boolean closed;
    private int numbered;
    private int busy;

    Intake(JmsConsumer owner) {
        this.owner = owner;
        this.access = owner.access();
        this.settings = access.settings;
        this.replies = owner.replies();
        this.delay = new ReconnectDelay(settings.options.get(JmsOptions.RECOVERY_INTERVAL));
    }

    void start() {
        List<Worker> made = new ArrayList<>();
        synchronized (this) {
            for (int i = 0; i < settings.options.get(JmsOptions.CONCURRENT_CONSUMERS); i++) {
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
            Log.warn(Intake.class, "No thread could be created for another consumer of " + access, e);
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
                pause(delay.nextMillis());
            } catch (InterruptedException e) {
                connecting = false; // only the end of the context interrupts the thread
                closed = true;
                notifyAll();
            }
            return null;
        }
    }

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
                delay.connected();
            }
            notifyAll();
        }
        if (made != null && !wanted) {
            Closing.quietly(made);
        }
        return wanted ? made : null;
    }

    private Connection started() throws JMSException {
        Connection made = access.connect();
        try {
            String clientId = settings.options.find(JmsOptions.CLIENT_ID);
            if (clientId != null) {
                setClientId(made, clientId);
            }
            made.setExceptionListener(why -> reported(made, why));
            made.start();
            return made;
        } catch (JMSException | RuntimeException | Error e) {
            Closing.quietly(made);
            throw e;
        }
    }

    /** A connection from a pool has the id that its factory has set, or it refuses one. */
    private static void setClientId(Connection made, String clientId) throws JMSException {
        if (clientId.equals(made.getClientID())) {
            return;
        }
        try {
            made.setClientID(clientId);
        } catch (JMSException e) {
            throw (JMSException) new JMSException("the connection factory refuses clientId=" + clientId
                            + ": if it is a pool, set the client id on the factory that the pool uses")
                    .initCause(e);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Whether that connection is the one in use, as far as is known. */
    synchronized boolean isCurrent(Connection asked) {
        return connection == asked;
    }

    /**
     * The client has reported a failure. During a stop it may be that of a consumer that was closed early: what is in
     * the route is still acknowledged, and if the connection is lost, this fails.
     */
    private void reported(Connection failed, Throwable why) {
        if (!isClosed()) {
            lost(failed, why);
        }
    }

    /** The connection is lost. Called by a worker or by a thread of the client. */
    void lost(Connection lost, Throwable why) {
        synchronized (this) {
            if (connection != lost) {
                return; // reported before
            }
            connection = null;
            delay.lost();
        }
        owner.connectionLost(why);
        Closing.inBackground(access, lost); // wakes the workers that wait in a receive
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

    /**
     * Gives back to the broker what is still in the route. Workers that have nothing in it leave by themselves: a client
     * may never answer the close of a session whose connection is closed at the same time.
     */
    void abort() {
        List<Worker> left;
        Connection closing;
        synchronized (this) {
            closed = true;
            awaitIdle();
            left = new ArrayList<>(workers);
            closing = connection;
            connection = null;
            notifyAll();
        }
        left.forEach(Worker::abort);
        if (closing != null) {
            Closing.andWait(access, closing);
        }
    }

    private void awaitIdle() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAVE_MILLIS);
        long left;
        try {
            while (connection != null && !workers.isEmpty() && !hasTaken() && (left = end - System.nanoTime()) > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        return (!closed && busy > 0)
                || workers.stream().anyMatch(each -> closed ? each.mayHaveMessage() : each.isHolding());
    }
}
