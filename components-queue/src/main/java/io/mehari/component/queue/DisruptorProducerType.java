package io.mehari.component.queue;

/** How many threads send to a disruptor queue at a time. Both are safe with any number of senders. */
public enum DisruptorProducerType {
    /** One thread at a time. If two send at once, one waits for the other. It is not faster than {@link #Multi}. */
    Single,
    /** Any number of threads. The default. */
    Multi
}
