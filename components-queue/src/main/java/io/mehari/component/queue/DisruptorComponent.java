package io.mehari.component.queue;

import io.mehari.spi.EndpointOption;
import java.util.ArrayList;
import java.util.List;

/** {@code disruptor:name}: queues on the ring buffer of the LMAX Disruptor, whose sizes are powers of two. */
public final class DisruptorComponent extends QueueComponent {
    private static final int DEFAULT_SIZE = 1_024;
    private static final int LARGEST = 1 << 30;
    private static final List<EndpointOption<?>> OPTIONS = options();

    public DisruptorComponent() {
        super(new QueueDefaults(DEFAULT_SIZE, true));
    }

    private static List<EndpointOption<?>> options() {
        List<EndpointOption<?>> all = new ArrayList<>(Options.COMMON);
        all.add(Options.PRODUCER_TYPE);
        return List.copyOf(all);
    }

    @Override
    public String getScheme() {
        return "disruptor";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return OPTIONS;
    }

    // ---- defaults; they hold for endpoints made afterwards

    /** The size where the URI says nothing; rounded up to a power of two. */
    public void setBufferSize(int bufferSize) {
        defaults.set(Options.SIZE, QueueDefaults.atLeastOne("bufferSize", bufferSize));
    }

    public void setDefaultConcurrentConsumers(int concurrentConsumers) {
        defaults.set(
                Options.CONCURRENT_CONSUMERS,
                QueueDefaults.atLeastOne("defaultConcurrentConsumers", concurrentConsumers));
    }

    public void setDefaultMultipleConsumers(boolean multipleConsumers) {
        defaults.set(Options.MULTIPLE_CONSUMERS, multipleConsumers);
    }

    /** Whether senders wait for room where the URI says nothing. */
    public void setDefaultBlockWhenFull(boolean blockWhenFull) {
        defaults.set(Options.BLOCK_WHEN_FULL, blockWhenFull);
    }

    public void setDefaultProducerType(DisruptorProducerType producerType) {
        defaults.set(Options.PRODUCER_TYPE, producerType);
    }

    public void setDefaultWaitStrategy(QueueWaitStrategy waitStrategy) {
        defaults.set(Options.WAIT_STRATEGY, waitStrategy);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    @Override
    void checkOwnOptions(QueueSettings settings) {
        Integer size = settings.size;
        settings.check(size == null || size <= LARGEST, "size must be at most " + LARGEST + ", not " + size);
    }

    @Override
    Rings rings(QueueSettings settings, int size) {
        DisruptorProducerType type = settings.find(Options.PRODUCER_TYPE);
        boolean single = (type != null ? type : defaults.get(Options.PRODUCER_TYPE)) == DisruptorProducerType.Single;
        int capacity = capacity(size);
        return oneTaker -> new DisruptorRing(capacity, single);
    }
}
