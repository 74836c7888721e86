package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeOwner;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.RouteThreads;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One received message in the route, and the transaction in which the route may send. */
final class Delivery extends ExchangeOwner {
    /*
     * The session belongs to the worker. With transacted=true the worker waits here until the route is done, and a send
     * in the transaction from another thread is left in tasks, and the worker makes it. With asyncConsumer=true the
     * worker does not wait here: whenDone gets this object when the route is done. All fields below are guarded by
     * this, and the worker holds no lock while it sends.
     *
     * The exchange belongs to the route until the state is DONE, and then to the worker. A worker that is told to stop
     * gives the message up: then the route's last thread releases the exchange, and nothing is acknowledged.
     */
    static final String PROPERTY = "MehariJmsTransaction";

    private enum State {
        IN_ROUTE,
        DONE,
        GIVEN_UP
    }

    private final ReceivingSession session;
    private final Thread worker;
    private final JmsAccess access;
    final Exchange exchange;
    final Message message;

    /** Where the reply goes; null if none is asked for. */
    final @Nullable Destination replyTo;

    private final @Nullable Queue<Delivery> whenDone;
    private final ArrayDeque<Task> tasks = new ArrayDeque<>();
    private State state = State.IN_ROUTE;

    Delivery(
            ReceivingSession session,
            Thread worker,
            JmsAccess access,
            Exchange exchange,
            Message message,
            @Nullable Destination replyTo,
            @Nullable Queue<Delivery> whenDone) {
        super(exchange);
        this.session = session;
        this.worker = worker;
        this.access = access;
        this.exchange = exchange;
        this.message = message;
        this.replyTo = replyTo;
        this.whenDone = whenDone;
        if (access.settings.transacted) {
            exchange.getExchangeExtension().setTransacted(true);
            exchange.setProperty(PROPERTY, this);
        }
    }

    // ---- the end of the route

    @Override
    public void done(boolean doneSync) {
        boolean wasGivenUp;
        boolean first;
        synchronized (this) {
            wasGivenUp = state == State.GIVEN_UP;
            first = state == State.IN_ROUTE;
            if (first) {
                state = State.DONE;
            }
        }
        if (wasGivenUp) {
            release();
            return;
        }
        if (first && whenDone != null) {
            whenDone.add(this);
        }
        if (Thread.currentThread() != worker) {
            LockSupport.unpark(worker);
        }
    }

    /** The message is not acknowledged. Releases the exchange, now or when the route ends. */
    void giveUp() {
        boolean over;
        synchronized (this) {
            over = state == State.DONE;
            if (!over) {
                state = State.GIVEN_UP;
            }
        }
        if (over) {
            release();
        }
    }

    /** Waits on the worker's thread until the route is done; false if the worker was told to stop before. */
    boolean await(Worker waiting) {
        while (true) {
            Task task;
            synchronized (this) {
                task = tasks.poll();
                if (task == null && state == State.DONE) {
                    return true;
                }
                if (task == null && waiting.isAborted()) {
                    state = State.GIVEN_UP;
                    return false;
                }
            }
            if (task == null) {
                LockSupport.park(this);
                boolean ignored = Thread.interrupted(); // only a stop ends the wait
            } else {
                sendNow(task.target, task.outgoing, task.sending);
                RouteThreads.resume(task.target.pools(), Resumption.of(task.callback));
            }
        }
    }

    void end() {
        release();
    }

    // ---- sends of the route in the transaction

    /** Whether this exchange sends in it: that of the received message, or a part or copy that its route waits for. */
    boolean joins(Exchange sending, JmsSettings target) {
        boolean same = target.connectionFactory == access.settings.connectionFactory
                && Objects.equals(target.username, access.settings.username);
        return same
                && (sending == exchange
                        || sending.getExchangeExtension().getSplitIndex() >= 0
                        || sending.getProperty(Exchange.MULTICAST_INDEX) != null);
    }

    /** Returns whether the callback will be called; if not, the message is sent, or the exchange has failed. */
    boolean send(JmsAccess target, Outgoing outgoing, Exchange sending, AsyncCallback callback) {
        if (Thread.currentThread() == worker) {
            sendNow(target, outgoing, sending);
            return false;
        }
        boolean over;
        synchronized (this) {
            over = state != State.IN_ROUTE;
            if (!over) {
                tasks.add(new Task(target, outgoing, sending, callback));
            }
        }
        if (over) {
            sending.setException(new JmsConnectionException(
                    target + ": the transaction of the received message is over, so the message was not sent in it:"
                            + " send before the route ends, or add transacted=false",
                    null));
            return false;
        }
        LockSupport.unpark(worker);
        return true;
    }

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    private void sendNow(JmsAccess target, Outgoing outgoing, Exchange sending) {
        try {
            session.send(target, outgoing);
        } catch (Throwable e) {
            sending.setException(
                    e instanceof JMSException
                            ? new JmsConnectionException(
                                    target + ": the message could not be sent in the transaction: " + Log.describe(e),
                                    e)
                            : e);
        }
    }

    private record Task(JmsAccess target, Outgoing outgoing, Exchange sending, AsyncCallback callback) {}
}
