package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;

/**
 * Told what happens to exchanges. While none is registered, nothing of this is in the route. Runs on the thread that
 * carries the message, so it must be quick; what it throws is logged and changes nothing.
 */
public interface EventNotifier {
    default void onExchangeCreated(Exchange exchange) {}

    default void onExchangeSending(Exchange exchange, Endpoint endpoint) {}

    default void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}

    default void onExchangeCompleted(Exchange exchange) {}

    default void onExchangeFailed(Exchange exchange) {}

    default void onExchangeRedelivery(Exchange exchange, int attempt) {}
}
