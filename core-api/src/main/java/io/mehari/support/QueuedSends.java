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
 * Counts and limits the messages of one endpoint for which senders do not wait: {@code completion=queued} of a
 * connector. A message that cannot be sent is counted, logged at most once a minute, and sent to the endpoint in {@code
 * onSendFailure}. Thread-safe.
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
     * Creates the counts of an endpoint.
     *
     * @param most the maximum number of messages at a time
     * @param onSendFailure the URI for messages that could not be sent; null if they are only counted and logged
     */
    public QueuedSends(Endpoint endpoint, int most, @Nullable String onSendFailure) {
        this.endpoint = endpoint;
        this.most = most;
        this.onSendFailure = onSendFailure;
        this.log = new Log(endpoint.getClass());
    }

    /** Reserves a place for one more message; false if there is none, so that the sender should wait. */
    public boolean tryBegin() {
        if (size.incrementAndGet() <= most) {
            return true;
        }
        size.decrementAndGet();
        return false;
    }

    /**
     * Creates the send of a message for which a place was reserved. If this fails, the place is free again. Otherwise
     * the send must call {@link #done} or {@link #failed}, exactly once.
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

    @SuppressWarnings("CatchingUnchecked") // the user's route may throw anything
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

    /** The number of messages that were accepted and not yet sent. */
    public int size() {
        return size.get();
    }

    /** The number of messages that were accepted and could not be sent. */
    public long failures() {
        return failures.get();
    }
}
