package step15;

/** Processors get the exchange itself. */
final class After {

    private After() {}

    interface Processor {
        Object process(Exchange exchange);
    }

    static final Processor TYPE = exchange -> exchange.getHeader("type");
    static final Processor TENANT = exchange -> exchange.getHeader("tenant");
    static final Processor BOTH = exchange -> exchange.getHeader("type") == exchange.getHeader("tenant");

    // region send
    static Object send(Exchange exchange, Processor processor) {
        return processor.process(exchange);
    }
    // endregion
}
