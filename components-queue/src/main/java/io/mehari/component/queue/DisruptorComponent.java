package io.mehari.component.queue;

/** {@code disruptor:name}: queues on the ring buffer of the LMAX Disruptor, whose sizes are powers of two. */
public final class DisruptorComponent extends QueueComponent {
    private static final int DEFAULT_SIZE = 1_024;

    public DisruptorComponent() {
        super("disruptor", new QueueOptions.Defaults(DEFAULT_SIZE, true), QueueOptions.PRODUCER_TYPE);
    }

    // ---- defaults, which apply to endpoints that are created later

    /** The size for URIs without this option; rounded up to a power of two. */
    public void setBufferSize(int bufferSize) {
        defaults.setAtLeastOne("bufferSize", QueueOptions.SIZE, bufferSize);
    }

    public void setDefaultConcurrentConsumers(int concurrentConsumers) {
        defaults.setAtLeastOne("defaultConcurrentConsumers", QueueOptions.CONCURRENT_CONSUMERS, concurrentConsumers);
    }

    public void setDefaultMultipleConsumers(boolean multipleConsumers) {
        defaults.set(QueueOptions.MULTIPLE_CONSUMERS, multipleConsumers);
    }

    public void setDefaultProducerType(DisruptorProducerType producerType) {
        defaults.set(QueueOptions.PRODUCER_TYPE, producerType);
    }

    public void setDefaultWaitStrategy(QueueWaitStrategy waitStrategy) {
        defaults.set(QueueOptions.WAIT_STRATEGY, waitStrategy);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    @Override
    void checkOwnOptions(QueueSettings settings) {
        checkSize(settings, settings.size != null ? settings.size : defaults.get(QueueOptions.SIZE));
    }

    @Override
    Ring.Factory rings(QueueSettings settings, int size) {
        DisruptorProducerType type = settings.find(QueueOptions.PRODUCER_TYPE);
        boolean single =
                (type != null ? type : defaults.get(QueueOptions.PRODUCER_TYPE)) == DisruptorProducerType.Single;
        int capacity = capacity(size);
        return oneTaker -> new DisruptorRing(capacity, single);
    }
}
