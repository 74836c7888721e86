package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;

/** The headers by which a step sees that it is redelivered. */
final class RedeliveryHeaders {
    private RedeliveryHeaders() {}

    /**
     * Sets them before a redelivery.
     *
     * @param maximum not more than 0 if there is no limit
     */
    static void set(AbstractExchange exchange, int count, int maximum) {
        exchange.setHeader(Exchange.REDELIVERED, true);
        exchange.setHeader(Exchange.REDELIVERY_COUNTER, count);
        if (maximum > 0) {
            exchange.setHeader(Exchange.REDELIVERY_MAX_COUNTER, maximum);
        }
    }

    /** Says to the steps of a clause how often the step was redelivered, even if it has removed the headers. */
    static void show(AbstractExchange exchange, int count) {
        exchange.setHeader(Exchange.REDELIVERED, true);
        exchange.setHeader(Exchange.REDELIVERY_COUNTER, count);
    }

    /** Removes them when the failure is dealt with. */
    static void remove(AbstractExchange exchange) {
        if (exchange.getRedeliveryCounter() >= 0) {
            exchange.removeHeader(Exchange.REDELIVERED);
            exchange.removeHeader(Exchange.REDELIVERY_COUNTER);
            exchange.removeHeader(Exchange.REDELIVERY_MAX_COUNTER);
        }
    }
}
