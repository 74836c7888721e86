package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Route;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that go from Camel through Mehari and Camel back into Mehari, at the limit of what may be in Mehari. */
@Timeout(120)
class CircleTest {
    private final DefaultRoutingContext mehari = new DefaultRoutingContext();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final AtomicInteger in = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** How long each stop of Mehari may wait. */
    private final CopyOnWriteArrayList<Duration> limits = new CopyOnWriteArrayList<>();

    private final class Noted implements ShutdownStrategy {
        private final ShutdownStrategy strategy;

        Noted(ShutdownStrategy strategy) {
            this.strategy = strategy;
        }

        @Override
        public Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout) {
            limits.add(timeout);
            return strategy.awaitQuiet(routes, timeout);
        }

        @Override
        public Duration getTimeout() {
            return strategy.getTimeout();
        }

        @Override
        public void setTimeout(Duration timeout) {
            strategy.setTimeout(timeout);
        }

        @Override
        public void setTimeout(long timeout) {
            strategy.setTimeout(timeout);
        }
    }

    private interface CamelRoutes {
        void add(RouteBuilder route);
    }

    @BeforeEach
    void bind() {
        camel.getRegistry().bind("mehari", mehari);
        camel.getShutdownStrategy().setTimeout(2);
        ShutdownStrategy strategy = mehari.getShutdownStrategy();
        strategy.setTimeout(Duration.ofSeconds(2));
        mehari.getRoutingContextExtension().setShutdownStrategy(new Noted(strategy));
        ((CamelComponent) mehari.hasComponent("camel")).setCamelContext(camel);
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        camel.stop();
        mehari.stop();
    }

    private ProducerTemplate start(Routes routes, CamelRoutes camels) throws Exception {
        mehari.addRoutes(routes);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                camels.add(this);
            }
        });
        camel.start();
        mehari.start(); // Camel starts it only for mehari:
        return camel.createProducerTemplate();
    }

    private List<Future<Object>> ask(ProducerTemplate template, String uri, Object body, int number) {
        List<Future<Object>> asked = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            asked.add(callers.submit(() -> template.requestBody(uri, body)));
        }
        return asked;
    }

    private static void assertAnswered(List<Future<Object>> asked) throws Exception {
        for (Future<Object> each : asked) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(0);
        }
    }

    /** That many pass at once, so that none is left with a message that has ended. */
    private void assertPlacesAreFree(ProducerTemplate template, String uri, int number) throws Exception {
        assertThat(mehari.getInflightRepository().size()).isZero();
        assertAnswered(ask(template, uri, -number, number));
    }

    /** Goes round as often as the body says, and ends with 0. A negative one is that of a check: it meets the others. */
    private void circle(Routes more, String options, CyclicBarrier check, String between) throws Exception {
        mehari.addRoutes(more);
        mehari.addRoutes(route -> route.from("direct:hot")
                .process(exchange -> {
                    if (exchange.getBody(Integer.class) < 0) {
                        check.await(30, TimeUnit.SECONDS);
                        exchange.setBody(1);
                    }
                })
                .choice()
                .when(exchange -> exchange.getBody(Integer.class) > 1)
                .setBody(exchange -> exchange.getBody(Integer.class) - 1)
                .to(between)
                .otherwise()
                .setBody(exchange -> 0)
                .end());
        start(route -> {}, route -> {
            route.from("direct:in").to("mehari:direct:hot" + options);
            route.from("direct:round").to("direct:in");
            route.from("direct:threads").threads(3).to("direct:in");
            route.from("direct:seda").to("seda:next?waitForTaskToComplete=Always");
            route.from("seda:next?concurrentConsumers=10&pollTimeout=50").to("direct:in");
            route.from("direct:parallel").multicast().parallelProcessing().to("direct:in", "direct:in", "direct:in");
        });
    }

    @Test
    void k3_aCircleHasMoreCallersThanPlaces() throws Exception {
        CountDownLatch full = new CountDownLatch(100);
        CyclicBarrier check = new CyclicBarrier(100);
        circle(
                route -> route.from("direct:full")
                        .process(exchange -> {
                            full.countDown();
                            assertThat(full.await(30, TimeUnit.SECONDS)).isTrue();
                        })
                        .to("camel:direct:round"),
                "",
                check,
                "direct:full");
        ProducerTemplate template = camel.createProducerTemplate();
        assertAnswered(ask(template, "direct:in", 2, 200));
        assertPlacesAreFree(template, "direct:in", 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"round", "threads", "seda", "parallel"})
    void k3_aMessageGoesRoundDeeperThanTheLimit(String between) throws Exception {
        CyclicBarrier check = new CyclicBarrier(2);
        circle(route -> {}, "?mehari.maxInFlight=2", check, "camel:direct:" + between);
        ProducerTemplate template = camel.createProducerTemplate();
        assertAnswered(ask(template, "direct:in", 5, 1));
        assertPlacesAreFree(template, "direct:in", 2);
    }

    /** On threads that routes of Mehari do not share, and that hold no message of Camel. */
    @Test
    void k3_aMessageGoesRoundThroughAQueueOfMehari() throws Exception {
        CyclicBarrier check = new CyclicBarrier(2);
        circle(
                route -> {
                    route.from("direct:queue").to("seda:queue?waitForTaskToComplete=Always");
                    route.from("seda:queue?concurrentConsumers=10").to("camel:direct:round");
                },
                "?mehari.maxInFlight=2",
                check,
                "direct:queue");
        ProducerTemplate template = camel.createProducerTemplate();
        assertAnswered(ask(template, "direct:in", 5, 5));
        assertPlacesAreFree(template, "direct:in", 2);
    }

    /** Each would wait for the place of the other. */
    @Test
    void k3_twoMessagesGoThroughTwoEntriesTheOppositeWay() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        ProducerTemplate template = start(
                route -> {
                    for (String each : new String[] {"a", "b"}) {
                        route.from("direct:" + each)
                                .choice()
                                .when(exchange -> exchange.getBody(Integer.class) > 0)
                                .setBody(exchange -> 0)
                                .process(exchange -> both.await(30, TimeUnit.SECONDS))
                                .to("camel:direct:" + (each.equals("a") ? "b" : "a"));
                    }
                },
                route -> {
                    route.from("direct:a").to("mehari:direct:a?mehari.maxInFlight=1");
                    route.from("direct:b").to("mehari:direct:b?mehari.maxInFlight=1");
                });
        List<Future<Object>> asked = ask(template, "direct:a", 1, 1);
        asked.addAll(ask(template, "direct:b", 1, 1));
        assertAnswered(asked);
    }

    private void count(io.mehari.Exchange exchange) {
        most.accumulateAndGet(in.incrementAndGet(), Math::max);
    }

    /** One of them at a time goes in the place of the message that they are copies of. */
    @Test
    void k3_copiesOfAMessageThatHasAPlaceAreLimitedToo() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(20);
        CountDownLatch sent = new CountDownLatch(1);
        ProducerTemplate template = start(
                route -> {
                    route.from("direct:list")
                            .split(exchange -> exchange.getBody())
                            .to("camel:seda:parts")
                            .end()
                            .process(exchange -> {
                                sent.countDown();
                                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                            });
                    route.from("direct:part")
                            .process(this::count)
                            .process(exchange ->
                                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue())
                            .process(exchange -> {
                                in.decrementAndGet();
                                done.countDown();
                            });
                },
                route -> {
                    route.from("direct:in").to("mehari:direct:list");
                    route.from("seda:parts?concurrentConsumers=10&pollTimeout=50")
                            .to("mehari:direct:part?mehari.maxInFlight=3");
                });
        Future<?> asked = callers.submit(() -> template.sendBody("direct:in", new ArrayList<>(numbers(20))));
        assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
        CamelRoutesTest.await(() -> in.get() >= 3);
        goOn.countDown();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        asked.get(30, TimeUnit.SECONDS);
        assertThat(most.get()).isLessThanOrEqualTo(4);
    }

    private static List<Integer> numbers(int size) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(i);
        }
        return all;
    }

    /** The place of the first message is not free while its copy is in it, and the copy of the copy has one of its own. */
    @Test
    void k3_aCopyThatOutlivesItsMessageKeepsThePlace() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(10);
        ProducerTemplate template = start(
                route -> {
                    route.from("direct:hot").to("camel:direct:tap");
                    route.from("direct:tapped")
                            .process(this::count)
                            .process(exchange ->
                                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue())
                            .process(exchange -> {
                                in.decrementAndGet();
                                done.countDown();
                            });
                },
                route -> {
                    route.from("direct:in").to("mehari:direct:hot?mehari.maxInFlight=2");
                    route.from("direct:tap").wireTap("direct:tapped");
                    route.from("direct:tapped").to("mehari:direct:tapped?mehari.maxInFlight=2");
                });
        for (int i = 0; i < 10; i++) {
            callers.execute(() -> template.sendBody("direct:in", 0));
        }
        CamelRoutesTest.await(() -> in.get() >= 2);
        goOn.countDown();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(most.get()).isLessThanOrEqualTo(4);
    }

    // ---- stop

    @ParameterizedTest
    @CsvSource({"camel, mehari:direct:hot", "mehari, mehari:direct:hot", "mehari, camel:direct:hot"})
    void k7_callersThatWaitForAPlaceFailAtAStop(String stopped, String entry) throws Exception {
        CountDownLatch hanging = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        boolean isFromCamel = entry.startsWith("camel:");
        ProducerTemplate template = start(
                route -> route.from(isFromCamel ? entry + "?mehari.maxInFlight=2" : "direct:hot")
                        .process(exchange -> {
                            hanging.countDown();
                            never.await();
                        }),
                route -> route.from("direct:in")
                        .routeId("in")
                        .to(isFromCamel ? "direct:hot" : entry + "?mehari.maxInFlight=2"));
        List<Future<Object>> hang = ask(template, "direct:in", 0, 2);
        assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();
        List<Future<Object>> wait = ask(template, "direct:in", 0, 3);
        CamelRoutesTest.await(() -> camel.getInflightRepository().size("in") == 5);
        if (stopped.equals("camel")) {
            camel.stop();
            assertThat(limits).containsExactly(Duration.ZERO); // Camel has waited as long as both may
        } else {
            mehari.stop();
        }
        assertThat(mehari.getShutdownStrategy().getTimeout()).isEqualTo(Duration.ofSeconds(2));
        for (Future<Object> each : wait) {
            assertThatThrownBy(() -> each.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasStackTraceContaining("Context " + mehari.getName() + " stopped while 2 messages were in ")
                    .hasStackTraceContaining(", which is its limit; mehari.maxInFlight changes it");
        }
        never.countDown();
        for (Future<Object> each : hang) {
            each.get(30, TimeUnit.SECONDS);
        }
    }
}
