package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ExchangeReleasedException;
import io.mehari.component.queue.ring.BorrowedRing;
import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** {@code seda:name}: queues on ring buffers of their own, or your {@link BlockingQueue}. */
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
        defaults.set(QueueSettings.OFFER_TIMEOUT, Duration.ofMillis(offerTimeout));
    }

    /** How often consumers look into a queue of your own, in milliseconds. */
    public void setDefaultPollTimeout(int pollTimeout) {
        int millis = QueueSettings.Defaults.atLeastOne("defaultPollTimeout", pollTimeout);
        defaults.set(QueueSettings.POLL_TIMEOUT, Duration.ofMillis(millis));
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
    Ring.Factory<Exchange> rings(QueueSettings settings, int size) {
        @SuppressWarnings("unchecked") // it contains only exchanges
        BlockingQueue<Exchange> own = (BlockingQueue<Exchange>) settings.find(QueueSettings.QUEUE);
        if (own != null) {
            // A bounded queue keeps its bound; an unbounded one gets the default.
            long room = (long) own.remainingCapacity() + own.size();
            int capacity = settings.size != null || room >= Integer.MAX_VALUE ? size : (int) Math.max(1, room);
            return oneTaker -> new BorrowedRing<>(own, capacity, this::isOurs);
        }
        BlockingQueueFactory factory = settings.find(QueueSettings.QUEUE_FACTORY);
        if (factory != null) {
            return oneTaker -> new BorrowedRing<>(factory.create(size), size, this::isOurs);
        }
        settings.checkSize(size); // a user's queue may allocate its places later
        Ring.link(new OneTakerRing<>(2), new ManyTakersRing<>(2));
        return oneTaker -> oneTaker ? new OneTakerRing<>(size) : new ManyTakersRing<>(size);
    }

    private boolean isOurs(Exchange queued) {
        try {
            return queued.getContext() == getContext();
        } catch (ExchangeReleasedException e) {
            return false; // another thread has taken it
        }
    }
}
