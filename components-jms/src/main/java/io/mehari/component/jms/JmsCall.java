package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ThreadPools.Delayed;
import io.mehari.support.QueuedSends;
import jakarta.jms.CompletionListener;
import jakarta.jms.Message;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One message that is sent, and the sender that waits for its end. */
class JmsCall implements CompletionListener {
    /*
     * The sender's exchange belongs to the thread that ends the call, by one compare-and-set: the broker's
     * acknowledgement, the reply, a failure or the deadline. It writes the result and resumes the sender; all others
     * leave the exchange alone. So a late reply touches nothing, and a client that calls back twice does no harm.
     */
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Sender sender;
    private final @Nullable Exchange exchange;
    private final AsyncCallback whenDone;
    final Outgoing outgoing;

    /** Finds this call when its reply comes; null if no reply is waited for. */
    final @Nullable String correlationId;

    private volatile @Nullable Delayed deadline;

    JmsCall(
            Sender sender,
            @Nullable Exchange exchange,
            AsyncCallback whenDone,
            Outgoing outgoing,
            @Nullable String correlationId) {
        this.sender = sender;
        this.exchange = exchange;
        this.whenDone = whenDone;
        this.outgoing = outgoing;
        this.correlationId = correlationId;
    }

    final boolean isEnded() {
        return ended.get();
    }

    final void setDeadline(Delayed given) {
        deadline = given;
        if (isEnded()) {
            given.cancel();
        }
    }

    /** The broker has acknowledged the message; called by a thread of the client. */
    @Override
    public final void onCompletion(Message message) {
        if (correlationId == null && end()) {
            sent();
        }
    }

    /** The message could not be sent; called by a thread of the client. */
    @Override
    public final void onException(Message message, Exception failure) {
        fail(sender.lostBefore(failure));
    }

    /** The reply is there; returns false if nothing waits for it any more. */
    @SuppressWarnings("CatchingUnchecked") // what a reply cannot become is the sender's failure
    final boolean reply(Message reply) {
        Exchange mine = exchange;
        if (mine == null || !end()) {
            return false;
        }
        try {
            Object own = mine.getHeader(JmsConstants.CORRELATION_ID);
            Object body = Incoming.body(reply);
            Incoming.headers(reply, mine);
            mine.setHeader(JmsConstants.CORRELATION_ID, own);
            mine.setBody(body);
        } catch (Throwable e) {
            mine.setException(e);
        }
        sender.resume(whenDone);
        return true;
    }

    /** It was not sent, or has no reply. */
    void fail(Throwable why) {
        if (end()) {
            Exchange mine = exchange;
            if (mine != null) {
                mine.setException(why);
            }
            sender.resume(whenDone);
        }
    }

    final void timeIsUp(long millis) {
        Exchange mine = exchange;
        if (mine != null && !isEnded()) {
            fail(new ExchangeTimedOutException(mine, sender.toString(), millis));
        } else if (!isEnded()) {
            fail(new JmsConnectionException(
                    sender + ": the broker has not acknowledged a message within " + millis + " ms", null));
        }
    }

    /** The sender goes on. */
    void sent() {
        sender.resume(whenDone);
    }

    final boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        sender.forget(this);
        Delayed waiting = deadline;
        if (waiting != null) {
            waiting.cancel();
        }
        return true;
    }

    /** A message whose sender has gone on. */
    static final class Queued extends JmsCall {
        private final QueuedSends sends;
        private final @Nullable Exchange kept;

        /** @param kept a copy for {@code onSendFailure}; null if there is none */
        Queued(QueuedSends sends, Sender sender, Outgoing outgoing, @Nullable Exchange kept) {
            super(sender, null, doneSync -> {}, outgoing, null);
            this.sends = sends;
            this.kept = kept;
        }

        @Override
        void sent() {
            sends.done();
        }

        @Override
        void fail(Throwable why) {
            if (end()) {
                sends.failed(kept, why);
            }
        }
    }
}
