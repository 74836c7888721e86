package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.support.QueuedSends;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** One message that is sent, and the sender that waits for its end. */
class Call {
    /*
     * The sender's exchange belongs to the thread that moves the state away from WAITING, by one compare-and-set. It
     * writes the result and resumes the sender; all others leave the exchange alone. So a late reply touches nothing.
     */
    private static final int WAITING = 0;
    private static final int DONE = 1;

    private final NettyProducer producer;
    private final @Nullable Exchange exchange;
    private final AsyncCallback whenDone;
    private final SendCompletion completion;

    /** What is written to the connection; taken by the thread that writes or releases it. */
    private @Nullable Object message;

    final @Nullable Object key;

    /** When it went out on a connection that it shares, by System.nanoTime; of the thread of that connection. */
    long begun;

    private volatile @Nullable ScheduledFuture<?> deadline;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = WAITING;

    @SuppressWarnings("UnusedVariable") // through MESSAGE
    private volatile boolean taken;

    /**
     * @param exchange the sender's; null if the sender has gone on
     * @param key what finds this call when its reply comes; null if there is no such function
     */
    Call(
            NettyProducer producer,
            @Nullable Exchange exchange,
            AsyncCallback whenDone,
            SendCompletion completion,
            Object message,
            @Nullable Object key) {
        this.producer = producer;
        this.exchange = exchange;
        this.whenDone = whenDone;
        this.completion = completion;
        this.message = message;
        this.key = key;
    }

    /** The message, for the one caller that writes or releases it; null for all others. */
    final @Nullable Object takeMessage() {
        if (!TAKEN.compareAndSet(this, false, true)) {
            return null;
        }
        Object mine = message;
        message = null;
        return mine;
    }

    final boolean isDone() {
        return state == DONE;
    }

    final void setDeadline(ScheduledFuture<?> deadline) {
        this.deadline = deadline;
        if (state == DONE) {
            deadline.cancel(false);
        }
    }

    /** The message is on its way: written to the socket. */
    final void written() {
        if (completion != SendCompletion.Reply && moveToDone()) {
            ended();
        }
    }

    /** The reply is there; returns false if nobody waits for it any more. */
    @SuppressWarnings("CatchingUnchecked") // what a reply cannot become is the sender's failure
    final boolean reply(Object reply) {
        Exchange sender = exchange;
        if (sender == null || completion != SendCompletion.Reply || !moveToDone()) {
            return false;
        }
        try {
            producer.take(sender, reply);
        } catch (Throwable e) {
            sender.setException(e);
        }
        producer.resume(whenDone);
        return true;
    }

    /** It was not sent, or has no reply. */
    void fail(Throwable why) {
        if (moveToDone()) {
            Frames.release(takeMessage());
            Exchange sender = exchange;
            if (sender != null) {
                sender.setException(why);
            }
            producer.resume(whenDone);
        }
    }

    final void timeIsUp(long millis) {
        Exchange sender = exchange;
        if (sender != null && !isDone()) {
            fail(new ExchangeTimedOutException(sender, producer.getEndpoint().toString(), millis));
        }
    }

    /** The sender goes on. */
    void ended() {
        producer.resume(whenDone);
    }

    final boolean moveToDone() {
        boolean mine = STATE.compareAndSet(this, WAITING, DONE);
        ScheduledFuture<?> waiting = deadline;
        if (mine && waiting != null) {
            waiting.cancel(false);
        }
        return mine;
    }

    private static final VarHandle STATE;
    private static final VarHandle TAKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Call.class, "state", int.class);
            TAKEN = lookup.findVarHandle(Call.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A message whose sender has gone on. */
    static final class Queued extends Call {
        private final QueuedSends sends;
        private final @Nullable Exchange kept;

        /** @param kept a copy for {@code onSendFailure}; null if there is none */
        Queued(NettyProducer producer, QueuedSends sends, Object message, @Nullable Exchange kept) {
            super(producer, null, doneSync -> {}, SendCompletion.Queued, message, null);
            this.sends = sends;
            this.kept = kept;
        }

        @Override
        void ended() {
            sends.done();
        }

        @Override
        void fail(Throwable why) {
            if (moveToDone()) {
                Frames.release(takeMessage());
                sends.failed(kept, why);
            }
        }
    }
}
