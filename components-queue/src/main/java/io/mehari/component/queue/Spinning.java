package io.mehari.component.queue;

/** Warns of more threads that never rest than there are processors. */
final class Spinning {
    private static final System.Logger LOG = System.getLogger(Spinning.class.getName());

    private Spinning() {}

    static void warn(QueueConsumer consumer, QueueSettings settings) {
        int processors = Runtime.getRuntime().availableProcessors();
        if (settings.waitStrategy == QueueWaitStrategy.BusySpin && settings.concurrentConsumers >= processors) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    consumer.getEndpoint() + ": " + settings.concurrentConsumers
                            + " consumers that spin without pause have " + processors
                            + " processors between them, and senders need one too: use fewer concurrentConsumers, or"
                            + " another waitStrategy");
        }
    }
}
