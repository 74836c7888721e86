package io.mehari.benchmarks;

import io.mehari.component.queue.RingBlockingQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Queues that are compared, each with threads that take, as a user of that library would write it. */
public abstract class QueueSubject implements AutoCloseable {

    /** How many messages each has room for. Senders wait while it is full, takers while it is empty. */
    public static final int CAPACITY = 1024;

    private static final String PEER = "camel-";

    /** For the constructors of subjects. */
    protected QueueSubject() {}

    /**
     * Opens a queue of that name: {@code mehari-seda} or {@code mehari-disruptor}, each also {@code -pooled}; a folder
     * of jars and a scheme, such as {@code camel-4.22.0-seda}; or a bare queue, such as {@code raw-jctools}.
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

    /** Begins to take with as many threads; each gives the bodies that it takes to the sink. */
    public abstract void open(String scheme, int consumers, Consumer<Object> sink);

    /** Sends a new message with that body, one way. */
    public abstract void send(Object body);

    /** Sends a new message with that body and waits until it was taken and answered. */
    public abstract void request(Object body);

    /** Does the same without waiting; when it was answered, and not when it failed, something is called. */
    public abstract void requestAsync(Object body, Runnable then);

    /** Makes the threads that take begin again after {@link #stopTaking}. */
    public abstract void startTaking();

    /** Makes the threads that take end; what is sent meanwhile is kept. */
    public abstract void stopTaking();

    @Override
    public abstract void close();
}
