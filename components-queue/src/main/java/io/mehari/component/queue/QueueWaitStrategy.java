package io.mehari.component.queue;

/**
 * What a consumer's thread does while its queue is empty. The more processor time it uses, the sooner it sees the next
 * message. With each strategy it first spins for a few microseconds.
 */
public enum QueueWaitStrategy {
    /**
     * Sleeps until a message wakes it. Latency: a few microseconds, which the operating system needs to wake the
     * thread. Processor time: none while the queue is empty; the sender of the first message pays a system call. The
     * default.
     */
    Blocking,

    /**
     * Sleeps for a tenth of a millisecond and looks again. Latency: a tenth of a millisecond and more, as the operating
     * system rounds it. Processor time: a few percent of one processor for each thread; senders never pay to wake it.
     */
    Sleeping,

    /**
     * Polls in a loop with {@link Thread#yield}. Latency: as low as with {@link #BusySpin} if a processor is free;
     * otherwise milliseconds, the time slice of another thread. Processor time: all that no other thread uses.
     */
    Yielding,

    /**
     * Polls in a loop without a pause. Latency: the lowest there is, if the thread has a processor to itself. Processor
     * time: one processor for each thread, always. With fewer processors than such threads and senders it is the
     * slowest strategy.
     */
    BusySpin
}
