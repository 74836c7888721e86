package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.EndpointOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** {@code seda:name}: queues on the ring buffers of JCTools, or on a {@link BlockingQueue} of one's own. */
public final class SedaComponent extends QueueComponent {
    private static final int DEFAULT_SIZE = 1_000;
    private static final List<EndpointOption<?>> OPTIONS = options();

    public SedaComponent() {
        super(new QueueDefaults(DEFAULT_SIZE, false));
    }

    private static List<EndpointOption<?>> options() {
        List<EndpointOption<?>> all = new ArrayList<>(Options.COMMON);
        all.addAll(List.of(Options.POLL_TIMEOUT, Options.QUEUE, Options.QUEUE_FACTORY));
        return List.copyOf(all);
    }

    @Override
    public String getScheme() {
        return "seda";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return OPTIONS;
    }

    // ---- defaults; they hold for endpoints made afterwards

    public void setQueueSize(int queueSize) {
        defaults.set(Options.SIZE, QueueDefaults.atLeastOne("queueSize", queueSize));
    }

    public void setConcurrentConsumers(int concurrentConsumers) {
        defaults.set(
                Options.CONCURRENT_CONSUMERS, QueueDefaults.atLeastOne("concurrentConsumers", concurrentConsumers));
    }

    /** Whether senders wait for room where the URI says nothing. */
    public void setDefaultBlockWhenFull(boolean blockWhenFull) {
        defaults.set(Options.BLOCK_WHEN_FULL, blockWhenFull);
    }

    /** Whether messages are dropped for want of room where the URI says nothing; waiting goes before dropping. */
    public void setDefaultDiscardWhenFull(boolean discardWhenFull) {
        defaults.set(Options.DISCARD_WHEN_FULL, discardWhenFull);
    }

    /** In milliseconds; 0 or less: senders that wait for room wait until there is some. */
    public void setDefaultOfferTimeout(long offerTimeout) {
        defaults.set(Options.OFFER_TIMEOUT, offerTimeout);
    }

    /** In milliseconds. */
    public void setDefaultPollTimeout(int pollTimeout) {
        defaults.set(Options.POLL_TIMEOUT, (long) QueueDefaults.atLeastOne("defaultPollTimeout", pollTimeout));
    }

    /** Makes the queue of each endpoint; null for Mehari's own queues. */
    public void setDefaultQueueFactory(@Nullable BlockingQueueFactory queueFactory) {
        defaults.set(Options.QUEUE_FACTORY, queueFactory);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size;
    }

    @Override
    void checkOwnOptions(QueueSettings settings) {
        boolean ownQueue = settings.find(Options.QUEUE) != null;
        settings.check(
                !ownQueue || settings.find(Options.QUEUE_FACTORY) == null,
                "queue and queueFactory exclude each other: the queue is given, or it is made");
        settings.check(
                !ownQueue || !Boolean.TRUE.equals(settings.multipleConsumers),
                "queue and multipleConsumers exclude each other, since each consumer needs a queue: give a queueFactory");
    }

    @Override
    void joins(String name, QueueSettings settings) {
        settings.check(
                settings.find(Options.QUEUE) == null,
                "it brings a queue along, but " + name + " is there already: name the queue in the first endpoint");
    }

    @Override
    Rings rings(QueueSettings settings, int size) {
        BlockingQueue<Exchange> own = own(settings);
        if (own != null) {
            int capacity = settings.size == null ? capacity(own, size) : size;
            Ring borrowed = new BorrowedQueue(own, capacity);
            return oneTaker -> borrowed;
        }
        BlockingQueueFactory factory = settings.find(Options.QUEUE_FACTORY);
        BlockingQueueFactory maker = factory != null ? factory : defaults.find(Options.QUEUE_FACTORY);
        if (maker != null) {
            return oneTaker -> new BorrowedQueue(maker.create(size), size);
        }
        return oneTaker -> oneTaker ? new OneTakerRing(size) : new ManyTakersRing(size);
    }

    @SuppressWarnings("unchecked") // it holds what is put in, and that is exchanges
    private static @Nullable BlockingQueue<Exchange> own(QueueSettings settings) {
        return (BlockingQueue<Exchange>) settings.find(Options.QUEUE);
    }

    /** A queue that has a bound keeps it; to one that has none applies the default. */
    private static int capacity(BlockingQueue<Exchange> own, int size) {
        long room = (long) own.remainingCapacity() + own.size();
        return room >= Integer.MAX_VALUE ? size : (int) Math.max(1, room);
    }
}
