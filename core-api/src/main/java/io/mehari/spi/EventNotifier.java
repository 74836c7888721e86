package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;

/**
 * Told what happens to exchanges. While none is registered, nothing of this is in a route; routes see those that are
 * registered when they start. Runs on the thread that carries the message, so it must be quick; what it throws is logged
 * and changes nothing.
 */
public interface EventNotifier {
    /** A route takes the exchange in. */
    default void onExchangeCreated(Exchange exchange) {}

    default void onExchangeSending(Exchange exchange, Endpoint endpoint) {}

    /** Always follows {@link #onExchangeSending}, whether that or the sending itself failed or not. */
    default void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}

    /** The route that took it in is done; {@code nanos} since then. */
    default void onExchangeCompleted(Exchange exchange, long nanos) {}

    default void onExchangeFailed(Exchange exchange, long nanos) {}

    /** A failed step is about to be tried again: 1 for the first time. */
    default void onExchangeRedelivery(Exchange exchange, int attempt) {}
}
