package io.mehari.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SimulationExtension.class)
class SimulatedThreadsTest {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    // ---- waits and pools of the API

    @Test
    void aNotifyBuilderWaitsInSimulatedTime(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").delay(9_000).to("mock:out"));
        context.start();
        NotifyBuilder done = new NotifyBuilder(context).whenDone(1).create();
        template.sendBody("seda:in", "a");
        assertThat(done.matches(10, TimeUnit.SECONDS)).isTrue();
        assertThat(time.elapsed()).isBetween(Duration.ofSeconds(9), Duration.ofMillis(9_010));

        NotifyBuilder second = new NotifyBuilder(context).whenDone(1).create();
        assertThat(second.matches(10, TimeUnit.SECONDS)).isFalse();
        assertThat(time.elapsed()).isBetween(Duration.ofSeconds(19), Duration.ofMillis(19_020));
    }

    @Test
    void anotherThreadSchedulesInSimulatedTime(RoutingContext context, SimulatedTime time) throws Exception {
        context.start();
        ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
        List<Duration> ran = new ArrayList<>();
        Thread other = new Thread(() -> pools.schedule(() -> ran.add(time.elapsed()), 1_000));
        other.start();
        other.join();
        pools.schedule(() -> ran.add(time.elapsed()), Long.MAX_VALUE);
        time.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly(Duration.ofSeconds(1));
        time.runUntilIdle();
        assertThat(ran).hasSize(1);
    }

    @Test
    void aJoinEndsWithItsThread(RoutingContext context, SimulatedTime time) throws Exception {
        Threading.join(sleeps(5), 60_000);
        assertThat(time.elapsed()).isBetween(Duration.ofMillis(5), Duration.ofMillis(6));
        Threading.join(sleeps(1_000), 0);
        assertThat(time.elapsed()).isBetween(Duration.ofMillis(1_005), Duration.ofMillis(1_007));
        Threading.join(sleeps(1_000), 10);
        assertThat(time.elapsed()).isBetween(Duration.ofMillis(1_015), Duration.ofMillis(1_017));
    }

    private static Thread sleeps(int millis) {
        return start("sleeps", () -> {
            try {
                Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Thread start(String name, Runnable task) {
        return startMember(name, task).thread;
    }

    private static Member startMember(String name, Runnable task) {
        Member made = turns().threads().make(name, task, false);
        made.thread.start();
        return made;
    }

    private static Turns turns() {
        Member me = SimulatedThreading.me();
        assertThat(me).isNotNull();
        return me.turns;
    }

    // ---- threads that are blocked outside

    @Test
    void oneThreadHasTheTurnAlthoughTheWatchdogTakesIt(SimulatedTime time, RoutingContext context) throws Exception {
        Turns turns = turns();
        AtomicInteger ended = new AtomicInteger();
        Map<Member, Long> inside = new ConcurrentHashMap<>(); // the turn in which it has run
        List<Member> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(startMember("steps-" + i, () -> {
                Member me = SimulatedThreading.me();
                for (int step = 0; step < 5_000; step++) {
                    inside.put(me, turns.turns());
                    turns.letOthersRun(me);
                }
                ended.incrementAndGet();
            }));
        }
        AtomicInteger twoHadIt = new AtomicInteger();
        AtomicBoolean stop = new AtomicBoolean();
        Thread taker = new Thread(() -> {
            while (!stop.get()) {
                long turn = turns.turns();
                Member running = turns.running();
                if (running != null && inside.getOrDefault(running, -1L) == turn) {
                    turns.takeTurn(running, turn);
                }
                synchronized (turns) {
                    long having = threads.stream()
                            .filter(each -> each.state == Member.State.RUNNING)
                            .count();
                    twoHadIt.addAndGet(having > 1 ? 1 : 0);
                }
            }
        });
        taker.start();
        long end = System.nanoTime() + MINUTE;
        while (ended.get() < 4 && System.nanoTime() - end < 0) {
            time.runUntilIdle();
        }
        stop.set(true);
        taker.join();
        assertThat(ended).hasValue(4);
        assertThat(twoHadIt).hasValue(0);
    }

    @Test
    void theTestWaitsForAThreadThatComesBackFromOutside(
            RoutingContext context, ProducerTemplate template, SimulatedTime time) throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean back = new AtomicBoolean();
        AtomicBoolean go = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        context.addRoutes(r -> r.from("seda:in").process(exchange -> {
            released.await();
            back.set(true);
            spinUntil(go);
            done.set(true);
        }));
        context.start();
        template.sendBody("seda:in", "a");
        time.runDue(); // the consumer waits for the latch: the watchdog takes its turn
        released.countDown();
        long end = System.nanoTime() + MINUTE;
        while (!back.get() && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        Thread test = Thread.currentThread();
        AtomicBoolean returned = new AtomicBoolean();
        Thread releaser = new Thread(() -> {
            while (!returned.get() && test.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            go.set(true);
        });
        releaser.start();
        time.runDue();
        boolean wasDone = done.get();
        returned.set(true);
        releaser.join();
        assertThat(wasDone).isTrue();
    }

    private static void spinUntil(AtomicBoolean set) {
        long end = System.nanoTime() + MINUTE;
        while (!set.get() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    // ---- ends

    @Test
    void threadsThatWaitEndWithTheSimulation() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Thread inner = new Thread(() -> {
            try (Simulation simulation = new Simulation(1)) {
                threads.add(start("waits", () -> Threading.park("for ever")));
                simulation.time().runDue();
                threads.add(start("sleeps", () -> Threading.parkNanos("an hour", 60 * MINUTE)));
            }
        });
        inner.start();
        inner.join();
        assertThat(threads).hasSize(2);
        for (Thread each : threads) {
            each.join(TimeUnit.NANOSECONDS.toMillis(MINUTE));
            assertThat(each.isAlive()).as(each.getName()).isFalse();
        }
    }

    @Test
    void workWithoutEndAtOneMomentIsReported() throws Exception {
        Simulation simulation = new Simulation(1);
        turns().mostTurns = 2_000;
        RoutingContext context = simulation.context();
        context.addRoutes(r -> {
            r.from("seda:a").to("seda:b");
            r.from("seda:b").to("seda:a");
        });
        context.start();
        context.createProducerTemplate().sendBody("seda:a", "round");
        assertThatThrownBy(() -> simulation.time().runUntilIdle()).hasMessageContaining("2000 turns");
        assertThatThrownBy(() -> simulation.time().advance(Duration.ofDays(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at one moment")
                .hasMessageContaining("ring");
        try {
            simulation.close();
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("at one moment");
        }
    }
}
