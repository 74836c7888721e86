package io.mehari.component.queue;

import io.mehari.Exchange;

/** A program for {@link QueueMemoryTest}: floods a queue of which the consumer sleeps, in a JVM with a small heap. */
final class SmallHeap {

    private SmallHeap() {}

    public static void main(String[] args) {
        String uri = args[0];
        long sends = Long.parseLong(args[1]);
        try (Bench bench = new Bench()) {
            bench.receiving(uri).start();
            bench.suspend("receiver");
            QueueEndpoint endpoint = bench.endpoint(uri);
            QueueProducer producer = (QueueProducer) endpoint.createProducer();
            long refused = 0;
            for (long i = 0; i < sends; i++) {
                Exchange exchange = bench.exchange(new byte[100]);
                producer.process(exchange);
                if (exchange.isFailed()) {
                    refused++;
                }
            }
            QueueStatistics statistics = endpoint.stats();
            System.out.println(
                    "refused " + refused + " discarded " + statistics.discarded() + " queued " + statistics.size());
            endpoint.purgeQueue();
        }
    }
}
