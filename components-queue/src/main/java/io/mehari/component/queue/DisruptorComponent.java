package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.DisruptorRing;
import io.mehari.component.queue.ring.Ring;

/** {@code disruptor:name}: queues on the ring buffer of the LMAX Disruptor, whose sizes are powers of two. */
public final class DisruptorComponent extends QueueComponent {
    private static final int DEFAULT_SIZE = 1_024;

    public DisruptorComponent() {
        super("disruptor", new QueueSettings.Defaults(DEFAULT_SIZE, true), QueueSettings.PRODUCER_TYPE);
    }

    // ---- defaults, which apply to endpoints that are created later

    /** The size for URIs without this option; rounded up to a power of two. */
    public void setBufferSize(int bufferSize) {
        defaults.setAtLeastOne("bufferSize", QueueSettings.SIZE, bufferSize);
    }

    public void setDefaultConcurrentConsumers(int concurrentConsumers) {
        defaults.setAtLeastOne("defaultConcurrentConsumers", QueueSettings.CONCURRENT_CONSUMERS, concurrentConsumers);
    }

    public void setDefaultMultipleConsumers(boolean multipleConsumers) {
        defaults.set(QueueSettings.MULTIPLE_CONSUMERS, multipleConsumers);
    }

    /** Has no effect: see {@link DisruptorProducerType}. */
    public void setDefaultProducerType(DisruptorProducerType producerType) {
        defaults.set(QueueSettings.PRODUCER_TYPE, producerType);
    }

    public void setDefaultWaitStrategy(QueueWaitStrategy waitStrategy) {
        defaults.set(QueueSettings.WAIT_STRATEGY, waitStrategy);
    }

    // ---- queues

    @Override
    int capacity(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    @Override
    Ring.Factory<Exchange> rings(QueueSettings settings, int size) {
        settings.checkSize(size);
        int capacity = capacity(size);
        Ring.link(new DisruptorRing<>(2));
        return oneTaker -> new DisruptorRing<>(capacity);
    }
}
