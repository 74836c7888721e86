package io.mehari.lab.spring.queue;

import io.mehari.component.queue.RingBlockingQueue;
import io.mehari.lab.spring.QueueChannels;
import java.util.concurrent.BlockingQueue;
import org.springframework.messaging.Message;

/** Makes a QueueChannel use Mehari's ring. */
public final class RingQueues implements QueueChannels.Queues {
    @Override
    public BlockingQueue<Message<?>> create(int capacity) {
        return new RingBlockingQueue<>(capacity);
    }
}
