package io.mehari.lab.camel.seda;

import io.mehari.component.queue.RingBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/** The queue that all endpoints with the same name share, and its consumer. */
final class Ring {
    private static final int DEFAULT_SIZE = 1000;

    private final String name;
    private final Exchange wakeUp;
    private int size;
    private volatile BlockingQueue<Exchange> queue;
    private RingConsumer consumer;
    private volatile boolean consumed;

    Ring(String name, CamelContext context) {
        this.name = name;
        this.wakeUp = new DefaultExchange(context);
    }

    /** Each endpoint of one name may set the size or leave it out, but the sizes must not differ. */
    synchronized void setSize(int wanted) {
        int known = queue == null ? size : size();
        if (known > 0 && known != wanted) {
            throw new IllegalArgumentException("The queue of seda:" + name + " has size " + known + ", not " + wanted);
        }
        size = wanted;
    }

    synchronized int size() {
        return size > 0 ? size : DEFAULT_SIZE;
    }

    /** The queue is created at its first use. Until then, an endpoint may set its size. */
    BlockingQueue<Exchange> queue() {
        BlockingQueue<Exchange> made = queue;
        return made == null ? make() : made;
    }

    private synchronized BlockingQueue<Exchange> make() {
        if (queue == null) {
            queue = new RingBlockingQueue<>(size());
        }
        return queue;
    }

    /** An exchange that only wakes a thread of the consumer. The thread does not process it. */
    Exchange wakeUp() {
        return wakeUp;
    }

    boolean hasConsumer() {
        return consumed;
    }

    synchronized void attach(RingConsumer candidate) {
        if (consumer != null && consumer != candidate) {
            throw new IllegalStateException("seda:" + name + " has a consumer already; several are not supported");
        }
        consumer = candidate;
        consumed = true;
    }

    synchronized void detach(RingConsumer candidate) {
        if (consumer == candidate) {
            consumer = null;
            consumed = false;
        }
    }
}
