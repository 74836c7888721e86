package io.mehari.lab.camel.queue;

import io.mehari.component.queue.RingBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.camel.Exchange;
import org.apache.camel.component.seda.BlockingQueueFactory;

/** Makes Camel's seda component use Mehari's ring as its queue. */
public final class SedaQueues implements BlockingQueueFactory<Exchange> {
    private static final int CAPACITY = 1000;

    @Override
    public BlockingQueue<Exchange> create() {
        return new RingBlockingQueue<>(CAPACITY);
    }

    @Override
    public BlockingQueue<Exchange> create(int size) {
        return new RingBlockingQueue<>(size > 0 ? size : CAPACITY);
    }
}
