package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.concurrent.BlockingQueue;

/** Creates the queue of a {@code seda:} endpoint, in place of Mehari's own queue. */
@FunctionalInterface
public interface BlockingQueueFactory {
    /**
     * Creates a queue. It may be unbounded; the endpoint enforces its own size.
     *
     * @param capacity the size of the endpoint
     */
    BlockingQueue<Exchange> create(int capacity);
}
