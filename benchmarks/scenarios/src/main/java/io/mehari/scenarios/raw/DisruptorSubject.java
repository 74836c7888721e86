package io.mehari.scenarios.raw;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import org.jspecify.annotations.NullUnmarked;

/**
 * The LMAX Disruptor. It no longer has a worker pool: each of several consumers gets every event, and processes only
 * its share.
 */
@NullUnmarked // fields are set by start
public final class DisruptorSubject implements Subject {
    private final WaitStrategy wait;
    private Disruptor<Slot> disruptor;
    private RingBuffer<Slot> ring;

    /** Creates a subject whose consumers use that wait strategy. */
    public DisruptorSubject(WaitStrategy wait) {
        this.wait = wait;
    }

    private static final class Slot {
        Envelope envelope;
    }

    @Override
    public void start(Variation variation, Sink sink) {
        ProducerType producers = variation.senders() == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
        disruptor = new Disruptor<>(Slot::new, Variation.CAPACITY, DisruptorSubject::thread, producers, wait);
        for (int i = 0; i < variation.consumers(); i++) {
            disruptor.handleEventsWith(share(i, variation.consumers(), sink));
        }
        ring = disruptor.start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "taker");
        thread.setDaemon(true);
        return thread;
    }

    private static EventHandler<Slot> share(int mine, int takers, Sink sink) {
        return (slot, sequence, endOfBatch) -> {
            if (sequence % takers == mine) {
                Envelope envelope = slot.envelope;
                sink.deliver(envelope, envelope.body);
            }
        };
    }

    @Override
    public void send(Object body) {
        long sequence = ring.next();
        ring.get(sequence).envelope = new Envelope(body);
        ring.publish(sequence);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }
}
