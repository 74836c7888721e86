package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ExchangeReleasedException;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** {@code seda:name}: queues that use the ring buffers of JCTools, or your own {@link BlockingQueue}. */
public final class SedaComponent extends QueueComponent {
    private static final int DEFAULT_SIZE = 1_000;

    public SedaComponent() {
        super(
                "seda",
                new QueueSettings.Defaults(DEFAULT_SIZE, false),
                QueueSettings.POLL_TIMEOUT,
                QueueSettings.QUEUE,
                QueueSettings.QUEUE_FACTORY);
    }

    // ---- defaults, which apply to endpoints that are created later

    public void setQueueSize(int queueSize) {
        defaults.setAtLeastOne("queueSize", QueueSettings.SIZE, queueSize);
    }

    public void setConcurrentConsumers(int concurrentConsumers) {
        defaults.setAtLeastOne("concurrentConsumers", QueueSettings.CONCURRENT_CONSUMERS, concurrentConsumers);
    }

    /**
     * Whether messages are dropped when the queue is full, for URIs without this option. {@code
     * setDefaultBlockWhenFull(true)} takes precedence.
     */
    public void setDefaultDiscardWhenFull(boolean discardWhenFull) {
        defaults.set(QueueSettings.DISCARD_WHEN_FULL, discardWhenFull);
    }

    /** The longest wait for room, in milliseconds; 0 or less: no limit. */
    public void setDefaultOfferTimeout(long offerTimeout) {
        defaults.set(QueueSettings.OFFER_TIMEOUT, offerTimeout);
    }

    /** How often consumers look into a queue of your own, in milliseconds. */
    public void setDefaultPollTimeout(int pollTimeout) {
        defaults.setAtLeastOne("defaultPollTimeout", QueueSettings.POLL_TIMEOUT, (long) pollTimeout);
    }

    /** Sets a factory for the queues of new endpoints; null for Mehari's own queues. */
    public void setDefaultQueueFactory(@Nullable BlockingQueueFactory queueFactory) {
        defaults.set(QueueSettings.QUEUE_FACTORY, queueFactory);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size;
    }

    @Override
    Ring.Factory rings(QueueSettings settings, int size) {
        @SuppressWarnings("unchecked") // it contains only exchanges
        BlockingQueue<Exchange> own = (BlockingQueue<Exchange>) settings.find(QueueSettings.QUEUE);
        if (own != null) {
            // A bounded queue keeps its bound; an unbounded one gets the default.
            long room = (long) own.remainingCapacity() + own.size();
            int capacity = settings.size != null || room >= Integer.MAX_VALUE ? size : (int) Math.max(1, room);
            Ring borrowed = new BorrowedQueue(own, capacity, this::isOurs);
            return oneTaker -> borrowed;
        }
        BlockingQueueFactory factory = settings.find(QueueSettings.QUEUE_FACTORY);
        if (factory != null) {
            return oneTaker -> new BorrowedQueue(factory.create(size), size, this::isOurs);
        }
        settings.checkSize(size); // a user's queue may allocate its places later
        return oneTaker -> oneTaker ? new OneTakerRing(size) : new ManyTakersRing(size);
    }

    private boolean isOurs(Exchange queued) {
        try {
            return queued.getContext() == getContext();
        } catch (ExchangeReleasedException e) {
            return false; // another thread has taken it
        }
    }
}
