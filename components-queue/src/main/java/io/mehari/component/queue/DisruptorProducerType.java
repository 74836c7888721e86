package io.mehari.component.queue;

/** How many threads send to a disruptor queue at a time. */
public enum DisruptorProducerType {
    /** One thread at a time. Should two send at once, they take turns. */
    Single,
    /** Any number. The default. */
    Multi
}
