package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;

/**
 * Listens to events of exchanges. A route calls the notifiers that were registered when the route started; a template
 * calls those that are registered when it sends. Without notifiers, events cost nothing. A notifier is called on the
 * thread that carries the message, so it must be quick and thread-safe. An exception that it throws is logged and has
 * no other effect.
 *
 * <p>Override only the methods of the events that you need. An event that no notifier overrides costs nothing, not even
 * a read of the clock.
 */
public interface EventNotifier {
    /**
     * Whether the notifier is disabled, and gets no events. Called before each event, so it must be as quick as the
     * read of a field. If the value changes while a message is in flight, some of its events may be missing. If all
     * notifiers are disabled when a send or a route begins, the event of its end is missing too.
     */
    default boolean isDisabled() {
        return false;
    }

    /**
     * Whether the notifier uses the times in the events. If no notifier does, all times are 0 and the clock is not
     * read, which often costs more than the rest of an event. Called when the notifier or a route is added.
     */
    default boolean usesTimes() {
        return true;
    }

    /** An exchange has entered its first route. */
    default void onExchangeCreated(Exchange exchange) {}

    /** A step of a route, or a template, is about to send the exchange to the endpoint. */
    default void onExchangeSending(Exchange exchange, Endpoint endpoint) {}

    /** Always follows {@link #onExchangeSending}, even if that method or the sending itself failed. */
    default void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {}

    /** The first route of the exchange has ended without a failure, {@code nanos} after it began. */
    default void onExchangeCompleted(Exchange exchange, long nanos) {}

    /** The first route of the exchange has ended with a failure, {@code nanos} after it began. */
    default void onExchangeFailed(Exchange exchange, long nanos) {}

    /** A failed step is about to be redelivered; {@code attempt} is 1 for the first redelivery. */
    default void onExchangeRedelivery(Exchange exchange, int attempt) {}

    /** An exchange has come to a {@code step(id)} of a route. */
    default void onStepStarted(Exchange exchange, String stepId) {}

    /** The exchange has passed the steps of that {@code step(id)} without a failure, or its failure was handled. */
    default void onStepCompleted(Exchange exchange, String stepId) {}

    /** The exchange has failed in that {@code step(id)}. */
    default void onStepFailed(Exchange exchange, String stepId) {}
}
