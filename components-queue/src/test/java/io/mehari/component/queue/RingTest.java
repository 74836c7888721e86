package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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
        Ring ring = kind.ring(capacity);
        assertThat(ring.capacity).isEqualTo(capacity);
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.size()).isEqualTo(i);
                assertThat(ring.isFull()).isFalse();
                assertThat(ring.offer(Cargo.of(i))).isTrue();
            }
            assertThat(ring.offer(Cargo.of("too much"))).isFalse();
            assertThat(ring.isFull()).isTrue();
            for (int i = 0; i < capacity; i++) {
                assertThat(ring.isEmpty()).isFalse();
                assertThat(ring.poll().getBody()).isEqualTo(i);
            }
            assertThat(ring.poll()).isNull();
            assertThat(ring.isEmpty()).isTrue();
            assertThat(ring.offer(Cargo.of("rotated"))).isTrue();
            assertThat(ring.poll().getBody()).isEqualTo("rotated");
            assertThat(ring.taken()).isEqualTo((turn + 1) * (capacity + 1L));
        }
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q8_aConsumedSlotHoldsNothing(RingKind kind) throws InterruptedException {
        Ring ring = kind.ring(4);
        List<WeakReference<Object>> bodies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Object body = new byte[100];
            bodies.add(new WeakReference<>(body));
            ring.offer(Cargo.of(body));
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
        Ring ring = kind.ring(3);
        int rounds = 10_000;
        AtomicInteger wanted = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(0);
        thread(start, () -> {
            for (int i = 1; i <= rounds; i++) {
                while (wanted.get() < i) {
                    Thread.onSpinWait();
                }
                ring.offer(Cargo.of(i));
            }
        });
        for (int i = 1; i <= rounds; i++) {
            wanted.set(i);
            Bench.await(() -> ring.size() == 1);
            List<Exchange> listed = new ArrayList<>();
            Bench.await(() -> {
                listed.clear();
                return ring.listInto(listed, Integer.MAX_VALUE);
            });
            assertThat(listed).hasSize(1);
            Bench.await(() -> ring.poll() != null);
        }
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void aSealedRingGivesUpWhatIsInItAndKeepsNothingThatComesLater(RingKind kind) {
        Ring ring = kind.ring(8);
        ring.offer(Cargo.of("taken"));
        ring.offer(Cargo.of("a"));
        ring.offer(Cargo.of("b"));
        Exchange taken = ring.poll();
        assertThat(ring.lostToRetire(taken)).isFalse();

        assertThat(ring.retire()).extracting(Exchange::getBody).containsExactly("a", "b");

        Exchange late = Cargo.of("late");
        if (ring.offer(late)) {
            assertThat(ring.reclaimed(late)).isTrue();
        }
        Exchange polled = ring.poll();
        while (polled != null) {
            assertThat(ring.lostToRetire(polled)).as("%s", polled.getBody()).isTrue();
            polled = ring.poll();
        }
    }

    /** Producers, takers and the thread that seals: each exchange has one owner at the end. */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q1_sealedUnderWayEachExchangeHasOneOwner(RingKind kind) throws Exception {
        for (int round = 0; round < 200; round++) {
            Ring ring = kind.ring(8);
            int takers = kind.isForOneTaker() || ring instanceof OneTakerRing ? 1 : 2;
            int producers = 2;
            int perProducer = 20;
            AtomicInteger[] owners = new AtomicInteger[producers * perProducer];
            for (int i = 0; i < owners.length; i++) {
                owners[i] = new AtomicInteger();
            }
            CountDownLatch start = new CountDownLatch(1);
            CountDownLatch sealed = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < producers; p++) {
                int from = p * perProducer;
                threads.add(thread(start, () -> {
                    for (int i = from; i < from + perProducer; i++) {
                        Exchange exchange = Cargo.of(i);
                        if (!ring.offer(exchange) || ring.reclaimed(exchange)) {
                            owners[i].incrementAndGet(); // still the producer's
                        }
                    }
                }));
            }
            for (int t = 0; t < takers; t++) {
                threads.add(thread(start, () -> {
                    while (true) {
                        boolean last = sealed.getCount() == 0;
                        Exchange exchange = ring.poll();
                        if (exchange != null && !ring.lostToRetire(exchange)) {
                            owners[(Integer) exchange.getBody()].incrementAndGet();
                        }
                        if (last && exchange == null) {
                            return;
                        }
                    }
                }));
            }
            start.countDown();
            if (round % 2 == 0) {
                Thread.onSpinWait();
            }
            for (Exchange each : ring.retire()) {
                owners[(Integer) each.getBody()].incrementAndGet();
            }
            sealed.countDown();
            for (Thread each : threads) {
                each.join();
            }
            for (int i = 0; i < owners.length; i++) {
                assertThat(owners[i]).as("owners of %d in round %d", i, round).hasValue(1);
            }
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
