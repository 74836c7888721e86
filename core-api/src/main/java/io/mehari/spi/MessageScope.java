package io.mehari.spi;

import io.mehari.Exchange;

/**
 * What holds while a thread carries a message through a route: a span that is current, a {@code ScopedValue}, the
 * values of a logging context. It is called on each thread that carries the message: when the message enters a route,
 * when {@code direct:} calls another route, for each part of a split, and when the message continues after a wait. Add
 * it with {@link RoutingContextExtension#addMessageScope}. A route without a scope contains no code for this. Must be
 * thread-safe.
 *
 * <pre>{@code
 * (exchange, work) -> ScopedValue.where(TENANT, exchange.getHeader("tenant", String.class)).run(work)
 * }</pre>
 */
@FunctionalInterface
public interface MessageScope {
    /**
     * Prepares the thread, runs the work once, on this thread, and restores the thread. What {@code work} runs may end
     * or be suspended. So afterwards another thread may have the exchange: read it before. Scopes are nested like
     * calls: restore what was there before, do not clear it. An exception that this method throws is logged, and the
     * work is done all the same.
     */
    void run(Exchange exchange, Runnable work);
}
