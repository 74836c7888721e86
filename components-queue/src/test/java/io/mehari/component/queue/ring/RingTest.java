package io.mehari.component.queue.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every ring does, whatever is under it. */
class RingTest {

    @ParameterizedTest
    @CsvSource({
        "ONE_TAKER,1",
        "ONE_TAKER,3",
        "ONE_TAKER,1000",
        "MANY_TAKERS,1",
        "MANY_TAKERS,2",
        "MANY_TAKERS,3",
        "MANY_TAKERS,1000",
        "DISRUPTOR,1",
        "DISRUPTOR,2",
        "DISRUPTOR,1024",
        "BORROWED,1",
        "BORROWED,3",
        "BORROWED,1000"
    })
    void q3_theCapacityIsExactWhereverTheRingStands(RingKind kind, int capacity) {
        Ring<Object> ring = kind.ring(capacity);
        assertThat(ring.capacity).isEqualTo(capacity);
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.size()).isEqualTo(i);
                assertThat(ring.isFull()).isFalse();
                assertThat(ring.offer(i)).isTrue();
            }
            assertThat(ring.offer("too much")).isFalse();
            assertThat(ring.isFull()).isTrue();
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.isEmpty()).isFalse();
                assertThat(ring.poll()).isEqualTo(i);
            }
            assertThat(ring.poll()).isNull();
            assertThat(ring.isEmpty()).isTrue();
            assertThat(ring.offer("rotated")).isTrue();
            assertThat(ring.poll()).isEqualTo("rotated");
            assertThat(ring.taken()).isEqualTo((turn + 1) * (capacity + 1L));
        }
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q8_aConsumedSlotHoldsNothing(RingKind kind) throws InterruptedException {
        Ring<Object> ring = kind.ring(4);
        List<WeakReference<Object>> bodies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Object body = new byte[100];
            bodies.add(new WeakReference<>(body));
            ring.offer(body);
        }
        for (int i = 0; i < 3; i++) {
            ring.poll();
        }
        for (int tries = 0; tries < 100 && bodies.stream().anyMatch(each -> each.get() != null); tries++) {
            System.gc();
        }
        assertThat(bodies).allMatch(each -> each.get() == null);
        assertThat(ring.isEmpty()).isTrue();
    }

    /** A sender may stand anywhere in its offer: the ring waits for it. */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q5_whatTheSizeCountsIsListed(RingKind kind) {
        Ring<Object> ring = kind.ring(3);
        int rounds = 10_000;
        AtomicInteger wanted = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(0);
        thread(start, () -> {
            for (int i = 1; i <= rounds; i++) {
                while (wanted.get() < i) {
                    Thread.onSpinWait();
                }
                ring.offer(i);
            }
        });
        for (int i = 1; i <= rounds; i++) {
            wanted.set(i);
            await(() -> ring.size() == 1);
            List<Object> listed = new ArrayList<>();
            await(() -> {
                listed.clear();
                return ring.listInto(listed, Integer.MAX_VALUE);
            });
            assertThat(listed).hasSize(1);
            await(() -> ring.poll() != null);
        }
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void aClosedRingGivesUpWhatIsInItAndAcceptsNothing(RingKind kind) {
        Ring<String> ring = kind.ring(8);
        ring.offer("taken");
        ring.offer("a");
        ring.offer("b");
        ring.poll();

        List<String> rest = new ArrayList<>();
        long byTakers = ring.close(rest);

        assertThat(rest).containsExactly("a", "b");
        assertThat(byTakers).isEqualTo(kind == RingKind.BORROWED ? 0 : 1);
        assertThat(ring.isClosed()).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(ring.offer("late")).isFalse();
            assertThat(ring.poll()).isNull();
        }
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isZero();
        assertThat(ring.listInto(rest, 8)).isTrue();
        assertThat(rest).hasSize(2);
    }

    /** Wherever the ring stands, full or not. */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void aRingCanBeClosedInEveryState(RingKind kind) {
        for (int turned = 0; turned < 5; turned++) {
            for (int content = 0; content <= 4; content++) {
                Ring<Integer> ring = kind.ring(4);
                for (int i = 0; i < turned; i++) {
                    ring.offer(i);
                    ring.poll();
                }
                List<Integer> expected = new ArrayList<>();
                for (int i = 0; i < content; i++) {
                    ring.offer(i);
                    expected.add(i);
                }
                List<Integer> rest = new ArrayList<>();
                assertThat(ring.close(rest)).isEqualTo(kind == RingKind.BORROWED ? 0 : turned);
                assertThat(rest).isEqualTo(expected);
                assertThat(ring.offer(1)).isFalse();
                assertThat(ring.poll()).isNull();
            }
        }
    }

    /** Producers, takers and the thread that closes: each element has one owner at the end. */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q1_closedUnderWayEachElementHasOneOwner(RingKind kind) throws Exception {
        for (int round = 0; round < 200; round++) {
            Ring<Integer> ring = kind.ring(8);
            int takers = ring instanceof OneTakerRing ? 1 : 2;
            int producers = 2;
            int perProducer = 20;
            AtomicIntegerArray owners = new AtomicIntegerArray(producers * perProducer);
            AtomicInteger taken = new AtomicInteger();
            CountDownLatch start = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < producers; p++) {
                int from = p * perProducer;
                threads.add(thread(start, () -> {
                    for (int i = from; i < from + perProducer; i++) {
                        if (!ring.offer(i)) {
                            owners.incrementAndGet(i); // still the producer's
                        }
                    }
                }));
            }
            for (int t = 0; t < takers; t++) {
                threads.add(thread(start, () -> {
                    while (true) {
                        boolean last = closed.getCount() == 0;
                        Integer element = ring.poll();
                        if (element != null) {
                            owners.incrementAndGet(element);
                            taken.incrementAndGet();
                        }
                        if (last && element == null) {
                            return;
                        }
                    }
                }));
            }
            start.countDown();
            for (int spin = round % 50; spin > 0; spin--) {
                Thread.onSpinWait();
            }
            List<Integer> rest = new ArrayList<>();
            long byTakers = ring.close(rest);
            rest.forEach(owners::incrementAndGet);
            closed.countDown();
            for (Thread each : threads) {
                each.join();
            }
            for (int i = 0; i < owners.length(); i++) {
                assertThat(owners.get(i))
                        .as("owners of %d in round %d", i, round)
                        .isEqualTo(1);
            }
            assertThat(taken).hasValue((int) (kind == RingKind.BORROWED ? ring.taken() : byTakers));
        }
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    static Thread thread(CountDownLatch start, Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                start.await();
            } catch (InterruptedException e) {
                return;
            }
            work.run();
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
