package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.support.QueuedSends;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** The send of one message, for which a sender waits. */
class Call {
    /*
     * The sender's exchange belongs to the thread that moves the state away from WAITING, by one compare-and-set. This
     * thread writes the result and resumes the sender. No other thread touches the exchange, so a late reply has no
     * effect.
     */
    private static final int WAITING = 0;
    private static final int DONE = 1;

    private final NettyProducer producer;
    private final @Nullable Exchange exchange;
    private final AsyncCallback whenDone;
    private final SendCompletion completion;

    /** The message to write to the connection. The thread that writes or releases it takes it from here. */
    private @Nullable Object message;

    final @Nullable Object key;

    /**
     * On a shared connection: the System.nanoTime at which the message was sent. Used only by the connection's thread.
     */
    long begun;

    private volatile @Nullable ScheduledFuture<?> deadline;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = WAITING;

    @SuppressWarnings("UnusedVariable") // through MESSAGE
    private volatile boolean taken;

    /**
     * @param exchange the exchange of the sender; null if the sender does not wait
     * @param key the key by which its reply finds this call; null if there is no correlation function
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

    /** Takes the message, to write or release it; null if another caller has taken it. */
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

    /** The message was written to the socket. */
    final void written() {
        if (completion != SendCompletion.Reply && moveToDone()) {
            ended();
        }
    }

    /** The reply has come. Returns false if the sender no longer waits for it. */
    @SuppressWarnings("CatchingUnchecked") // if a reply cannot be converted, the sender fails
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

    /** The message was not sent, or no reply has come. */
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

    /** Resumes the sender. */
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

    /** The send of a message whose sender does not wait. */
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
