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
                new QueueOptions.Defaults(DEFAULT_SIZE, false),
                QueueOptions.POLL_TIMEOUT,
                QueueOptions.QUEUE,
                QueueOptions.QUEUE_FACTORY);
    }

    // ---- defaults, which apply to endpoints that are created later

    public void setQueueSize(int queueSize) {
        defaults.setAtLeastOne("queueSize", QueueOptions.SIZE, queueSize);
    }

    public void setConcurrentConsumers(int concurrentConsumers) {
        defaults.setAtLeastOne("concurrentConsumers", QueueOptions.CONCURRENT_CONSUMERS, concurrentConsumers);
    }

    /**
     * Whether messages are dropped when the queue is full, for URIs without this option. {@code
     * setDefaultBlockWhenFull(true)} takes precedence.
     */
    public void setDefaultDiscardWhenFull(boolean discardWhenFull) {
        defaults.set(QueueOptions.DISCARD_WHEN_FULL, discardWhenFull);
    }

    /** The longest wait for room, in milliseconds; 0 or less: no limit. */
    public void setDefaultOfferTimeout(long offerTimeout) {
        defaults.set(QueueOptions.OFFER_TIMEOUT, offerTimeout);
    }

    /** How often consumers look into a queue of your own, in milliseconds. */
    public void setDefaultPollTimeout(int pollTimeout) {
        QueueOptions.Defaults.atLeastOne("defaultPollTimeout", pollTimeout);
        defaults.set(QueueOptions.POLL_TIMEOUT, (long) pollTimeout);
    }

    /** Sets a factory for the queues of new endpoints; null for Mehari's own queues. */
    public void setDefaultQueueFactory(@Nullable BlockingQueueFactory queueFactory) {
        defaults.set(QueueOptions.QUEUE_FACTORY, queueFactory);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size;
    }

    @Override
    void checkOwnOptions(QueueSettings settings) {
        boolean ownQueue = settings.find(QueueOptions.QUEUE) != null;
        settings.check(
                !ownQueue || settings.find(QueueOptions.QUEUE_FACTORY) == null,
                "queue and queueFactory exclude each other: the queue is given, or it is made");
        settings.check(
                !ownQueue || !Boolean.TRUE.equals(settings.multipleConsumers),
                "queue and multipleConsumers exclude each other, since each consumer needs a queue: use queueFactory");
    }

    @Override
    void joins(String name, QueueSettings settings) {
        settings.check(
                settings.find(QueueOptions.QUEUE) == null,
                "it brings a queue along, but " + name + " is there already: name the queue in the first endpoint");
    }

    @Override
    Ring.Factory rings(QueueSettings settings, int size) {
        BlockingQueue<Exchange> own = own(settings);
        if (own != null) {
            int capacity = settings.size == null ? capacity(own, size) : size;
            Ring borrowed = new BorrowedQueue(own, capacity, this::isOurs);
            return oneTaker -> borrowed;
        }
        BlockingQueueFactory factory = settings.find(QueueOptions.QUEUE_FACTORY);
        BlockingQueueFactory maker = factory != null ? factory : defaults.find(QueueOptions.QUEUE_FACTORY);
        if (maker != null) {
            return oneTaker -> new BorrowedQueue(maker.create(size), size, this::isOurs);
        }
        checkSize(settings, size); // a user's queue may allocate its places later
        return oneTaker -> oneTaker ? new OneTakerRing(size) : new ManyTakersRing(size);
    }

    private boolean isOurs(Exchange queued) {
        try {
            return queued.getContext() == getContext();
        } catch (ExchangeReleasedException e) {
            return false; // another thread has taken it
        }
    }

    @SuppressWarnings("unchecked") // it contains only exchanges
    private static @Nullable BlockingQueue<Exchange> own(QueueSettings settings) {
        return (BlockingQueue<Exchange>) settings.find(QueueOptions.QUEUE);
    }

    /** A bounded queue keeps its bound; an unbounded one gets the default. */
    private static int capacity(BlockingQueue<Exchange> own, int size) {
        long room = (long) own.remainingCapacity() + own.size();
        return room >= Integer.MAX_VALUE ? size : (int) Math.max(1, room);
    }
}
