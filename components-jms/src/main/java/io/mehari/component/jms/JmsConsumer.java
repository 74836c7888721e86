package io.mehari.component.jms;

import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.internal.Log;
import jakarta.jms.InvalidSelectorException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds a route with the messages of a queue or a topic. */
final class JmsConsumer extends ReceivingConsumer<Endpoint> {
    private final Log connecting = new Log(log());
    private final Log refusals = new Log(log());
    private final Log failures = new Log(log());
    private final JmsAccess access;
    private final FinishedIds finished;

    /** Closed by a stop. A worker that is still in a route then keeps it, and so opens no connection any more. */
    private Replies replies;

    private @Nullable Intake intake;

    /** Intakes that were closed and have messages in the route. */
    private final List<Intake> ending = new ArrayList<>();

    JmsConsumer(Endpoint endpoint, JmsAccess access, Processor processor) {
        super(endpoint, processor, "jms");
        this.access = access;
        JmsSettings settings = access.settings;
        this.finished = new FinishedIds((long) settings.maxInFlight * settings.maxConcurrentConsumers);
        this.replies = new Replies(access);
    }

    JmsAccess access() {
        return access;
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (intake != null) {
            return;
        }
        if (access.settings.options.get(JmsOptions.TEST_CONNECTION_ON_STARTUP)) {
            access.testConnection();
        }
        Intake current = new Intake(this);
        intake = current;
        current.start();
    }

    /** Receives no more. What was received is still processed, and acknowledged. */
    @Override
    public synchronized void closeIntake() {
        Intake current = intake;
        if (current != null) {
            intake = null;
            ending.removeIf(each -> !each.hasWorkers());
            ending.add(current);
            current.close();
        }
    }

    @Override
    public synchronized void stop() {
        closeIntake();
        ending.forEach(Intake::abort);
        ending.clear();
        replies.close();
        replies = new Replies(access); // for the next start
    }

    @Override
    public synchronized boolean hasTaken() {
        Intake current = intake;
        return (current != null && current.hasTaken()) || ending.stream().anyMatch(Intake::hasTaken);
    }

    // ---- called by the workers

    /** What {@code asyncConsumer=true} has processed and could not acknowledge. */
    FinishedIds finished() {
        return finished;
    }

    synchronized Replies replies() {
        return replies;
    }

    void cannotConnect(Throwable failure) {
        connecting.warnOnceAMinute(this + " cannot connect, and tries again [MH-63]", failure);
    }

    void connectionLost(Throwable failure) {
        boolean refused = JmsAccess.isOfMessage(failure) || failure instanceof InvalidSelectorException;
        connecting.warnOnceAMinute(
                this
                        + (refused
                                ? " cannot receive, and tries again [MH-63]"
                                : " has lost its connection, and connects again [MH-63]"),
                failure);
    }

    void refused(Throwable failure) {
        refusals.warnOnceAMinute(
                this + ": a message is given back to the broker, which moves it to its dead letter address after its"
                        + " redeliveries [MH-64]",
                failure);
    }

    /**
     * @param failure null if the route has marked the message for a rollback
     * @param place where it failed, in words
     */
    void failed(@Nullable Throwable failure, String place) {
        if (failure != null) {
            Log.warn(
                    log(),
                    this + ": a message failed" + place
                            + ", and no error handler handled it; it is given back to the broker [MH-64]",
                    failure);
        }
    }

    /** @param isGone whether nobody waits for it any more, so that its request is acknowledged */
    void replyFailed(Throwable failure, boolean isGone) {
        failures.warnOnceAMinute(
                this
                        + (isGone
                                ? ": a reply could not be sent, since its queue is gone"
                                : ": a reply could not be sent; its request is given back to the broker [MH-67]"),
                failure);
    }

    void notCommitted(Throwable failure) {
        failures.warnOnceAMinute(
                this + ": the broker has not committed a transaction; it delivers the messages again", failure);
    }
}
