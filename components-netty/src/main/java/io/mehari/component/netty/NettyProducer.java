package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.ShutdownAware;
import io.mehari.support.DefaultAsyncProducer;
import io.mehari.support.QueuedSends;
import org.jspecify.annotations.Nullable;

/** Sends to the network. The sender's exchange is suspended until the send is complete; no thread waits. */
final class NettyProducer extends DefaultAsyncProducer implements ShutdownAware {
    private final NettyEndpoint endpoint;
    private final SendCompletion completion;
    private final QueuedSends queuedSends;
    private volatile @Nullable Client client;

    NettyProducer(NettyEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.completion = endpoint.settings().completion(endpoint.expectsReplies());
        this.queuedSends = endpoint.queuedSends();
    }

    @Override
    public NettyEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    protected void doStart() throws Exception {
        Client mine = endpoint.client().hold();
        client = mine;
        if (!endpoint.settings().options.get(SocketOptions.LAZY_CHANNEL_CREATION)) {
            mine.connectNow();
        }
    }

    @Override
    protected void doStop() {
        if (client != null) {
            client = null;
            endpoint.client().release();
        }
    }

    // ---- sending

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (send(exchange, callback)) {
            return false;
        }
        callback.done(true);
        return true;
    }

    /** Returns whether the callback will be called. If not, the send is done or the exchange has failed. */
    @SuppressWarnings("CatchingUnchecked") // a conversion or the user's function may throw anything
    private boolean send(Exchange exchange, AsyncCallback callback) {
        Client open = client;
        Object message = null;
        try {
            if (open == null) {
                throw new ConnectionFailedException(endpoint + ": this producer is not started", null);
            }
            Object plain = endpoint.protocol().request(exchange);
            message = plain;
            Object key = endpoint.key(plain);
            boolean leaves = completion == SendCompletion.Queued && queuedSends.tryBegin();
            Call call = leaves
                    ? queuedSends.make(exchange, kept -> new Call.Queued(this, queuedSends, plain, kept))
                    : new Call(this, exchange, callback, waitsFor(), plain, key);
            message = null; // the call owns it now
            pass(open, call);
            return !leaves;
        } catch (Throwable e) {
            Frames.release(message);
            exchange.setException(e);
            return false;
        }
    }

    /** From now on the call ends the send, even if no thread or timer can be created. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private static void pass(Client open, Call call) {
        try {
            open.send(call);
        } catch (Throwable e) {
            call.fail(e);
        }
    }

    /** If there is no room for another queued message, the sender waits until its message is written. */
    private SendCompletion waitsFor() {
        return completion == SendCompletion.Queued ? SendCompletion.Accepted : completion;
    }

    // ---- called by calls

    /** Resumes the sender on a thread that may run user code. */
    void resume(AsyncCallback callback) {
        resume(callback, endpoint.pools());
    }

    void take(Exchange exchange, Object reply) throws Exception {
        endpoint.protocol().take(exchange, reply);
    }

    // ---- stop

    /** The number of messages for which no sender waits. A stop waits until they are written. */
    @Override
    public int getPendingExchangesSize() {
        return queuedSends.size();
    }
}
