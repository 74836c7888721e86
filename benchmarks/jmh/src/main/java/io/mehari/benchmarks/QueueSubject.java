package io.mehari.benchmarks;

import io.mehari.component.queue.RingBlockingQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The compared queues, each with consumer threads, as a user of that library would write it. */
public abstract class QueueSubject implements AutoCloseable {

    /** The capacity of each queue in messages. Senders wait while it is full, consumers wait while it is empty. */
    public static final int CAPACITY = 1024;

    private static final String PEER = "camel-";

    /** For the constructors of subclasses. */
    protected QueueSubject() {}

    /**
     * Opens a queue with that name: {@code mehari-seda} or {@code mehari-disruptor}, each also {@code -pooled}; a
     * folder of jars and a scheme, such as {@code camel-4.22.0-seda}; or a bare queue, such as {@code raw-jctools}.
     *
     * @param consumers how many threads take
     * @param sink gets the body of each message, from those threads
     */
    public static QueueSubject opened(String name, int consumers, Consumer<Object> sink) {
        QueueSubject subject = of(name);
        subject.open(name.contains("disruptor") ? "disruptor" : "seda", consumers, sink);
        return subject;
    }

    private static QueueSubject of(String name) {
        if (name.startsWith(PEER)) {
            String jars = name.substring(0, name.lastIndexOf('-'));
            return Peers.load(jars, "io.mehari.benchmarks.camel.CamelQueueSubject", QueueSubject.class);
        }
        return switch (name) {
            case "mehari-seda", "mehari-disruptor" -> new MehariQueueSubject(false);
            case "mehari-seda-pooled", "mehari-disruptor-pooled" -> new MehariQueueSubject(true);
            case "raw-jctools" -> new JctoolsSubject();
            case "raw-disruptor" -> new DisruptorSubject(new DisruptorSubject.Parking());
            case "raw-disruptor-blocking" -> new DisruptorSubject(new com.lmax.disruptor.BlockingWaitStrategy());
            case "raw-abq" -> new BlockingSubject(new ArrayBlockingQueue<>(CAPACITY));
            case "raw-lbq" -> new BlockingSubject(new LinkedBlockingQueue<>(CAPACITY));
            case "raw-ring" -> new BlockingSubject(new RingBlockingQueue<>(CAPACITY));
            default -> throw new IllegalArgumentException("There is no queue " + name);
        };
    }

    /** Starts this number of consumer threads. Each passes the bodies that it takes to the sink. */
    public abstract void open(String scheme, int consumers, Consumer<Object> sink);

    /** Sends a new message with that body, one way. */
    public abstract void send(Object body);

    /** Sends a new message with that body, and waits until it is answered. */
    public abstract void request(Object body);

    /** Does the same without waiting. The callback is called after an answer, but not after a failure. */
    public abstract void requestAsync(Object body, Runnable then);

    /** Starts the consumer threads again after {@link #stopTaking}. */
    public abstract void startTaking();

    /** Stops the consumer threads. Messages that are sent in the meantime are kept. */
    public abstract void stopTaking();

    @Override
    public abstract void close();
}
