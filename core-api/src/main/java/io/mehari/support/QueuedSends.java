package io.mehari.support;

import io.mehari.AsyncCallback;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages that senders have left to an endpoint and do not wait for: {@code completion=queued} of a connector. It
 * limits and counts them. A message that cannot be sent is counted, logged at most once a minute, and sent to the
 * endpoint that {@code onSendFailure} names. Thread-safe.
 */
public final class QueuedSends {
    private final Endpoint endpoint;
    private final int most;
    private final @Nullable String onSendFailure;
    private final Log log;
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong failures = new AtomicLong();
    private @Nullable ProducerTemplate template;

    /**
     * Makes the count of an endpoint.
     *
     * @param most the largest number of messages at a time
     * @param onSendFailure the URI for messages that could not be sent; null if they are only counted and logged
     */
    public QueuedSends(Endpoint endpoint, int most, @Nullable String onSendFailure) {
        this.endpoint = endpoint;
        this.most = most;
        this.onSendFailure = onSendFailure;
        this.log = new Log(endpoint.getClass());
    }

    /** Takes a place for one more message; false if there are as many as allowed, and the sender should wait. */
    public boolean tryBegin() {
        if (size.incrementAndGet() <= most) {
            return true;
        }
        size.decrementAndGet();
        return false;
    }

    /**
     * Makes the send of a message that has a place, which is given back if the send cannot be made. After this, the
     * send calls {@link #done} or {@link #failed}, exactly once.
     *
     * @param send gets a copy of the exchange for {@code onSendFailure}; null if there is none
     */
    public <S> S make(Exchange exchange, Function<@Nullable Exchange, S> send) {
        boolean made = false;
        try {
            S result = send.apply(onSendFailure == null ? null : exchange.copy());
            made = true;
            return result;
        } finally {
            if (!made) {
                size.decrementAndGet();
            }
        }
    }

    /** A message was sent. */
    public void done() {
        size.decrementAndGet();
    }

    /**
     * A message could not be sent.
     *
     * @param kept the copy from {@link #make}
     */
    public void failed(@Nullable Exchange kept, Throwable why) {
        failures.incrementAndGet();
        log.warnOnceAMinute(endpoint + ": a message of completion=queued could not be sent", why);
        String to = onSendFailure;
        if (kept != null && to != null) {
            kept.setProperty(Exchange.EXCEPTION_CAUGHT, why);
            AsyncCallback report = doneSync -> report(to, kept); // as a callback, it may send while the context stops
            endpoint.getContext().getRoutingContextExtension().getThreadPools().resume(report);
        } else {
            size.decrementAndGet();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a route of the user's may throw anything
    private void report(String to, Exchange kept) {
        ExchangeFactory exchanges = endpoint.getExchangeFactory();
        int lease = exchanges.lease(kept);
        try {
            template().send(to, kept);
            Throwable failure = kept.getException();
            if (failure != null) {
                Log.warn(endpoint.getClass(), endpoint + ": onSendFailure has failed", failure);
            }
        } catch (Throwable e) {
            Log.warn(endpoint.getClass(), endpoint + ": onSendFailure has failed", e);
        } finally {
            size.decrementAndGet(); // not before, so that a stop waits for the report
            exchanges.release(kept, lease);
        }
    }

    private synchronized ProducerTemplate template() {
        ProducerTemplate mine = template;
        if (mine == null) {
            mine = endpoint.getContext().createProducerTemplate();
            template = mine;
        }
        return mine;
    }

    /** The messages that were accepted and are not sent yet. */
    public int size() {
        return size.get();
    }

    /** The messages that were accepted and could not be sent. */
    public long failures() {
        return failures.get();
    }
}
