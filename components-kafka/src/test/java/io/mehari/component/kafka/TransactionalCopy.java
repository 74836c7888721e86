package io.mehari.component.kafka;

import io.mehari.impl.DefaultRoutingContext;

/** A process with a route that copies a topic in transactions. The test kills this process. */
final class TransactionalCopy {
    private TransactionalCopy() {}

    /** Arguments: the URI to read from, and the URI to send to. */
    public static void main(String[] args) throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext();
        context.addRoutes(r -> r.from(args[0])
                .setHeader(KafkaConstants.PARTITION_KEY, exchange -> exchange.getHeader(KafkaConstants.PARTITION))
                .to(args[1]));
        context.start();
        Thread.currentThread().join();
    }
}
