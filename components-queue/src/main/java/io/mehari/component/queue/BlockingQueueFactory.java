package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.concurrent.BlockingQueue;

/** Makes the queue of a {@code seda:} endpoint that does not use Mehari's own. */
@FunctionalInterface
public interface BlockingQueueFactory {
    /**
     * Makes a queue. It may be unbounded; the endpoint enforces its own size.
     *
     * @param capacity the size of the endpoint
     */
    BlockingQueue<Exchange> create(int capacity);
}
