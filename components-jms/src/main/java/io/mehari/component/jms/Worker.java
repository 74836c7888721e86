package io.mehari.component.jms;

import io.mehari.support.Backoff;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a consumer, with a session of its own: receives messages, runs the route, acknowledges. */
final class Worker {
    /*
     * A commit covers all messages that the session has received, and there is only one: the next is received when the
     * route is done with the one before. With asyncConsumer=true there may be several; see BatchReceiver.
     *
     * A broker may deliver a message that was given back at once, again and again. So the thread rests before it
     * receives after the second failure in a row, and longer after each further one.
     *
     * Closing the MessageConsumer from another thread makes receive() return null. It leaves the messages that are in
     * the route with the session, which still can commit them. Closing the connection gives them back, too.
     */
    private static final long SURPLUS_IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);
    private static final long FIRST_REST_MILLIS = 10;
    private static final long LONGEST_REST_MILLIS = 250;

    /**
     * Those that wait for the end of their route before they receive again, by their threads; as a map because virtual
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
    private volatile @Nullable SendingSession sending;
    private @Nullable MessageConsumer consumer;
    private boolean closed;

    // ---- of the thread
    private final Backoff rests = new Backoff(FIRST_REST_MILLIS, LONGEST_REST_MILLIS);
    private long restMillis;
    private @Nullable Connection serving;
    private boolean busy;

    /** @param surplus whether it ends when it is idle */
    Worker(Intake intake, JmsConsumer owner, int number, boolean surplus) {
        this.intake = intake;
        this.owner = owner;
        this.settings = owner.getEndpoint().settings();
        this.surplus = surplus;
        this.thread = owner.getEndpoint().pools().newThread("jms-" + owner.name() + "-" + number, this::run);
    }

    /** The worker whose thread calls, if that waits for the end of its route in any case, and so may wait for a send. */
    static @Nullable Worker current() {
        Worker mine = WAITING.get(Thread.currentThread());
        return mine == null || mine.aborted ? null : mine;
    }

    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
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
        MessageConsumer mine;
        synchronized (this) {
            closed = true;
            mine = consumer;
        }
        if (mine != null) {
            Closing.quietly(mine);
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
        SendingSession blocked = sending;
        if (blocked != null) {
            blocked.giveUp(thread, "before its route was stopped");
        }
    }

    /** Called on the thread, which begins to send in that session; null: the send is over. */
    void sends(@Nullable SendingSession session) {
        sending = session;
        if (aborted) {
            endSend();
        }
    }

    // ---- the thread

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything, and the thread must go on
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

    private void lost(Connection connection, Throwable why) {
        if (!isClosed() && !aborted) {
            intake.lost(connection, why);
        }
    }

    private void serve(Connection connection) throws JMSException {
        try (ReceivingSession mine = new ReceivingSession(this, owner, connection)) {
            MessageConsumer made = mine.newConsumer();
            synchronized (this) {
                consumer = made;
                if (closed) {
                    return;
                }
            }
            if (settings.asyncConsumer) {
                receiveBatches(connection, mine, made);
            } else {
                receiveOneByOne(mine, made);
            }
        } finally {
            setBusy(false);
        }
    }

    /** Waits for a message; null if this worker is to receive no more. */
    @Nullable
    Message receive(MessageConsumer from) throws JMSException {
        if (!rest()) {
            return null;
        }
        mayHaveMessage = true;
        Message message = surplus ? from.receive(SURPLUS_IDLE_MILLIS) : from.receive();
        if (message == null && !surplus && !isClosed() && !aborted) {
            throw new JmsConnectionException("The client has ended a receive: its connection is lost", null);
        }
        return message;
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
            lost(connection, e); // first: the route may go on for long
            throw e;
        } finally {
            batches.abandon();
        }
    }

    /** Fails if another thread has found that the connection is lost. */
    void checkConnection() {
        Connection mine = serving;
        if (mine != null && !isClosed() && !aborted && !intake.isCurrent(mine)) {
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
