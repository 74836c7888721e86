package io.mehari.subjects.raw;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.mehari.subjects.Scenario;
import org.jspecify.annotations.NullUnmarked;

/**
 * The unmodified LMAX Disruptor. If there are several consumers, each gets every event and processes only its share, as
 * in Camel.
 */
@NullUnmarked // fields are set when it is opened
public final class DisruptorSubject extends QueueSubject {
    private final WaitStrategy wait;
    private Disruptor<Slot> disruptor;
    private RingBuffer<Slot> ring;

    public DisruptorSubject(WaitStrategy wait) {
        this.wait = wait;
    }

    private static final class Slot {
        Envelope envelope;
    }

    /**
     * Waits at a doorbell, as with the other bare queues, because the blocking wait strategy of the library takes a
     * lock for each event.
     */
    public static final class Parking implements WaitStrategy {
        private final Doorbell bell = new Doorbell();

        @Override
        public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
                throws AlertException, InterruptedException {
            long available = dependent.get();
            while (available < sequence) {
                barrier.checkAlert();
                bell.sleepWhile(() -> cursor.get() < sequence && !barrier.isAlerted());
                available = dependent.get();
            }
            return available;
        }

        /** The producer has moved the cursor by compare-and-set, which is the fence that ring() needs. */
        @Override
        public void signalAllWhenBlocking() {
            bell.ringForAll();
        }
    }

    @Override
    void open(int senders, int consumers) {
        // also for one sender: its compare-and-set is the fence that Parking needs
        disruptor = new Disruptor<>(Slot::new, Scenario.CAPACITY, DisruptorSubject::thread, ProducerType.MULTI, wait);
        for (int i = 0; i < consumers; i++) {
            disruptor.handleEventsWith(share(i, consumers));
        }
        ring = disruptor.start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "taker");
        thread.setDaemon(true);
        return thread;
    }

    private EventHandler<Slot> share(int mine, int consumers) {
        return (slot, sequence, endOfBatch) -> {
            if (sequence % consumers == mine) {
                deliver(slot.envelope);
            }
        };
    }

    @Override
    void put(Envelope envelope) {
        long sequence = ring.next();
        ring.get(sequence).envelope = envelope;
        ring.publish(sequence);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }
}
