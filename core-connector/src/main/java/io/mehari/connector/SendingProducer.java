package io.mehari.connector;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.WaitingThread;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A producer that sends over a client which it shares with the other producers of its endpoint. The sender's exchange
 * is suspended until the send is done; no thread waits.
 *
 * @param <C> the client
 */
public abstract class SendingProducer<C> implements AsyncProducer, ShutdownAware {
    private final SharedClient<C> clients;
    private final QueuedSends queuedSends;
    private volatile @Nullable C client;

    protected SendingProducer(SharedClient<C> clients, QueuedSends queuedSends) {
        this.clients = clients;
        this.queuedSends = queuedSends;
    }

    // ---- what a connector does

    /**
     * Sends the message. What it throws is the failure of the exchange.
     *
     * @return whether the callback will be called; if not, the send is done, or the exchange has failed
     */
    protected abstract boolean send(C client, Exchange exchange, AsyncCallback callback) throws Exception;

    /** The exception for a message that comes while this producer is not started. */
    protected abstract RuntimeException notStarted(String message);

    /** Called by a start, with the client. If it throws, this producer is not started. */
    protected void started(C client) {}

    /** Called by a stop, and by a start that has failed. */
    protected void stopped() {}

    // ---- life

    @Override
    public Endpoint getEndpoint() {
        return queuedSends.endpoint();
    }

    @Override
    public synchronized void start() {
        if (client != null) {
            return;
        }
        C held = clients.hold();
        try {
            started(held);
            client = held;
        } finally {
            if (client == null) {
                release();
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (client != null) {
            client = null;
            release();
        }
    }

    /** Sends that are left fail now, while {@code onSendFailure} can still take them. */
    @Override
    public void giveUp() {
        stop();
    }

    private void release() {
        clients.release();
        stopped();
    }

    /** The number of messages that no sender waits for. A stop waits until they are sent. */
    @Override
    public int getPendingExchangesSize() {
        return queuedSends.size();
    }

    // ---- sending

    @Override
    @SuppressWarnings("CatchingUnchecked") // a conversion of the user's may throw anything
    public final boolean process(Exchange exchange, AsyncCallback callback) {
        boolean waits = false;
        try {
            C open = client;
            if (open == null) {
                throw notStarted(
                        getEndpoint() + " is not started, or has stopped: start the context or the route that sends");
            }
            waits = send(open, exchange, callback);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        if (!waits) {
            callback.done(true);
        }
        return !waits;
    }

    /**
     * Passes the send on. From now on it ends by itself, even if no thread or timer can be created.
     *
     * @return whether the callback will be called
     */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    protected static <C, S extends PendingSend> boolean pass(C client, S send, BiConsumer<C, S> by) {
        try {
            by.accept(client, send);
        } catch (Throwable e) {
            send.fail(e);
        }
        return send.isWaitedFor();
    }

    /** Resumes the sender on a thread that may run user code. A thread that waits in {@code process} is woken here. */
    static void resume(AsyncCallback callback, ThreadPools pools) {
        if (callback instanceof WaitingThread waiting) {
            waiting.done(false);
        } else {
            RouteThreads.resume(pools, Resumption.of(callback));
        }
    }

    @Override
    public String toString() {
        return "Producer[" + getEndpoint() + "]";
    }
}
