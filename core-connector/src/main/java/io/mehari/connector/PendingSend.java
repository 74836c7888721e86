package io.mehari.connector;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * The send of one message, and the sender that waits for its end. Any number of threads may try to end it: the reply or
 * the acknowledgement, a failure, the time limit. The first one wins, and the others change nothing.
 */
public abstract class PendingSend extends EndsOnce {
    /*
     * A send that nobody waits for has no callback. Then the exchange is a copy for onSendFailure, or null. Its place
     * among the queued sends is taken in the constructor. So constructors of subclasses only set fields: after super()
     * nothing may fail, or the place would be lost.
     */
    private final QueuedSends sends;
    private final @Nullable Exchange exchange;
    private final @Nullable AsyncCallback sender;

    /**
     * Creates the send of an exchange.
     *
     * @param exchange null if nothing of the result is to be written to it
     * @param queued whether the sender continues at once, if there is room among the queued sends
     */
    protected PendingSend(QueuedSends sends, @Nullable Exchange exchange, AsyncCallback callback, boolean queued) {
        boolean leaves = queued && sends.tryBegin();
        this.sends = sends;
        this.exchange = leaves ? sends.copyOf(exchange) : exchange;
        this.sender = leaves ? null : callback;
    }

    // ---- what a connector does

    /** Writes the result to the sender's exchange. If it throws, the exchange fails. */
    protected void take(Exchange exchange, Object result) throws Exception {}

    /** The failure that the sender gets; null if it gets none. Called at most once, and only by the owner. */
    protected @Nullable Throwable judged(Throwable failure) {
        return failure;
    }

    // ---- state

    /** Whether a sender waits, so that its callback is called at the end. */
    public final boolean isWaitedFor() {
        return sender != null;
    }

    // ---- the end

    /** The message is sent. Returns false if this send was done before. */
    public final boolean succeed() {
        return succeed(null);
    }

    /**
     * The message is sent, or answered. Returns false if this send was done before.
     *
     * @param result for {@link #take}; null if there is none
     */
    @SuppressWarnings("CatchingUnchecked") // if a reply cannot be converted, the sender fails
    public final boolean succeed(@Nullable Object result) {
        if (!end()) {
            return false;
        }
        Exchange waiting = exchange;
        if (sender != null && waiting != null && result != null) {
            try {
                take(waiting, result);
            } catch (Throwable e) {
                waiting.setException(e);
            }
        }
        resume();
        return true;
    }

    /** The message could not be sent, or no reply will come. Has no effect if this send was done before. */
    public void fail(Throwable why) {
        if (end()) {
            tell(why);
        }
    }

    /** The time limit has expired. Has no effect if this send was done before, or nobody waits for it. */
    public void timeIsUp(long millis) {
        Exchange waiting = exchange;
        if (sender != null && waiting != null && end()) { // first, because only the owner may read the exchange
            tell(timedOut(waiting, sends.endpoint(), millis));
        }
    }

    private void tell(Throwable why) {
        Throwable told = judgedOrThrown(why);
        if (told == null) {
            resume();
        } else if (sender == null) {
            sends.failed(exchange, told);
        } else {
            if (exchange != null) {
                exchange.setException(told);
            }
            resume();
        }
    }

    /** Law S4: this send is done, so nothing that is thrown may keep its sender from continuing. */
    @SuppressWarnings("CatchingUnchecked") // see above
    private @Nullable Throwable judgedOrThrown(Throwable why) {
        try {
            return judged(why);
        } catch (Throwable e) {
            return e;
        }
    }

    private void resume() {
        AsyncCallback waiting = sender;
        if (waiting == null) {
            sends.done(exchange);
        } else {
            SendingProducer.resume(waiting, sends.pools());
        }
    }
}
