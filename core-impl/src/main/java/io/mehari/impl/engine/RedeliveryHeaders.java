package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;

/** The headers that tell a step that it is redelivered. */
final class RedeliveryHeaders {
    private RedeliveryHeaders() {}

    /**
     * Sets them before a redelivery.
     *
     * @param maximum 0 or less if there is no limit
     */
    static void set(AbstractExchange exchange, int count, int maximum) {
        exchange.setHeader(Exchange.REDELIVERED, true);
        exchange.setHeader(Exchange.REDELIVERY_COUNTER, count);
        if (maximum > 0) {
            exchange.setHeader(Exchange.REDELIVERY_MAX_COUNTER, maximum);
        }
    }

    /**
     * Shows the steps of a clause how often the failed step was redelivered, even if that is 0 or if that step has
     * removed the headers.
     */
    static void show(AbstractExchange exchange, int count) {
        exchange.setHeader(Exchange.REDELIVERED, count > 0);
        exchange.setHeader(Exchange.REDELIVERY_COUNTER, count);
    }

    /** Removes them when the failure is handled. */
    static void remove(AbstractExchange exchange) {
        if (exchange.getRedeliveryCounter() >= 0) {
            exchange.removeHeader(Exchange.REDELIVERED);
            exchange.removeHeader(Exchange.REDELIVERY_COUNTER);
            exchange.removeHeader(Exchange.REDELIVERY_MAX_COUNTER);
        }
    }
}
