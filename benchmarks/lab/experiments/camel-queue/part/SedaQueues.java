package io.mehari.lab.camel.queue;

import io.mehari.lab.queue.RingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.camel.Exchange;
import org.apache.camel.component.seda.BlockingQueueFactory;

/** Gives Camel's seda component the ring. */
public final class SedaQueues implements BlockingQueueFactory<Exchange> {
    private static final int CAPACITY = 1000;

    @Override
    public BlockingQueue<Exchange> create() {
        return new RingQueue<>(CAPACITY);
    }

    @Override
    public BlockingQueue<Exchange> create(int size) {
        return new RingQueue<>(size > 0 ? size : CAPACITY);
    }
}
