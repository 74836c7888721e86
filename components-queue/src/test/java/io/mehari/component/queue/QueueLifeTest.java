package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.spi.RoutingContextExtension;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue over its life: started and stopped over and over, idle, woken, emptied. Long forms are tagged slow. */
@ParameterizedClass
@ValueSource(strings = {"seda", "disruptor"})
class QueueLifeTest {

    private final String kind;
    private Bench bench;

    QueueLifeTest(String kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        bench = new Bench();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    // ---- Q12

    @Test
    void q12_startPublishStopWithThreadsThatAreSlowToStart() {
        startPublishStop(300);
    }

    @Test
    @Tag("slow")
    void q12_startPublishStopTenThousandTimes() {
        startPublishStop(10_000);
    }

    private void startPublishStop(int cycles) {
        RoutingContextExtension services = bench.context.getRoutingContextExtension();
        services.setThreadPools(new SlowThreads(services.getThreadPools(), 200_000));
        AtomicInteger processed = new AtomicInteger();
        String uri = kind + ":a?blockWhenFull=true&size=4&concurrentConsumers=2";
        bench.route(r -> r.from(uri).process(exchange -> processed.incrementAndGet()));
        for (int cycle = 1; cycle <= cycles; cycle++) {
            bench.context.start();
            bench.template.sendBody(uri, cycle);
            bench.context.stop();
            assertThat(processed).as("cycle %d", cycle).hasValue(cycle);
        }
    }

    /** Accepted = processed + reported as left over, also when a sender is at work during the stop. */
    @Test
    void q12_whatIsAcceptedWhileTheContextStopsIsProcessedOrReported() {
        AtomicInteger processed = new AtomicInteger();
        String uri = kind + ":a?size=8&blockWhenFull=true";
        bench.route(r -> r.from(uri).process(exchange -> processed.incrementAndGet()));
        int accepted = 0;
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            for (int cycle = 0; cycle < 100; cycle++) {
                bench.context.start();
                CountDownLatch sending = new CountDownLatch(1);
                FutureTask<Integer> sender = Bench.async(() -> {
                    int sent = 0;
                    QueueProducer producer = (QueueProducer) bench.endpoint(uri).createProducer();
                    while (true) {
                        Exchange exchange = bench.exchange(sent);
                        producer.process(exchange);
                        if (exchange.isFailed()) {
                            assertThat(exchange.getException()).isInstanceOf(QueueClosedException.class);
                            return sent;
                        }
                        sent++;
                        sending.countDown();
                    }
                });
                Bench.await(sending);
                bench.suspend("route1");
                bench.context.stop();
                accepted += Bench.result(sender);
            }
            assertThat(log.messages()).isNotEmpty();
        }
        long leftOver = bench.endpoint(uri).stats().discarded();
        assertThat(processed.get() + leftOver).isEqualTo(accepted);
    }

    // ---- Q7

    @ParameterizedTest
    @EnumSource(QueueWaitStrategy.class)
    void q7_noWakeUpIsLost(QueueWaitStrategy strategy) {
        wakeUps(strategy, 2_500);
    }

    @ParameterizedTest
    @EnumSource(QueueWaitStrategy.class)
    @Tag("slow")
    void q7_noWakeUpIsLostInAMillion(QueueWaitStrategy strategy) {
        wakeUps(strategy, 1_000_000);
    }

