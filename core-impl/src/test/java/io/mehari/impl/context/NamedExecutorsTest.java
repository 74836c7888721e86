package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.ThreadsDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import io.mehari.spi.ThreadPools;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executors that a route takes from the registry, by name. */
class NamedExecutorsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ThreadPools pools = context.getRoutingContextExtension().getThreadPools();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BlockingQueue<String> threads = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Processor noteThread() {
        return exchange -> threads.add(Thread.currentThread().getName());
    }

    private String threadName() throws InterruptedException {
        return String.valueOf(threads.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void eachStepCanNameAnExecutor() throws Exception {
        context.getRegistry().bind("mine", pools.newPool("mine", 10, 1_000));
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
        ExecutorService pool = pools.newPool("bound", 1, 1_000);
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
    void anUnknownNameIsRefusedWhenTheRouteStarts() throws Exception {
        context.getRegistry().bind("text", "no pool");
        context.start();
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() ->
                        context.addRoutes(r -> r.from("direct:a").split(body()).executorService("none")))
                .withMessageContaining("executorService(\"none\")")
                .withMessageContaining("bind an Executor to this name")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() ->
                        context.addRoutes(r -> r.from("direct:a").threads().executorService("text")))
                .withMessageContaining("a java.lang.String");
    }

    @Test
    void aMessageThatIsRejectedAfterADelayContinuesAllTheSame() throws Exception {
        ExecutorService full = pools.newPool("full", 1, 1_000);
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
    void settingsOfANamedPoolBelongToItsExecutor() throws Exception {
        context.getRegistry().bind("mine", pools.newPool("mine", 1, 1));
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
}
