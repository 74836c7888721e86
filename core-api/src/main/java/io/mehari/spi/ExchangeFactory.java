package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;

/**
 * Where exchanges come from and, if they are pooled, where they go when they are done. Safe to be used by several
 * threads, however they came by it: its fields are final.
 */
public interface ExchangeFactory {
    /** A new exchange. */
    Exchange create(ExchangePattern pattern);

    /** A copy of the exchange as {@link Exchange#copy()} makes one, from this factory. */
    Exchange copy(Exchange exchange);

    /** A factory whose exchanges come from that endpoint; it shares this one's pool. */
    ExchangeFactory forEndpoint(Endpoint from);

    /** Which ownership of a pooled exchange this is: it changes with every release. 0 where nothing is pooled. */
    int lease(Exchange exchange);

    /**
     * Gives back an exchange that its owner is done with. If its unit of work is not done, it is done now, pooled or
     * not: no completion is lost. Not to be called by a completion, which is refused and logged where there is a pool.
     *
     * @param lease what {@link #lease} said while the caller owned it; a stale one is refused and logged
     * @return whether it was taken back
     */
    boolean release(Exchange exchange, int lease);
}
