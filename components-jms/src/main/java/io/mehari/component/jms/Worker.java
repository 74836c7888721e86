package io.mehari.component.jms;

import io.mehari.connector.ReconnectDelay;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a consumer, with a session of its own: receives messages, runs the route, acknowledges. */
final class Worker implements SendWatch.Sending {
    /*
     * A commit covers all messages that the session has received, and there is only one: the next is received when the
     * route is done with the one before. With asyncConsumer=true there may be several; see BatchReceiver.
     *
     * A broker may deliver a message that was given back at once, again and again. So the thread rests before it
     * receives after the second failure in a row, and longer after each further one.
     *
     * Closing the MessageConsumer from another thread makes receive() return null. It leaves the messages that are in
     * the route with the session, which still can commit them. Closing the connection gives them back, too. But at the
     * end of a receive with a limit some clients ask the broker once more, and a close in this moment may get no answer:
     * Qpid JMS overwrites the one request with the other. So a receive that ends soon is not ended by another thread.
     *
     * receiveUntil and closed: the thread writes the first one and then reads the second; a stop writes the second one
     * and then reads the first. Both are volatile, or read under the lock, so at least one of them sees the other.
     */
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NO_LIMIT = Long.MAX_VALUE;
    private static final long SURPLUS_IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);
    private static final Duration FIRST_REST = Duration.ofMillis(10);
    private static final Duration LONGEST_REST = Duration.ofMillis(250);

    /**
     * Workers that wait for the end of their route before they receive again, by their threads. A map, because virtual
     * threads cannot have a class of their own.
     */
    private static final Map<Thread, Worker> WAITING = new ConcurrentHashMap<>();

    private final Intake intake;
    private final JmsConsumer owner;
    private final JmsSettings settings;
    private final boolean surplus;
    private final Thread thread;
    private volatile boolean mayHaveMessage;
    private volatile boolean holding;
    private volatile boolean aborted;
    private volatile @Nullable SendWatch sending;
    private @Nullable MessageConsumer consumer;
    private volatile long receiveUntil = NO_LIMIT;
    private boolean closed;

    // ---- of the thread
    private final ReconnectDelay rests = new ReconnectDelay(FIRST_REST, LONGEST_REST);
    private long restMillis;
    private @Nullable Connection serving;
    private boolean busy;

    /** @param surplus whether it ends when it is idle */
    Worker(Intake intake, JmsConsumer owner, int number, boolean surplus) {
        this.intake = intake;
        this.owner = owner;
        this.settings = owner.access().settings;
        this.surplus = surplus;
        this.thread = owner.access().pools().newThread("jms-" + owner.name() + "-" + number, this::run);
    }

    /**
     * The worker of the calling thread, if it waits for the end of its route and so may wait for a send, too; or
     * null.
     */
    static @Nullable Worker current() {
        Worker worker = WAITING.get(Thread.currentThread());
        return worker == null || worker.aborted ? null : worker;
    }

    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    Replies replies() {
        return intake.replies;
    }

    boolean isAborted() {
        return aborted;
    }

    /** Whether it has a message, or may get one from a receive that has begun. */
    boolean mayHaveMessage() {
        return mayHaveMessage;
    }

    // ---- stop, called by other threads

    /** Receives no more; messages that are in the route are still acknowledged. */
    void closeIntake() {
        MessageConsumer toClose;
        synchronized (this) {
            closed = true;
            toClose = consumer;
        }
        long until = receiveUntil;
        if (toClose != null && (until == NO_LIMIT || until - System.nanoTime() > SOON_NANOS)) {
            Closing.quietly(toClose);
        }
        LockSupport.unpark(thread); // it may rest
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Gives up the messages that are in the route. The connection is closed by the caller. */
    void abort() {
        aborted = true;
        LockSupport.unpark(thread);
        endSend();
    }

    private void endSend() {
        SendWatch blocked = sending;
        if (blocked != null) {
            blocked.giveUp(thread, "before its route was stopped");
        }
    }

    /** Called on the thread, which begins a send that is watched by this; null: the send is over. */
    @Override
    public void sends(@Nullable SendWatch watch) {
        sending = watch;
        if (aborted) {
            endSend();
        }
    }

    // ---- the thread

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything, and the thread must continue
    private void run() {
        try {
            Connection connection;
            while (!isClosed() && !aborted && (connection = intake.connection()) != null) {
                try {
                    serve(connection);
                    if (surplus) {
                        return;
                    }
                } catch (Throwable e) {
                    lost(connection, e);
                }
                mayHaveMessage = false;
            }
        } finally {
            mayHaveMessage = false;
            intake.left(this);
        }
    }

    void lost(Connection connection, Throwable why) {
        if (!isClosed() && !aborted) {
            intake.lost(connection, why);
        }
    }

    private void serve(Connection connection) throws JMSException {
        try (ReceivingSession receiving = new ReceivingSession(this, owner, connection)) {
            try {
                serve(connection, receiving);
            } catch (JMSException | RuntimeException e) {
                if (!receiving.isGivenUp()) {
                    throw e;
                }
                owner.notCommitted(e);
            }
        } finally {
            setBusy(false);
        }
    }

    private void serve(Connection connection, ReceivingSession receiving) throws JMSException {
        MessageConsumer made = receiving.newConsumer();
        synchronized (this) {
            consumer = made;
            if (closed) {
                return;
            }
        }
        if (settings.asyncConsumer) {
            receiveBatches(connection, receiving, made);
        } else {
            receiveOneByOne(receiving, made);
        }
    }

    /** Waits for a message; null if this worker is to receive no more. */
    @Nullable
    Message receive(MessageConsumer from) throws JMSException {
        if (!rest()) {
            return null;
        }
        mayHaveMessage = true;
        Message message = surplus ? receive(from, SURPLUS_IDLE_MILLIS) : from.receive();
        if (message == null && !surplus && !isClosed() && !aborted) {
            throw new JmsConnectionException("The client has ended a receive: its connection is lost", null);
        }
        return message;
    }

    /** Receives for a limited time. Null, too, if this worker is to receive no more. */
    @Nullable
    Message receive(MessageConsumer from, long millis) throws JMSException {
        receiveUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            return isClosed() ? null : from.receive(millis);
        } catch (JMSException e) {
            if (isClosed()) { // and so is the MessageConsumer, by another thread
                return null;
            }
            throw e;
        } finally {
            receiveUntil = NO_LIMIT;
        }
    }

    /** False if this worker is to receive no more. */
    private boolean rest() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(restMillis);
        restMillis = 0;
        long left;
        while (!isClosed() && !aborted) {
            if ((left = end - System.nanoTime()) <= 0) {
                return true;
            }
            LockSupport.parkNanos(this, left);
            boolean ignored = Thread.interrupted(); // only a stop ends it
        }
        return false;
    }

    void hasAcknowledged() {
        rests.reset();
    }

    void hasGivenBack() {
        restMillis = rests.nextMillis();
    }

    /** Whether the thread does not receive, because it is in the route, or waits for it. */
    void setBusy(boolean isBusy) {
        if (isBusy && !busy) {
            busy = true;
            intake.took();
        } else if (!isBusy && busy) {
            busy = false;
            intake.ended();
        }
    }

    // ---- one message in the route

    private void receiveOneByOne(ReceivingSession session, MessageConsumer from) throws JMSException {
        WAITING.put(thread, this);
        try {
            Message message;
            while (!isClosed() && !aborted && (message = receive(from)) != null) {
                process(session, message);
                mayHaveMessage = false;
            }
        } finally {
            WAITING.remove(thread);
        }
    }

    private void process(ReceivingSession session, Message message) throws JMSException {
        Delivery delivery = session.read(message, null);
        if (delivery == null) {
            session.giveBack();
            return;
        }
        setBusy(true);
        session.route(delivery);
        if (!delivery.await(this)) {
            return; // the connection is closed, and so the broker has the message again
        }
        if (session.finish(delivery)) {
            session.acknowledge();
        } else {
            session.giveBack();
        }
        setBusy(false);
    }

    // ---- several messages in the route

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    private void receiveBatches(Connection connection, ReceivingSession session, MessageConsumer from)
            throws JMSException {
        serving = connection;
        BatchReceiver batches = new BatchReceiver(this, session, from, owner.finished(), settings.maxInFlight);
        try {
            batches.run();
        } catch (Throwable e) {
            lost(connection, e); // first: the route may take long
            throw e;
        } finally {
            batches.abandon();
        }
    }

    /** Fails if another thread has found that the connection is lost. */
    void checkConnection() {
        Connection served = serving;
        if (served != null && !isClosed() && !aborted && !intake.isCurrent(served)) {
            throw new JmsConnectionException("The connection is lost", null);
        }
    }

    /** Whether it has messages in the route, or some that are not acknowledged yet. */
    boolean isHolding() {
        return holding;
    }

    void setHolding(boolean isHolding) {
        holding = isHolding;
        if (!isHolding) {
            mayHaveMessage = false;
        }
    }
}
