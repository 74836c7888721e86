package io.mehari.component.queue;

import org.jspecify.annotations.Nullable;

/** What holds for all endpoints of a component whose URIs say nothing else. */
final class QueueDefaults {
    int size;
    int concurrentConsumers = 1;
    boolean multipleConsumers;
    boolean blockWhenFull;
    boolean discardWhenFull;
    long offerTimeoutMillis;
    long pollTimeoutMillis = 1_000;
    QueueWaitStrategy waitStrategy = QueueWaitStrategy.Blocking;
    DisruptorProducerType producerType = DisruptorProducerType.Multi;

    @Nullable
    BlockingQueueFactory queueFactory;

    QueueDefaults(int size, boolean blockWhenFull) {
        this.size = size;
        this.blockWhenFull = blockWhenFull;
    }

    static int atLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + value);
        }
        return value;
    }
}
