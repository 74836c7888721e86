package io.mehari.component.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Receives for {@code asyncConsumer=true}: several messages of a session are in the route at once. */
final class BatchReceiver {
    /*
     * A commit covers all messages that the session has received, and so does a rollback. So messages that are received
     * while others are in the route belong to one batch. When no message of the batch is in the route, all are
     * acknowledged if all have succeeded; else all are given back. A batch takes no more messages when it has
     * maxInFlight, when one has failed, or when one is done for OPEN_NANOS: a flow of messages that overlap would put
     * the acknowledgement off for ever.
     *
     * The ids of messages that have succeeded are remembered when the batch is given back. Delivered again, they are
     * acknowledged and not routed. A message that was delivered before is routed alone, and the batch ends with it. So
     * a message that fails each time takes no others to the dead letters.
     *
     * A thread cannot wait for a message and for the end of a route at once. So while messages are in the route and
     * the batch takes more, a receive is short: an eighth of the time in which nothing happened, up to 20 ms. An empty
     * batch waits in a receive without limit, and a batch that takes no more is parked.
     *
     * All is done on the worker's thread. Others only add to done, and wake it.
     */
    private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_RECEIVE_MILLIS = 20;
    private static final int PART_OF_QUIET_TIME = 8;

    private final Worker worker;
    private final ReceivingSession session;
    private final MessageConsumer from;
    private final FinishedIds finished;
    private final int limit;
    private final Queue<Delivery> done = new ConcurrentLinkedQueue<>();
    private final Map<Delivery, String> inRoute = new HashMap<>(); // with the ids of the messages

    // ---- the batch
    private final List<String> succeeded = new ArrayList<>();
    private int size;

    // ---- after the begin of a stop
    private boolean closing;
    private boolean consumerClosed;
    private long closeAt;
    private boolean failed;
    private boolean complete;
    private boolean someDone;

    /** The time of the first end of a route in the batch, if there is one. */
    private long doneAt;

    /** The time of the last message that came, or of the last end of a route. */
    private long changedAt;

    /** Was delivered before; it goes to the route when the others are done. */
    private @Nullable Message held;

    BatchReceiver(Worker worker, ReceivingSession session, MessageConsumer from, FinishedIds finished, int limit) {
        this.worker = worker;
        this.session = session;
        this.from = from;
        this.finished = finished;
        this.limit = limit;
    }

    /** Returns when the worker is to receive no more and the batch has ended, or when the worker is told to give up. */
    void run() throws JMSException {
        boolean receives = true;
        while (receives && !worker.isAborted()) {
            finishDone();
            boolean closed = worker.isClosed();
            if (size > 0 && inRoute.isEmpty()) {
                noneInRoute();
            } else if (size > 0 && (closed || !takesMore())) {
                awaitDone();
            } else {
                receives = !closed && receive();
            }
        }
    }

    private boolean takesMore() {
        boolean late = someDone && System.nanoTime() - doneAt > OPEN_NANOS;
        return !failed && !complete && !late && size < limit;
    }

    // ---- receive

    /** Receives at most one message; false if the worker has nothing more to do. */
    private boolean receive() throws JMSException {
        worker.setBusy(false);
        Message message = size == 0 ? worker.receive(from) : receiveShortly();
        if (message != null) {
            worker.setBusy(true);
            take(message);
        }
        return message != null || size > 0;
    }

    private @Nullable Message receiveShortly() throws JMSException {
        long begin = System.nanoTime();
        long quiet = TimeUnit.NANOSECONDS.toMillis(begin - changedAt);
        long millis = Math.min(Math.max(1, quiet / PART_OF_QUIET_TIME), LONGEST_RECEIVE_MILLIS);
        Message message = worker.receive(from, millis);
        if (message == null) {
            worker.checkConnection();
            long early = begin + TimeUnit.MILLISECONDS.toNanos(millis) - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(this, early); // a client that is closed may return at once
            }
        }
        return message;
    }

    private void take(Message message) throws JMSException {
        size++;
        changedAt = System.nanoTime();
        worker.setHolding(true);
        if (!message.getJMSRedelivered()) {
            route(message);
            return;
        }
        complete = true;
        String id = message.getJMSMessageID();
        if (finished.remove(id)) {
            succeeded.add(id);
        } else {
            held = message;
        }
    }

    private void route(Message message) throws JMSException {
        String id = message.getJMSMessageID();
        Delivery delivery = session.read(message, done);
        if (delivery == null) {
            failed = true;
        } else {
            inRoute.put(delivery, id == null ? "" : id);
            session.route(delivery);
        }
    }

    // ---- the end of a route

    private void awaitDone() {
        if (done.isEmpty() && !worker.isAborted()) {
            if (worker.isClosed() && !consumerClosed) {
                awaitOrClose();
            } else {
                LockSupport.park(this);
            }
            boolean ignored = Thread.interrupted(); // only a stop ends the wait
        }
    }

    /**
     * Receives no more. If the batch does not end soon, what was fetched in advance is left to other consumers. Not at
     * once: Artemis does not answer an AMQP client that asks it twice at a time to send no more, and the last receive
     * has asked for that.
     */
    private void awaitOrClose() {
        long now = System.nanoTime();
        if (!closing) {
            closing = true;
            closeAt = now + CLOSE_NANOS;
        }
        if (closeAt - now > 0) {
            LockSupport.parkNanos(this, closeAt - now);
        } else {
            consumerClosed = true;
            Closing.quietly(from);
        }
    }

    private void finishDone() {
        Delivery each;
        while ((each = done.poll()) != null) {
            String id = ended(each);
            note(id, session.finish(each));
        }
    }

    private String ended(Delivery delivery) {
        changedAt = System.nanoTime();
        if (!someDone) {
            someDone = true;
            doneAt = changedAt;
        }
        String id = inRoute.remove(delivery);
        return id == null ? "" : id;
    }

    private void note(String id, boolean isSuccess) {
        if (!isSuccess) {
            failed = true;
        } else if (!id.isEmpty()) { // a sender may turn ids off; then a further delivery is routed
            succeeded.add(id);
        }
    }

    /** Ends the batch, unless a message is held. */
    private void noneInRoute() throws JMSException {
        Message waiting = held;
        held = null;
        if (failed) {
            finished.addAll(succeeded); // first: another session may get them at once
            session.giveBack();
            reset();
        } else if (waiting != null) {
            route(waiting);
        } else {
            if (!session.acknowledge()) {
                finished.addAll(succeeded);
            }
            reset();
        }
    }

    private void reset() {
        succeeded.clear();
        size = 0;
        held = null;
        failed = false;
        complete = false;
        someDone = false;
        worker.setHolding(false);
    }

    // ---- without the connection

    /** Waits until no message is in the route, or the worker is aborted. The broker delivers the messages again. */
    void abandon() {
        endDone();
        while (!inRoute.isEmpty() && !worker.isAborted()) {
            awaitDone();
            endDone();
        }
        inRoute.keySet().forEach(Delivery::giveUp);
        inRoute.clear();
        finished.addAll(succeeded);
        reset();
    }

    private void endDone() {
        Delivery each;
        while ((each = done.poll()) != null) {
            String id = ended(each);
            note(id, session.end(each) && each.replyTo == null); // a request is routed again, for its reply
        }
    }
}
