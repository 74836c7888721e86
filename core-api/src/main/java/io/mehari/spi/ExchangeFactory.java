package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;

/**
 * Creates exchanges and, if it pools them, takes them back when they are done. An implementation must be thread-safe,
 * and safe to publish without synchronization: its fields are final.
 */
public interface ExchangeFactory {
    /** Creates an exchange, or takes one from the pool. */
    Exchange create(ExchangePattern pattern);

    /** Creates a copy of the exchange, like {@link Exchange#copy()}, from this factory. */
    Exchange copy(Exchange exchange);

    /** A factory for exchanges that come from this endpoint. It shares the pool of this factory. */
    ExchangeFactory forEndpoint(Endpoint from);

    /**
     * A number that identifies the current use of a pooled exchange; it changes with each release. 0 if the exchange is
     * not pooled. Together with {@link #release} it detects a second release.
     */
    int lease(Exchange exchange);

    /**
     * Releases an exchange that its owner no longer needs. Completions that have not run yet run now, whether the
     * exchange is pooled or not. A completion must not call this; in a pool such a call is refused and logged.
     *
     * @param lease the result of {@link #lease} while the caller owned the exchange; a call with an old one is refused
     *     and logged
     * @return whether the exchange was released by this call
     */
    boolean release(Exchange exchange, int lease);
}
