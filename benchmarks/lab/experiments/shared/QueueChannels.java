package io.mehari.lab.spring;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/** Sends messages through a QueueChannel. It uses the queue of the part, if one is on the class path. */
public final class QueueChannels implements Workload {
    private static final int CAPACITY = 1000;
    private static final int MESSAGES = 500;

    private final AtomicLong arrived = new AtomicLong();
    private volatile boolean stopped;

    /** The queue factory of a part, found by ServiceLoader. */
    public interface Queues {
        BlockingQueue<Message<?>> create(int capacity);
    }

    private static QueueChannel channel() {
        return ServiceLoader.load(Queues.class)
                .findFirst()
                .map(queues -> new QueueChannel(queues.create(CAPACITY)))
                .orElseGet(() -> new QueueChannel(CAPACITY));
    }

    @Override
    public void start(Operations operations) {
        QueueChannel alone = channel();
        operations.add("new message", () -> new GenericMessage<>("body"));
        operations.add("send and receive, one thread", () -> {
            alone.send(new GenericMessage<>("body"));
            return alone.receive(0);
        });
        QueueChannel shared = channel();
        Thread consumer = new Thread(() -> consume(shared), "consumer");
        consumer.setDaemon(true);
        consumer.start();
        operations.addForThreads("send and receive, two threads", MESSAGES, () -> {
            long end = arrived.get() + MESSAGES;
            for (int i = 0; i < MESSAGES; i++) {
                shared.send(new GenericMessage<>("body"));
            }
            while (arrived.get() < end) {
                Thread.yield();
            }
            return shared;
        });
    }

    private void consume(QueueChannel channel) {
        while (!stopped) {
            if (channel.receive(100) != null) {
                arrived.incrementAndGet();
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }
}
