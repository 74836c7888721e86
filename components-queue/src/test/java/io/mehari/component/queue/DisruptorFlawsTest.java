package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flaws of the LMAX Disruptor 4.0.0, because of which {@link DisruptorRing} uses only its ring buffer. */
@Timeout(60)
class DisruptorFlawsTest {

    private static final class Event {
        Object value;
    }

    /** Law Q4 could not be kept with next(). */
    @Test
    void nextDoesNotEndWhenItsThreadIsInterrupted() throws Exception {
        RingBuffer<Event> ring = RingBuffer.create(ProducerType.MULTI, Event::new, 1, new BlockingWaitStrategy());
        Sequence gate = new Sequence();
        ring.addGatingSequences(gate);
        ring.publish(ring.next());
        CountDownLatch begun = new CountDownLatch(1);
        FutureTask<Long> next = new FutureTask<>(() -> {
            begun.countDown();
            return ring.next();
        });
        Thread producer = new Thread(next);
        producer.start();
        Bench.await(begun);
        producer.interrupt();
        producer.join(100);
        assertThat(producer.isAlive()).as("goes on waiting").isTrue();
        gate.set(0);
        assertThat(Bench.result(next)).isEqualTo(1);
    }

    /** Law Q12 could not be kept with shutdown(). */
    @Test
    void shutdownLosesWhatWasPublishedBeforeTheConsumersThreadRan() throws Exception {
        AtomicInteger consumed = new AtomicInteger();
        CountDownLatch mayRun = new CountDownLatch(1);
        AtomicReference<Thread> consumer = new AtomicReference<>();
        Disruptor<Event> disruptor = new Disruptor<>(
                Event::new,
                8,
                task -> {
                    Thread thread = new Thread(() -> {
                        Bench.await(mayRun);
                        task.run();
                    });
                    consumer.set(thread);
                    return thread;
                },
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, endOfBatch) -> consumed.incrementAndGet());
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event.value = "accepted");
        disruptor.shutdown(10, TimeUnit.SECONDS); // waits for the backlog, it says
        mayRun.countDown();
        consumer.get().join();
        assertThat(consumed).as("events consumed of the one that was accepted").hasValue(0);
    }

    /** Law Q8 could not be kept with its own consumers. */
    @Test
    void consumedSlotsKeepTheirContent() throws Exception {
        CountDownLatch consumed = new CountDownLatch(1);
        Disruptor<Event> disruptor =
                new Disruptor<>(Event::new, 8, Thread::new, ProducerType.MULTI, new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, endOfBatch) -> consumed.countDown());
        disruptor.start();
        disruptor.publishEvent((event, sequence) -> event.value = "kept");
        Bench.await(consumed);
        disruptor.shutdown(10, TimeUnit.SECONDS);
        assertThat(disruptor.get(0).value).isEqualTo("kept");
    }

    /** Law Q9 could not be kept with its own consumers. */
    @Test
    void anErrorEndsTheConsumerForGood() throws Exception {
        AtomicReference<Thread> consumer = new AtomicReference<>();
        CountDownLatch died = new CountDownLatch(1);
        Disruptor<Event> disruptor = new Disruptor<>(
                Event::new,
                8,
                task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((dead, failure) -> died.countDown());
                    consumer.set(thread);
                    return thread;
                },
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        try (CapturedLog log = new CapturedLog("com.lmax.disruptor")) {
            disruptor.handleEventsWith((event, sequence, endOfBatch) -> {
                throw new StackOverflowError("on purpose");
            });
            disruptor.start();
            disruptor.publishEvent((event, sequence) -> event.value = "deadly");
            Bench.await(died);
            assertThat(log.messages()).isNotNull();
        }
        consumer.get().join();
        disruptor.publishEvent((event, sequence) -> event.value = "next");
        assertThat(disruptor.getRingBuffer().getMinimumGatingSequence())
                .as("none consumes")
                .isEqualTo(-1);
    }

    /** Why producerType=Single uses the ring for many producers, too. */
    @Test
    void twoProducersOfTypeSingleGetOneSlot() throws Exception {
        int tries = 200_000;
        long given = 2L * tries;
        for (int round = 0; round < 100 && given == 2L * tries; round++) {
            RingBuffer<Event> ring =
                    RingBuffer.create(ProducerType.SINGLE, Event::new, 1 << 19, new BusySpinWaitStrategy());
            ring.addGatingSequences(new Sequence());
            CountDownLatch start = new CountDownLatch(2);
            FutureTask<Object> other = Bench.async(() -> {
                claimTogether(ring, tries, start);
                return null;
            });
            claimTogether(ring, tries, start);
            Bench.result(other);
            given = ring.tryNext();
        }
        assertThat(given).as("slots given out to %d claims", 2 * tries).isLessThan(2L * tries);
    }

    private static void claimTogether(RingBuffer<Event> ring, int tries, CountDownLatch start)
            throws InsufficientCapacityException {
        start.countDown();
        while (start.getCount() > 0) {
            Thread.onSpinWait();
        }
        claim(ring, tries);
    }

    private static void claim(RingBuffer<Event> ring, int tries) throws InsufficientCapacityException {
        for (int i = 0; i < tries; i++) {
            ring.tryNext();
        }
    }
}