    private void wakeUps(QueueWaitStrategy strategy, int messages) {
        AtomicInteger received = new AtomicInteger();
        AtomicLong worst = new AtomicLong();
        String uri = kind + ":a?concurrentConsumers=2&waitStrategy=" + strategy;
        bench.route(r -> r.from(uri).process(exchange -> {
                    long took = System.nanoTime() - (Long) exchange.getBody();
                    worst.accumulateAndGet(took, Math::max);
                    received.incrementAndGet();
                }))
                .start();
        Random gaps = new Random(11);
        for (int i = 1; i <= messages; i++) {
            long until = System.nanoTime() + gaps.nextInt(60_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            bench.template.sendBody(uri, System.nanoTime());
            int sent = i;
            Bench.await(() -> received.get() >= sent);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(worst.get())).isLessThan(1_000);
    }

    @Test
    void q7_anIdleConsumerUsesNoProcessor() throws InterruptedException {
        AtomicReference<Thread> worker = new AtomicReference<>();
        bench.route(r -> r.from(kind + ":a").process(exchange -> worker.set(Thread.currentThread())))
                .start();
        bench.template.sendBody(kind + ":a", 1);
        Bench.await(() -> worker.get() != null && worker.get().getState() == Thread.State.WAITING);
        long before = ManagementFactory.getThreadMXBean()
                .getThreadCpuTime(worker.get().getId());
        assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS)).isFalse();
        long after = ManagementFactory.getThreadMXBean()
                .getThreadCpuTime(worker.get().getId());
        assertThat(after - before).as("nanoseconds of processor time in 200 ms").isZero();
    }

    @Test
    void q7_anIdleRouteStopsAtOnce() {
        bench.receiving(kind + ":a?concurrentConsumers=4").start();
        bench.template.sendBody(kind + ":a", 1);
        bench.awaitReceived(1);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long began = System.nanoTime();
            bench.context.getRouteController().stopRoute("receiver");
            best = Math.min(best, System.nanoTime() - began);
            bench.context.getRouteController().startRoute("receiver");
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(best)).isLessThan(10);
    }

    @Test
    void q7_aStartedConsumerTakesItsFirstMessageAtOnce() {
        AtomicLong taken = new AtomicLong();
        String uri = kind + ":a";
        bench.route(r -> r.from(uri).routeId("receiver").process(exchange -> taken.set(System.nanoTime())))
                .start();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            bench.context.getRouteController().stopRoute("receiver");
            taken.set(0);
            bench.template.sendBody(uri, i);
            bench.context.getRouteController().startRoute("receiver");
            long started = System.nanoTime();
            Bench.await(() -> taken.get() != 0);
            best = Math.min(best, taken.get() - started);
        }
        assertThat(best).isLessThan(TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Test
    void nothingIsLeftAfterAStop() throws InterruptedException {
        int before = DeadlockDetector.TAKERS.size();
        List<Thread> threads = java.util.Collections.synchronizedList(new ArrayList<>());
        String uri = kind + ":a?concurrentConsumers=3";
        bench.route(r -> r.from(uri).process(exchange -> threads.add(Thread.currentThread())))
                .start();
        for (int i = 0; i < 10; i++) {
            bench.template.requestBody(uri, i);
        }
        bench.context.stop();
        for (Thread each : threads) {
            each.join(TimeUnit.SECONDS.toMillis(Bench.PATIENCE_SECONDS));
            assertThat(each.isAlive()).isFalse();
        }
        Bench.await(() -> DeadlockDetector.TAKERS.size() <= before);
    }

    @Test
    void q9_aThreadThatCannotBeStartedIsTriedAgain() {
        RoutingContextExtension services = bench.context.getRoutingContextExtension();
        AtomicInteger starts = new AtomicInteger();
        services.setThreadPools(new SlowThreads(services.getThreadPools(), 0) {
            @Override
            public Thread newThread(String name, Runnable task) {
                if (starts.incrementAndGet() == 2) {
                    throw new OutOfMemoryError("unable to create native thread, on purpose");
                }
                return super.newThread(name, task);
            }
        });
        Thread tester = Thread.currentThread();
        AtomicBoolean broken = new AtomicBoolean(true);
        bench.context.getRegistry().bind("mine", new LinkedBlockingQueue<Exchange>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean isEmpty() {
                if (Thread.currentThread() != tester && broken.getAndSet(false)) {
                    throw new InternalError("kills the thread on purpose");
                }
                return super.isEmpty();
            }
        });
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
            bench.receiving("seda:a?queue=#mine").start();
            bench.template.sendBody("seda:a?queue=#mine", 1);
            bench.template.sendBody("seda:a?queue=#mine", 2);
            Bench.await(() -> bench.received.size() == 2
                    && log.messages().stream().anyMatch(each -> each.contains("trying again")));
            bench.context.stop();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(null);
        }
    }

    // ---- memory

    @Test
    void q8_consumedBodiesAreLetGo() {
        String uri = kind + ":a?size=64&blockWhenFull=true&concurrentConsumers=2";
        AtomicInteger received = new AtomicInteger();
        bench.route(r -> r.from(uri).process(exchange -> received.incrementAndGet()))
                .start();
        List<WeakReference<Object>> bodies = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Object body = new byte[1_000];
            bodies.add(new WeakReference<>(body));
            bench.template.sendBody(uri, body);
        }
        Bench.await(() -> received.get() == 50);
        Bench.await(() -> {
            System.gc();
            return bodies.stream().allMatch(each -> each.get() == null);
        });
    }

    @Test
    void handingAMessageOverCostsNothingBeyondTheExchange() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        AtomicLong received = new AtomicLong();
        AtomicReference<Thread> worker = new AtomicReference<>();
        String uri = kind + ":a?size=65536&waitStrategy=Yielding";
        bench.route(r -> r.from(uri).process(exchange -> {
                    worker.lazySet(Thread.currentThread());
                    received.lazySet(received.get() + 1);
                }))
                .start();
        QueueEndpoint endpoint = bench.endpoint(uri);
        int batch = 20_000;
        double perMessage = Double.MAX_VALUE;
        for (int round = 1; round <= 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes() + allocated(threads, worker.get());
            for (int i = 0; i < batch; i++) {
                bench.template.sendBody(endpoint, "body");
            }
            long until = (long) round * batch;
            Bench.await(() -> received.get() == until);
            long after = threads.getCurrentThreadAllocatedBytes() + allocated(threads, worker.get());
            if (round > 10) {
                perMessage = Math.min(perMessage, (after - before) / (double) batch);
            }
        }
        assertThat(perMessage).isLessThan(96.0);
    }

    private static long allocated(com.sun.management.ThreadMXBean threads, Thread thread) {
        return thread == null ? 0 : threads.getThreadAllocatedBytes(thread.getId());
    }
}
