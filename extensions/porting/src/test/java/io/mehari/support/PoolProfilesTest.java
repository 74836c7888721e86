package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Thread pool profiles, and pools that are made as in Camel. */
class PoolProfilesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExecutorServiceManager pools = new ExecutorServiceManager(context);
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BlockingQueue<String> threads = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    private String threadName() throws InterruptedException {
        return String.valueOf(threads.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void thePoolOfAProfileLivesWithTheContext() throws Exception {
        pools.registerThreadPoolProfile(new ThreadPoolProfile("mine"));
        BlockingQueue<Thread> used = new LinkedBlockingQueue<>();
        context.addRoutes(r -> r.from("direct:a")
                .threads()
                .executorService("mine")
                .process(exchange -> used.add(Thread.currentThread())));
        context.start();
        template.requestBody("direct:a", "x");
        context.stop();
        Thread thread = used.take();
        thread.join(5_000); // an idle thread would wait for 10 seconds
        assertThat(thread.isAlive()).isFalse();
        context.start();
        template.requestBody("direct:a", "x");
        assertThat(used.take().getName()).startsWith("mine-");
    }

    @Test
    void aPoolOfAProfileRefusesOrLetsTheCallerRun() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ThreadPoolProfile one = new ThreadPoolProfileBuilder("one")
                .poolSize(1)
                .maxPoolSize(1)
                .maxQueueSize(0)
                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                .build();
        ExecutorService aborts = pools.newThreadPool(this, "aborts", one);
        one.setRejectedPolicy(ThreadPoolRejectedPolicy.CallerRuns);
        ExecutorService runs = pools.newThreadPool(this, "runs", one);
        CompletableFuture<String> name = new CompletableFuture<>();
        aborts.execute(() -> await(go));
        runs.execute(() -> {
            name.complete(Thread.currentThread().getName());
            await(go);
        });

        assertThatThrownBy(() -> aborts.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("Pool aborts is full");
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        runs.execute(() -> ranOn.set(Thread.currentThread()));
        assertThat(ranOn).hasValue(Thread.currentThread());
        assertThat(name.get(60, TimeUnit.SECONDS)).startsWith("runs-");
        go.countDown();
        runs.shutdown();
        assertThatThrownBy(() -> runs.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        one.setPoolSize(0);
        one.setMaxPoolSize(0);
        assertThatThrownBy(() -> pools.newThreadPool(this, "none", one)).hasMessageContaining("at least one thread");
    }

    @Test
    void aProfileDecidesWhatHappensToARejectedMessage() throws Exception {
        for (ThreadPoolRejectedPolicy policy : ThreadPoolRejectedPolicy.values()) {
            pools.registerThreadPoolProfile(new ThreadPoolProfileBuilder(policy.name())
                    .poolSize(1)
                    .maxPoolSize(1)
                    .maxQueueSize(0)
                    .rejectedPolicy(policy)
                    .build());
            context.addRoutes(r -> r.from("direct:" + policy)
                    .threads()
                    .executorService(policy.name())
                    .process(exchange -> {
                        threads.add(Thread.currentThread().getName());
                        if (exchange.getBody().equals("wait")) {
                            release.await();
                        }
                    }));
        }
        context.start();
        CompletableFuture<Object> aborts = template.asyncSendBody("direct:Abort", "wait");
        assertThat(threadName()).startsWith("Abort-");
        CompletableFuture<Object> runs = template.asyncSendBody("direct:CallerRuns", "wait");
        assertThat(threadName()).startsWith("CallerRuns-");

        assertThatExceptionOfType(RoutingExecutionException.class)
                .isThrownBy(() -> template.sendBody("direct:Abort", "x"))
                .withCauseInstanceOf(RejectedExecutionException.class);
        template.sendBody("direct:CallerRuns", "x");
        assertThat(threadName()).isEqualTo(Thread.currentThread().getName());
        release.countDown();
        aborts.get(10, TimeUnit.SECONDS);
        runs.get(10, TimeUnit.SECONDS);
    }

    @Test
    void poolsAreMadeFromAProfile() {
        ThreadPoolProfile profile = new ThreadPoolProfile("mine");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(3);
        profile.setMaxQueueSize(7);
        pools.registerThreadPoolProfile(profile);
        assertThat(new ExecutorServiceManager(context).getThreadPoolProfile("mine"))
                .isSameAs(profile);
        assertThat(pools.getThreadPoolProfile("none")).isNull();

        ThreadPoolExecutor pool = (ThreadPoolExecutor) pools.newThreadPool(this, "x", profile);
        assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
        assertThat(pool.getQueue().remainingCapacity()).isEqualTo(7);
        context.start();
        context.stop();
        assertThat(pool.isShutdown()).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
