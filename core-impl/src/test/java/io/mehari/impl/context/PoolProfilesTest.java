package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.ThreadPoolProfileBuilder;
import io.mehari.builder.ThreadsDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExecutorServiceManager;
import io.mehari.spi.ThreadPoolProfile;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executors that a route names: those of the registry, and pools of thread pool profiles. */
class PoolProfilesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExecutorServiceManager pools = context.getExecutorServiceManager();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BlockingQueue<String> threads = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    private Processor noteThread() {
        return exchange -> threads.add(Thread.currentThread().getName());
    }

    private String threadName() throws InterruptedException {
        return String.valueOf(threads.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void eachStepCanUseAPoolOfAProfile() throws Exception {
        pools.registerThreadPoolProfile(new ThreadPoolProfile("mine"));
        Map<String, Function<ProcessorDefinition<?>, ProcessorDefinition<?>>> steps = Map.of(
                "threads", route -> route.threads().executorService("mine"),
                "delay", route -> route.delay(1).executorService("mine"),
                "throttle", route -> route.throttle(5).executorService("mine"),
                "split", route -> route.split(body()).executorService("mine"),
                "multicast", route -> route.multicast().executorService("mine"),
                "aggregate",
                        route -> route.aggregate(constant(1), AggregationStrategies.useLatest())
                                .completionSize(1)
                                .executorService("mine"));
        context.addRoutes(r -> {
            steps.forEach((name, step) -> step.apply(r.from("direct:" + name)).process(noteThread()));
            r.from("direct:recipientList")
                    .recipientList(constant("direct:noted"))
                    .executorService("mine");
            r.from("direct:wireTap").wireTap("direct:noted").executorService("mine");
            r.from("direct:noted").process(noteThread());
        });
        context.start();
        for (String name : steps.keySet()) {
            template.sendBody("direct:" + name, "x");
            assertThat(threadName()).as(name).startsWith("mine-");
        }
        template.sendBody("direct:recipientList", "x");
        assertThat(threadName()).as("recipientList").startsWith("mine-");
        template.sendBody("direct:wireTap", "x");
        assertThat(threadName()).as("wireTap").startsWith("mine-");
    }

    @Test
    void anExecutorOfTheRegistryIsFoundByItsName() throws Exception {
        ExecutorService pool = pools.newSingleThreadExecutor(this, "bound");
        context.getRegistry().bind("mine", pool);
        context.addRoutes(
                r -> r.from("direct:a").threads().executorService("mine").process(noteThread()));
        context.start();
        template.requestBody("direct:a", "x");
        assertThat(threadName()).startsWith("bound-");
        assertThat(context.getRouteController().stopRoute("route1", null)).isTrue();
        assertThat(pool.isShutdown()).as("it belongs to the user").isFalse();
    }

    @Test
    void thePoolOfAProfileEndsWithItsRoute() throws Exception {
        pools.registerThreadPoolProfile(new ThreadPoolProfile("mine"));
        BlockingQueue<Thread> used = new LinkedBlockingQueue<>();
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .threads()
                .executorService("mine")
                .process(exchange -> used.add(Thread.currentThread())));
        context.start();
        template.requestBody("direct:a", "x");
        context.getRouteController().stopRoute("a");
        Thread thread = used.take();
        thread.join(5_000); // an idle thread would wait for 10 seconds
        assertThat(thread.isAlive()).isFalse();
        context.getRouteController().startRoute("a");
        template.requestBody("direct:a", "x");
        assertThat(used.take().getName()).startsWith("mine-");
    }

    @Test
    void anUnknownNameIsRefusedWhenTheRouteStarts() throws Exception {
        context.getRegistry().bind("text", "no pool");
        context.start();
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() ->
                        context.addRoutes(r -> r.from("direct:a").split(body()).executorService("none")))
                .withMessageContaining("executorService(\"none\")")
                .withMessageContaining("register a ThreadPoolProfile")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() ->
                        context.addRoutes(r -> r.from("direct:a").threads().executorService("text")))
                .withMessageContaining("a java.lang.String");
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
    void aMessageThatIsRejectedAfterADelayContinuesAllTheSame() throws Exception {
        ExecutorService full = pools.newSingleThreadExecutor(this, "full");
        full.shutdown();
        context.addRoutes(r -> {
            r.from("direct:runs").delay(50).executorService(full).process(noteThread());
            r.from("direct:throttled").throttle(10).executorService(full).process(noteThread());
        });
        context.start();
        template.requestBody("direct:runs", "x");
        assertThat(threadName()).contains("-worker-");
        template.requestBody("direct:throttled", "x");
        assertThat(threadName()).isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void settingsOfANamedPoolBelongIntoItsProfile() throws Exception {
        pools.registerThreadPoolProfile(new ThreadPoolProfile("mine"));
        Map<String, Function<ThreadsDefinition, ThreadsDefinition>> settings = Map.of(
                "PoolSize", threads -> threads.poolSize(1),
                "MaxPoolSize", threads -> threads.maxPoolSize(1),
                "MaxQueueSize", threads -> threads.maxQueueSize(1),
                "ThreadName", threads -> threads.threadName("x"),
                "RejectedPolicy", threads -> threads.rejectedPolicy(ThreadPoolRejectedPolicy.Abort));
        context.start();
        settings.forEach((name, setting) -> assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> context.addRoutes(
                        r -> setting.apply(r.from("direct:a").threads().executorService("mine"))
                                .process(noteThread())))
                .havingCause()
                .isInstanceOf(IllegalArgumentException.class)
                .withMessageStartingWith(name));
    }

    @Test
    void poolsAreMadeFromAProfile() {
        ThreadPoolProfile profile = new ThreadPoolProfile("mine");
        profile.setPoolSize(1);
        profile.setMaxPoolSize(3);
        profile.setMaxQueueSize(7);
        pools.registerThreadPoolProfile(profile);
        assertThat(context.getExecutorServiceManager().getThreadPoolProfile("mine"))
                .isSameAs(profile);
        assertThat(pools.getThreadPoolProfile("none")).isNull();

        ThreadPoolExecutor pool = (ThreadPoolExecutor) pools.newThreadPool(this, "x", profile);
        assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
        assertThat(pool.getQueue().remainingCapacity()).isEqualTo(7);
        context.start();
        context.stop();
        assertThat(pool.isShutdown()).isTrue();
    }

    @Test
    void aScheduledPoolEndsWithTheContext() throws Exception {
        context.start();
        ScheduledExecutorService pool = pools.newScheduledThreadPool(this, "later", 2);
        String name = pool.schedule(() -> Thread.currentThread().getName(), 1, TimeUnit.MILLISECONDS)
                .get(10, TimeUnit.SECONDS);
        assertThat(name).startsWith("later-");
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("later-"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
        context.stop();
        assertThat(pool.isShutdown()).isTrue();
        assertThatThrownBy(() -> pool.schedule(() -> {}, 1, TimeUnit.SECONDS))
                .isInstanceOf(RejectedExecutionException.class);
    }
}
