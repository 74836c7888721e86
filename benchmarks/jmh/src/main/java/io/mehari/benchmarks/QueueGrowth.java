package io.mehari.benchmarks;

import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import java.util.concurrent.locks.LockSupport;

/** One sender and one consumer of a queue of some size. */
final class QueueGrowth implements GrowthWork {
    private static final int BATCH = 20_000;
    private static final long NAP_NANOS = 20_000;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Tally tally = new Tally(1);
    private final ProducerTemplate template;
    private final Endpoint endpoint;
    private long sent;

    QueueGrowth(String scheme, int size) {
        String uri = scheme + ":growth?size=" + size + "&blockWhenFull=true";
        try {
            context.addRoutes(r -> r.from(uri).process(exchange -> tally.accept(exchange)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
        template = context.createProducerTemplate();
        endpoint = context.getEndpoint(uri);
    }

    @Override
    public long run() {
        for (int i = 0; i < BATCH; i++) {
            template.sendBody(endpoint, "body");
        }
        sent += BATCH;
        while (tally.total() < sent) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        return BATCH;
    }

    @Override
    public void close() {
        context.close();
    }
}
