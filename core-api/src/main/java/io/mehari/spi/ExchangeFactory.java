package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;

/**
 * Creates exchanges, new ones or from the pool of the context, and takes them back when they are done. Thread-safe.
 * Only Mehari extends this class.
 */
public abstract class ExchangeFactory {

    protected ExchangeFactory() {}

    /** Creates an exchange, or takes one from the pool. */
    public abstract Exchange create(ExchangePattern pattern);

    /** Creates a copy of the exchange, like {@link Exchange#copy()}, from this factory. */
    public abstract Exchange copy(Exchange exchange);

    /** Creates a copy that is a message of its own, with this pattern: it has neither failed nor ended its routes. */
    public abstract Exchange copyAsNew(Exchange exchange, ExchangePattern pattern);

    /** Runs the completions of an exchange on the first call. Its owner may still read it, and releases it later. */
    public abstract void end(Exchange exchange);

    /** A factory for exchanges that come from this endpoint. It shares the pool of this factory. */
    public abstract ExchangeFactory forEndpoint(Endpoint from);

    /** A factory whose exchanges are never used again, for code that knows an exchange by its identity. */
    public abstract ExchangeFactory withoutPool();

    /**
     * Releases an exchange that its owner no longer needs. Completions that have not run yet run now, whether the
     * exchange is pooled or not. A completion must not call this: in a pool such a call is refused and logged. Call it
     * once: a second call is refused only until the pool has given the exchange to another message. An owner that gives
     * the exchange to a route and takes it back is an {@link ExchangeOwner}, whose second call has no effect.
     *
     * @return whether this call has returned the exchange to a pool
     */
    public abstract boolean release(Exchange exchange);
}
