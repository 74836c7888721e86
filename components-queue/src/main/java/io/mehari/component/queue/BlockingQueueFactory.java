package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.concurrent.BlockingQueue;

/** Makes the queue under a {@code seda:} endpoint, where it is to be another than Mehari's own. */
@FunctionalInterface
public interface BlockingQueueFactory {
    /**
     * A new queue. It may be unbounded: the endpoint keeps to its size in any case.
     *
     * @param capacity the size of the endpoint
     */
    BlockingQueue<Exchange> create(int capacity);
}
