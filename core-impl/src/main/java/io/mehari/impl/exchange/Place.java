package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.spi.internal.Log;
import org.jspecify.annotations.Nullable;

/**
 * Where a failure happened: the route, the step, and the endpoint that the step sent to. An exchange keeps it in three
 * properties.
 */
public record Place(
        @Nullable String routeId,
        @Nullable String endpointUri,
        @Nullable String step) {

    /** The end of a sentence about a failed exchange; empty if the place is not known. */
    public static String in(AbstractExchange exchange) {
        return exchange.is(Flags.FAILURE_PLACED) ? Log.place(exchange) : "";
    }

    /** The place of the current failure; null if it was not noted. */
    public static @Nullable Place of(AbstractExchange exchange) {
        if (!exchange.is(Flags.FAILURE_PLACED)) {
            return null;
        }
        return new Place(
                exchange.getProperty(Exchange.FAILURE_ROUTE_ID, String.class),
                exchange.getProperty(Exchange.FAILURE_ENDPOINT, String.class),
                exchange.getProperty(Exchange.FAILURE_STEP, String.class));
    }

    /** Stores this as the place of the current failure. */
    public void noteIn(AbstractExchange exchange) {
        exchange.set(Flags.FAILURE_PLACED, true);
        set(exchange, Exchange.FAILURE_ROUTE_ID, routeId);
        set(exchange, Exchange.FAILURE_ENDPOINT, endpointUri);
        set(exchange, Exchange.FAILURE_STEP, step);
    }

    private static void set(AbstractExchange exchange, String property, @Nullable String value) {
        if (value == null) {
            exchange.removeProperty(property); // it belongs to an earlier failure
        } else {
            exchange.setProperty(property, value);
        }
    }
}
