package io.mehari.component.netty;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ShutdownAware;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Sends to the network. The sender's exchange is suspended until the send is complete; no thread waits. */
final class NettyProducer implements AsyncProducer, ShutdownAware {
    private final NettyEndpoint endpoint;
    private final SendCompletion completion;
    private final @Nullable String onSendFailure;
    private volatile @Nullable Client client;

    NettyProducer(NettyEndpoint endpoint) {
        this.endpoint = endpoint;
        this.completion = endpoint.settings().completion(endpoint.expectsReplies());
        this.onSendFailure = endpoint.settings().onSendFailure();
    }

    @Override
    public NettyEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public synchronized void start() {
        if (client == null) {
            Client mine = endpoint.holdClient();
            client = mine;
            if (!endpoint.settings().options.get(SocketOptions.LAZY_CHANNEL_CREATION)) {
                try {
                    mine.connectNow();
                } catch (RuntimeException | Error e) {
                    stop();
                    throw e;
                }
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (client != null) {
            client = null;
            endpoint.releaseClient();
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

    /** For a caller that can only wait: the template of a thread of the user's. */
    @Override
    public void process(Exchange exchange) {
        CountDownLatch done = new CountDownLatch(1);
        if (send(exchange, doneSync -> done.countDown())) {
            boolean interrupted = false;
            boolean over = false;
            while (!over) { // until the exchange is this thread's again; requestTimeout begins when it is written
                try {
                    done.await();
                    over = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the callback will be called; if not, the send is done, or the exchange has failed. */
    @SuppressWarnings("CatchingUnchecked") // a conversion or a function of the user's may throw anything
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
            boolean leaves = completion == SendCompletion.Queued && endpoint.enqueue();
            Call call = leaves ? queued(plain, exchange) : new Call(this, exchange, callback, waitsFor(), plain, key);
            message = null; // the call's
            pass(open, call);
            return !leaves;
        } catch (Throwable e) {
            Frames.release(message);
            exchange.setException(e);
            return false;
        }
    }

    /** A place of the queue is taken already; it is given back if the call cannot be made. */
    private Call queued(Object message, Exchange exchange) {
        boolean made = false;
        try {
            Call call = new Call.Queued(this, message, onSendFailure == null ? null : exchange.copy());
            made = true;
            return call;
        } finally {
            if (!made) {
                endpoint.dequeue();
            }
        }
    }

    /** From now on the call ends the send, even if no thread or timer can be made. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private static void pass(Client open, Call call) {
        try {
            open.send(call);
        } catch (Throwable e) {
            call.fail(e);
        }
    }

    /** While there is no room for another queued message, the sender waits until its own is written. */
    private SendCompletion waitsFor() {
        return completion == SendCompletion.Queued ? SendCompletion.Accepted : completion;
    }

    // ---- called by calls

    /** The sender goes on, on a thread that may run user code. */
    void resume(AsyncCallback callback) {
        endpoint.pools().resume(callback);
    }

    void take(Exchange exchange, Object reply) throws Exception {
        endpoint.protocol().take(exchange, reply);
    }

    void queuedDone() {
        endpoint.dequeue();
    }

    void queuedFailed(@Nullable Exchange kept, Throwable why) {
        endpoint.dequeue();
        endpoint.countFailedSend(why);
        String to = onSendFailure;
        if (kept != null && to != null) {
            kept.setProperty(Exchange.EXCEPTION_CAUGHT, why);
            endpoint.pools().resume(() -> report(to, kept));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a route of the user's may throw anything
    private void report(String to, Exchange kept) {
        ExchangeFactory exchanges = endpoint.getExchangeFactory();
        int lease = exchanges.lease(kept);
        try {
            endpoint.failureTemplate().send(to, kept);
            if (kept.getException() != null) {
                Log.warn(endpoint + ": onSendFailure has failed", kept.getException());
            }
        } catch (Throwable e) {
            Log.warn(endpoint + ": onSendFailure has failed", e);
        } finally {
            exchanges.release(kept, lease);
        }
    }

    // ---- stop

    /** Messages that senders have left here; a stop waits until they are written. */
    @Override
    public int getPendingExchangesSize() {
        return endpoint.getQueuedSends();
    }
}
