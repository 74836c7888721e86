package io.mehari.connector;

import io.mehari.AsyncCallback;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts and limits the messages of one endpoint that senders do not wait for: {@code completion=queued} of a
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
        this.log = new Log(Log.endpoint(endpoint));
    }

    Endpoint endpoint() {
        return endpoint;
    }

    ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    /** Takes a place, if there is one: then {@link #done} or {@link #failed} must follow, exactly once. */
    boolean tryBegin() {
        if (size.incrementAndGet() <= most) {
            return true;
        }
        size.decrementAndGet();
        return false;
    }

    /** The copy for {@code onSendFailure}; null if there is none. If it cannot be made, the place is free again. */
    @Nullable
    Exchange copyOf(@Nullable Exchange exchange) {
        boolean made = false;
        try {
            Exchange kept = onSendFailure == null || exchange == null ? null : exchange.copy();
            made = true;
            return kept;
        } finally {
            if (!made) {
                done();
            }
        }
    }

    /** A message was sent. Its copy from {@link #copyOf} holds a stream body, which is closed before a stop ends. */
    void done(@Nullable Exchange kept) {
        try {
            if (kept != null) {
                endpoint.getExchangeFactory().release(kept);
            }
        } finally {
            done();
        }
    }

    /** The place is free again. */
    void done() {
        size.decrementAndGet();
    }

    /**
     * A message could not be sent.
     *
     * @param kept the copy from {@link #copyOf}
     */
    @SuppressWarnings("CatchingUnchecked") // law S4: the thread that calls this ends other sends, too
    void failed(@Nullable Exchange kept, Throwable why) {
        Report report = null;
        boolean passed = false;
        try {
            failures.incrementAndGet();
            log.warnOnceAMinute(endpoint + ": a message of completion=queued could not be sent [MH-65]", why);
            String to = onSendFailure;
            if (kept != null && to != null) {
                kept.setProperty(Exchange.EXCEPTION_CAUGHT, why);
                report = new Report(to, kept);
                RouteThreads.resume(pools(), Resumption.of(report));
                passed = true;
            }
        } catch (Throwable e) {
            Log.warn(QueuedSends.class, "onSendFailure has not got a message that could not be sent", e);
        } finally {
            if (!passed && (report == null || report.end())) {
                size.decrementAndGet(); // law S4: the place is given back in any case
            }
        }
    }

    /**
     * A failure on its way to onSendFailure. A pool may throw after it has run this, or run it twice; the first one to
     * end it owns the exchange and the place. It is a callback, because a callback may send while the context stops.
     */
    private final class Report extends EndsOnce implements AsyncCallback {
        private final String to;
        private final Exchange kept;

        Report(String to, Exchange kept) {
            this.to = to;
            this.kept = kept;
        }

        @Override
        @SuppressWarnings("CatchingUnchecked") // the user's route may throw anything
        public void done(boolean doneSync) {
            if (!end()) {
                return;
            }
            try {
                template().send(to, kept);
                Throwable failure = kept.getException();
                if (failure != null) {
                    Log.warn(Log.endpoint(endpoint), endpoint + ": onSendFailure has failed", failure);
                }
            } catch (Throwable e) {
                Log.warn(Log.endpoint(endpoint), endpoint + ": onSendFailure has failed", e);
            } finally {
                size.decrementAndGet(); // not before, so that a stop waits for the report
                endpoint.getExchangeFactory().release(kept);
            }
        }
    }

    private synchronized ProducerTemplate template() {
        ProducerTemplate known = template;
        if (known == null) {
            known = endpoint.getContext().createProducerTemplate();
            template = known;
        }
        return known;
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
