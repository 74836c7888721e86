/**
 * The endpoints {@code seda:} and {@code disruptor:}: bounded in-memory queues between the threads that send and the
 * threads that run the receiving route. Use one if a sender must not wait until its message was processed, if several
 * threads share the work of one route, or if short bursts are larger than the route can process at once.
 *
 * <pre>
 *   sender's thread                     queue (bounded)              consumer's threads
 *   to("seda:orders")  --- offer ---&gt;  [ . . . . . . . ]  --- poll ---&gt;  from("seda:orders")
 *                                       full: fail, block,
 *                                       or discard
 * </pre>
 *
 * {@code seda:} keeps its messages in rings of its own, {@code disruptor:} in a ring buffer of the LMAX Disruptor.
 * Both have the options of the Camel components of the same names, and both give the same guarantees; they differ in
 * speed and in a few defaults. Endpoints of one name share one queue within a context, whatever their options. Messages
 * are not stored: when the process ends, they are lost.
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li><b>A send</b> runs on the sender's thread. Any number of threads may send at once. If the queue is full, the
 *       options of the endpoint decide: the send fails with {@link io.mehari.component.queue.QueueFullException}, waits
 *       ({@code blockWhenFull}), or discards the message ({@code discardWhenFull}). A thread that works for several
 *       routes, such as a thread of the shared pool, does not wait: the exchange is suspended, and continues later on a
 *       thread of the shared pool.
 *   <li><b>The receiving route</b> runs on the threads of its consumer. There are {@code concurrentConsumers} of them,
 *       or one virtual thread for each message ({@code virtualThreadPerTask}). The {@link
 *       io.mehari.component.queue.QueueWaitStrategy} decides what an idle thread does. Each message goes to one free
 *       thread; with {@code multipleConsumers} each route gets a copy.
 *   <li><b>A sender that expects a reply</b> does not hold its thread, unless it called a method that blocks. Its route
 *       continues on a thread of the shared pool when the reply is there, the time is up, or the message is discarded.
 *   <li><b>Completions</b> of a message run on the thread on which the receiving route ends, if the sender does not
 *       wait.
 *   <li><b>{@link io.mehari.component.queue.QueueEndpoint}</b> may be used by any thread: its statistics, browsing,
 *       purging.
 *   <li><b>{@link io.mehari.spi.ExceptionHandler}</b> is called by a consumer's thread, and a {@link
 *       io.mehari.component.queue.BlockingQueueFactory} by the thread that creates the endpoint or starts the route. A
 *       user's queue is called by senders and consumers at the same time.
 * </ul>
 *
 * <p>{@link io.mehari.component.queue.RingBlockingQueue} is a {@link java.util.concurrent.BlockingQueue} for programs
 * that have no routes. Any thread may use it.
 *
 * <h2>Memory consistency</h2>
 *
 * Actions of a thread before it sends an exchange to a queue <i>happen-before</i> the actions of the route that
 * receives it. Actions of that route before the reply is complete <i>happen-before</i> the actions of the sender after
 * it has got the reply. With one sender and one consumer thread, messages are received in the order in which they were
 * sent. Nothing else is ordered: two messages in one queue may be processed by two threads at the same time.
 */
package io.mehari.component.queue;
