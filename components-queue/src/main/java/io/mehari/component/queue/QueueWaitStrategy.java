package io.mehari.component.queue;

/** What a consumer's thread does while its queue is empty: the more it does, the sooner it sees the next message. */
public enum QueueWaitStrategy {
    /** Sleeps until a message wakes it, within microseconds. The default, and the only one that costs nothing. */
    Blocking,
    /** Looks again every fraction of a millisecond: a few percent of a processor, and senders never have to wake it. */
    Sleeping,
    /** Looks again as often as other threads let it: takes every processor that nobody else wants. */
    Yielding,
    /** Looks again without pause: the least latency, for consumers that have a processor to themselves. */
    BusySpin
}
