package io.mehari.benchmarks;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * The unmodified LMAX Disruptor. If there are several consumers, each gets every event and processes only its share, as
 * in Camel.
 */
@NullUnmarked // fields are set when it is opened
final class DisruptorSubject extends RawQueueSubject {
    private final WaitStrategy wait;
    private Disruptor<Slot> disruptor;
    private RingBuffer<Slot> ring;

    DisruptorSubject(WaitStrategy wait) {
        this.wait = wait;
    }

    private static final class Slot {
        Parcel parcel;
    }

    /**
     * Waits at a doorbell, as with the other bare queues, because the blocking wait strategy of the library takes a
     * lock for each event.
     */
    static final class Parking implements WaitStrategy {
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

        /** Several producers have moved the cursor by compare-and-set, which is the fence that ring() needs. */
        @Override
        public void signalAllWhenBlocking() {
            bell.ringForAll();
        }
    }

    @Override
    public void open(String scheme, int consumers, Consumer<Object> sink) {
        disruptor = new Disruptor<>(Slot::new, CAPACITY, task -> new Thread(task, "taker"), ProducerType.MULTI, wait);
        for (int i = 0; i < consumers; i++) {
            disruptor.handleEventsWith(share(i, consumers, sink));
        }
        ring = disruptor.start();
    }

    private static EventHandler<Slot> share(int mine, int consumers, Consumer<Object> sink) {
        return (slot, sequence, endOfBatch) -> {
            if (sequence % consumers == mine) {
                deliver(slot.parcel, sink);
            }
        };
    }

    @Override
    void put(Parcel parcel) {
        long sequence = ring.next();
        ring.get(sequence).parcel = parcel;
        ring.publish(sequence);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }
}
