package io.mehari.component.queue;

/**
 * How many threads send to a disruptor queue at a time. It makes no difference: all queues use the ring of the
 * Disruptor for many producers, because its ring for one producer loses messages when two threads send.
 */
public enum DisruptorProducerType {
    Single,
    /** The default. */
    Multi
}
