package step15;

import step15.Exchange.Headers;

/** Processors get a view of the headers, which is created for each message. */
final class Before {
    @SuppressWarnings("UnusedVariable") // views escape to it
    private static Object kept;

    private Before() {}

    interface Processor {
        Object process(Headers headers);
    }

    static final Processor TYPE = headers -> headers.get("type");
    static final Processor TENANT = headers -> headers.get("tenant");
    static final Processor BOTH = headers -> headers.get("type") == headers.get("tenant");

    // region send
    static Object send(Exchange exchange, Processor processor) {
        return processor.process(exchange.getHeaders());
    }
    // endregion

    // region kept
    static Object keep(Exchange exchange) {
        Headers headers = exchange.getHeaders();
        kept = headers;
        return headers.get("type");
    }
    // endregion

    // region sometimes
    static Object keepOneIn16(Exchange exchange, int number) {
        Headers headers = exchange.getHeaders();
        if (number % 16 == 0) {
            kept = headers;
        }
        return headers.get("type");
    }
    // endregion

    // region merged
    static Object merged(Exchange exchange, int number) {
        Headers headers;
        if (number % 2 == 0) {
            headers = new Headers(exchange, 0);
        } else {
            headers = new Headers(exchange, 2);
        }
        return headers.get("type");
    }
    // endregion
}
