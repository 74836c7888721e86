package io.mehari.component.netty.socket;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.PendingSend;
import io.mehari.connector.QueuedSends;
import io.mehari.connector.SendCompletion;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The send of one message over a connection. */
class Call extends PendingSend {
    private static final AtomicIntegerFieldUpdater<Call> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(Call.class, "taken");

    private final ClientProtocol protocol;
    private final boolean expectsReply;

    /** The message to write to the connection. The thread that writes or releases it takes it from here. */
    private @Nullable Object message;

    /** Finds this call when its reply comes; null if there is no correlation function, or no reply is expected. */
    final @Nullable Object key;

    /** On a shared connection: the System.nanoTime of the send. Used only by the connection's thread. */
    long begun;

    private volatile int taken;

    /** Without room for another queued message, the sender waits until its message is written. */
    Call(
            QueuedSends sends,
            ClientProtocol protocol,
            Exchange exchange,
            AsyncCallback callback,
            SendCompletion completion,
            Object message,
            @Nullable Object key) {
        super(sends, exchange, callback, completion == SendCompletion.Queued);
        this.protocol = protocol;
        this.expectsReply = completion == SendCompletion.Reply;
        this.message = message;
        this.key = expectsReply ? key : null;
    }

    /** Takes the message, to write or release it; null if another caller has taken it. */
    final @Nullable Object takeMessage() {
        if (taken != 0 || !TAKEN.compareAndSet(this, 0, 1)) {
            return null;
        }
        Object unsent = message;
        message = null;
        return unsent;
    }

    final void written() {
        if (!expectsReply) {
            succeed();
        }
    }

    /** The reply has come. Returns false if the sender no longer waits for it. */
    final boolean reply(Object reply) {
        return expectsReply && succeed(reply);
    }

    @Override
    protected void take(Exchange exchange, Object reply) throws Exception {
        protocol.take(exchange, reply);
    }

    @Override
    protected void ended() {
        Sockets.release(takeMessage());
    }
}
