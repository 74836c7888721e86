package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ProducerTemplate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.Route;
import io.mehari.RouteAware;
import io.mehari.RoutingExecutionException;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownRoute;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RouteController;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Options of contexts, routes and single steps that code for Camel uses. */
class RouteOptionsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final RouteController controller = context.getRouteController();
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        context.stop();
    }

    // ---- start

    @Test
    void routesThatMatchThePatternDoNotStartWithTheContext() throws Exception {
        context.setAutoStartupExcludePattern("byId, timer*");
        context.addRoutes(r -> {
            r.from("direct:a").routeId("byId").process(exchange -> {});
            r.from("timer:tick").routeId("byUri").process(exchange -> {});
            r.from("direct:b").routeId("b").process(exchange -> {});
            r.from("direct:c").routeId("c").autoStartup(false).process(exchange -> {});
        });
        context.start();
        assertThat(controller.getRouteStatus("byId")).isEqualTo(ServiceStatus.Stopped);
        assertThat(controller.getRouteStatus("byUri")).isEqualTo(ServiceStatus.Stopped);
        assertThat(controller.getRouteStatus("b")).isEqualTo(ServiceStatus.Started);
        controller.startRoute("byId");
        assertThat(controller.getRouteStatus("byId")).isEqualTo(ServiceStatus.Started);

        controller.startAllRoutes();
        assertThat(context.getRoutes()).extracting(Route::getStatus).containsOnly(ServiceStatus.Started);
        assertThat(context.getRoutes()).extracting(Route::getId).contains("byId", "c");

        context.stop();
        context.setAutoStartupExcludePattern(null);
        context.start();
        assertThat(controller.getRouteStatus("byId")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void aServiceRunsFromBeforeTheRoutesUntilAfterThem() throws Exception {
        context.addService(new Service() {
            @Override
            public void start() {
                journal.add("start " + context.getStatus());
            }

            @Override
            public void stop() {
                journal.add("stop");
                throw new IllegalStateException("cannot stop");
            }
        });
        context.addService(new Service() {
            @Override
            public void stop() {
                journal.add("stop first");
            }
        });
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStarted(Route route) {
                journal.add("route started");
            }

            @Override
            public void onRouteStopped(Route route) {
                journal.add("route stopped");
            }
        });
        context.addRoutes(r -> r.from("direct:a").process(exchange -> {}));
        context.start();
        try (CapturedLog log = new CapturedLog(Lifecycles.class)) {
            context.stop();
            assertThat(log.failures()).hasSize(1);
        }
        assertThat(journal).containsExactly("start Starting", "route started", "route stopped", "stop first", "stop");
    }

    // ---- stop

    @Test
    void routesStopInTheReverseOrderOfTheirStartUnlessTheStrategySaysOtherwise() throws Exception {
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStopped(Route route) {
                journal.add(route.getId());
            }
        });
        context.addRoutes(r -> {
            r.from("direct:2").routeId("2").startupOrder(2).process(exchange -> {});
            r.from("direct:1").routeId("1").startupOrder(1).process(exchange -> {});
        });
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        assertThat(shutdown.isShutdownRoutesInReverseOrder()).isTrue();
        context.start();
        context.stop();
        shutdown.setShutdownRoutesInReverseOrder(false);
        context.start();
        context.stop();
        assertThat(journal).containsExactly("2", "1", "1", "2");
    }

    /** What the stopping route does while it waits for ticks of another. */
    private List<Boolean> ticksWhileStopping(ShutdownRoute whenToStop) throws Exception {
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch stopping = new CountDownLatch(1);
        List<Boolean> ticked = new ArrayList<>();
        context.addRoutes(r -> {
            r.from("timer:tick?period=2")
                    .routeId("ticks")
                    .shutdownRoute(whenToStop)
                    .process(exchange -> ticks.incrementAndGet());
            r.from("direct:a").routeId("a").process(exchange -> {
                stopping.countDown();
                boolean deferred = whenToStop == ShutdownRoute.Defer;
                while (controller.getRouteStatus(deferred ? "a" : "ticks") != ServiceStatus.Stopping) {
                    Thread.onSpinWait();
                }
                int before = ticks.get();
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deferred ? 10_000 : 50);
                while (ticks.get() < before + 3 && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                ticked.add(ticks.get() >= before + 3);
            });
        });
        context.start();
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> template.sendBody("direct:a", "x"));
        assertThat(stopping.await(10, TimeUnit.SECONDS)).isTrue();
        context.stop();
        sent.get(10, TimeUnit.SECONDS);
        assertThat(controller.getRouteStatus("ticks")).isEqualTo(ServiceStatus.Stopped);
        return ticked;
    }

    @Test
    void theIntakeOfADeferredRouteStaysOpenUntilTheOthersAreDone() throws Exception {
        assertThat(ticksWhileStopping(ShutdownRoute.Defer)).containsExactly(true);
    }

    @Test
    void theIntakeOfOtherRoutesIsClosedAtOnce() throws Exception {
        assertThat(ticksWhileStopping(ShutdownRoute.Default)).containsExactly(false);
    }

    @Test
    void deferredRoutesHaveTheTimeThatIsLeft() throws Exception {
        context.getShutdownStrategy().setTimeout(Duration.ofMillis(50));
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        context.addRoutes(r -> {
            for (ShutdownRoute each : ShutdownRoute.values()) {
                r.from("direct:" + each)
                        .routeId(each.name())
                        .shutdownRoute(each)
                        .threads(1)
                        .process(exchange -> {
                            entered.countDown();
                            release.await();
                        });
            }
        });
        context.start();
        CompletableFuture<Object> one = template.asyncSendBody("direct:Default", "x");
        CompletableFuture<Object> other = template.asyncSendBody("direct:Defer", "x");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        try (CapturedLog log = new CapturedLog(RunningRoutes.class);
                CapturedLog quiet = new CapturedLog(DefaultThreadPools.class)) {
            context.stop();
            assertThat(log.messages()).singleElement().asString().contains("Default=1", "Defer=1");
            assertThat(quiet.messages()).isEmpty();
        } finally {
            release.countDown();
        }
        assertThat(one).isCompletedExceptionally(); // interrupted at the end of the stop
        assertThat(other).isCompletedExceptionally();
    }

    @Test
    void aLoopThatBreaksEndsEarlyWhenTheContextStops() throws Exception {
        CountDownLatch looping = new CountDownLatch(3);
        AtomicInteger iterations = new AtomicInteger();
        context.addRoutes(r -> r.from("direct:a")
                .loop(1_000_000)
                .breakOnShutdown()
                .delay(1)
                .end() // of the delay
                .process(exchange -> {
                    iterations.incrementAndGet();
                    looping.countDown();
                })
                .end()
                .process(exchange -> journal.add("after the loop")));
        context.start();
        CompletableFuture<Object> sent = template.asyncSendBody("direct:a", "x");
        assertThat(looping.await(10, TimeUnit.SECONDS)).isTrue();
        context.stop();
        sent.get(10, TimeUnit.SECONDS);
        assertThat(iterations.get()).isBetween(3, 999_999);
        assertThat(journal).containsExactly("after the loop");
    }

    // ---- delayer and tracing

    private long millisOf(String uri) {
        long begin = System.nanoTime();
        template.requestBody(uri, "x");
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    @Test
    void aDelayerDelaysBeforeEachStep() throws Exception {
        context.setDelayer(20);
        context.addRoutes(r -> {
            r.from("direct:context").process(exchange -> {}).filter(body()).process(exchange -> {});
            r.from("direct:route").delayer(60).process(exchange -> {});
            r.from("direct:none")
                    .noDelayer()
                    .process(exchange -> journal.add(Thread.currentThread().getName()));
        });
        context.start();
        assertThat(millisOf("direct:context")).isGreaterThanOrEqualTo(60);
        assertThat(millisOf("direct:route")).isGreaterThanOrEqualTo(60);
        template.requestBody("direct:none", "x");
        assertThat(journal).containsExactly(Thread.currentThread().getName());
        assertThatIllegalArgumentException().isThrownBy(() -> context.setDelayer(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:d").delayer(-1)));
    }

    @Test
    void oneRouteCanBeTraced() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:traced").routeId("traced").tracing().to("direct:other");
            r.from("direct:other").routeId("other").process(exchange -> {});
        });
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.trace")) {
            template.sendBody("direct:traced", "x");
            assertThat(log.messages()).singleElement().asString().startsWith("traced ");
        }
    }

    // ---- log

    @Test
    void logListenersChangeTheTextOfALogStep() throws Exception {
        context.addRoutes(
                r -> r.from("direct:a").routeId("a").log("got ${body}").log(System.Logger.Level.TRACE, "not logged"));
        context.getRoutingContextExtension().addLogListener((exchange, logger, text) -> {
            journal.add(exchange.getBody() + " " + logger.getName() + " " + text);
            return text + "!";
        });
        context.getRoutingContextExtension().addLogListener((exchange, logger, text) -> null);
        context.getRoutingContextExtension().addLogListener((exchange, logger, text) -> {
            throw new IllegalStateException("no listener");
        });
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route.a");
                CapturedLog failures = new CapturedLog(ContextServices.class)) {
            template.sendBody("direct:a", "x");
            assertThat(log.messages()).containsExactly("got x!");
            assertThat(failures.failures()).singleElement().isInstanceOf(IllegalStateException.class);
        }
        assertThat(journal).containsExactly("x io.mehari.route.a got x");
    }

    private static final class Aware implements io.mehari.Processor, RouteAware {
        private @Nullable Route route;

        @Override
        public void setRoute(Route route) {
            this.route = route;
        }

        @Override
        public @Nullable Route getRoute() {
            return route;
        }

        @Override
        public void process(Exchange exchange) {
            exchange.setBody(String.valueOf(route));
        }
    }

    @Test
    void aProcessorGetsItsRoute() throws Exception {
        Aware aware = new Aware();
        context.addRoutes(r -> r.from("direct:a").routeId("a").filter(body()).process(aware));
        assertThat(aware.getRoute()).isNull();
        context.start();
        assertThat(aware.getRoute()).isSameAs(context.getRoute("a"));
        assertThat(template.requestBody("direct:a", "x")).isEqualTo(String.valueOf(context.getRoute("a")));
    }

    // ---- steps

    @Test
    void aLoopPreparesEachIteration() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .loop(3)
                .onPrepare(exchange -> exchange.setBody("A" + exchange.getProperty(Exchange.LOOP_INDEX)))
                .process(exchange -> journal.add(exchange.getBody(String.class))));
        context.addRoutes(r -> r.from("direct:b")
                .loop(3)
                .onPrepare(exchange -> {
                    throw new IllegalStateException("not prepared");
                })
                .process(exchange -> journal.add("looped")));
        context.start();
        template.sendBody("direct:a", "x");
        assertThat(journal).containsExactly("A0", "A1", "A2");
        assertThatExceptionOfType(RoutingExecutionException.class)
                .isThrownBy(() -> template.sendBody("direct:b", "x"))
                .withMessageContaining("not prepared");
        assertThat(journal).hasSize(3);
    }

    @Test
    void aFilterTellsWhetherItMatched() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .filter(header("h").isEqualTo(1))
                .statusPropertyName("matched")
                .process(exchange -> journal.add("inside"))
                .end()
                .setBody(exchange -> exchange.getProperty("matched")));
        context.start();
        assertThat(template.requestBodyAndHeader("direct:a", "x", "h", 1)).isEqualTo(true);
        assertThat(template.requestBodyAndHeader("direct:a", "x", "h", 2)).isEqualTo(false);
        assertThat(journal).containsExactly("inside");
    }

    @Test
    void onlyAllowedSchemesAreSentTo() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").toD().allowedSchemes("mock, direct").uri("${header.to}");
            r.from("direct:b")
                    .toD()
                    .ignoreInvalidEndpoint(true)
                    .cacheSize(-1)
                    .allowedSchemes("mock")
                    .uri("${header.to}")
                    .process(exchange -> journal.add("after"));
            r.from("direct:c").process(exchange -> journal.add("c"));
        });
        context.start();
        template.sendBodyAndHeader("direct:a", "x", "to", "direct:c");
        template.sendBodyAndHeader("direct:a", "x", "to", "mock:x");
        template.sendBodyAndHeader("direct:b", "x", "to", "mock:x?no=option");
        assertThat(journal).containsExactly("c", "after");
        for (String uri : List.of("direct:c", "direct:none", "log", "Mock:x")) {
            assertThatExceptionOfType(RoutingExecutionException.class)
                    .isThrownBy(() -> template.sendBodyAndHeader("direct:b", "x", "to", uri))
                    .havingCause()
                    .isInstanceOf(ResolveEndpointFailedException.class)
                    .withMessageContaining("not in the allowed schemes");
        }
        assertThat(journal).hasSize(2);
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(
                        () -> context.addRoutes(r -> r.from("direct:d").toD().allowedSchemes("mock")))
                .withMessageContaining("toD() has no URI");
    }

    @Test
    void anEndpointIsTapped() throws Exception {
        MockEndpoint mock = context.getEndpoint("mock:tapped", MockEndpoint.class);
        mock.expectedBodiesReceived("x");
        context.addRoutes(r -> r.from("direct:a").wireTap(mock).process(exchange -> journal.add("after")));
        context.start();
        template.sendBody("direct:a", "x");
        mock.assertIsSatisfied();
        assertThat(journal).containsExactly("after");
    }

    @Test
    void aBuilderBindsObjectsAndFindsEndpoints() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                bindToRegistry("note", (io.mehari.Processor) exchange -> journal.add("bound"));
                from(endpoint("direct:a")).process("note");
            }
        });
        context.start();
        template.sendBody("direct:a", "x");
        assertThat(journal).containsExactly("bound");
    }

    // ---- templates and mocks

    @Test
    void aTemplateSendsAHeaderWithAPatternOrWithoutWaiting() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to("mock:a").setBody(header("h"));
            r.from("direct:b").setExchangePattern("InOnly").to("mock:b");
        });
        context.start();
        MockEndpoint mock = context.getEndpoint("mock:a", MockEndpoint.class);
        mock.message(0).exchangePattern().isEqualTo(ExchangePattern.InOnly);
        mock.message(1).exchangePattern().isEqualTo(ExchangePattern.InOut);
        MockEndpoint other = context.getEndpoint("mock:b", MockEndpoint.class);
        other.message(0).exchangePattern().isEqualTo(ExchangePattern.InOnly);

        assertThat(template.sendBodyAndHeader("direct:a", ExchangePattern.InOnly, "x", "h", 1))
                .isNull();
        assertThat(template.sendBodyAndHeader("direct:a", ExchangePattern.InOut, "x", "h", 2))
                .isEqualTo(2);
        assertThat(template.asyncRequestBodyAndHeader("direct:a", "x", "h", 3, String.class)
                        .get(10, TimeUnit.SECONDS))
                .isEqualTo("3");
        template.requestBody("direct:b", "x");
        mock.assertIsSatisfied();
        other.assertIsSatisfied();
    }

    @Test
    void aMockExpectsPropertiesInAnyOrder() throws Exception {
        context.addRoutes(r -> r.from("direct:a").setProperty("p", body()).to("mock:a"));
        context.start();
        MockEndpoint mock = context.getEndpoint("mock:a", MockEndpoint.class);
        mock.setResultWaitTime(1);
        mock.expectedPropertyValuesReceivedInAnyOrder("p", 1, 2);
        template.sendBody("direct:a", 2);
        template.sendBody("direct:a", 1);
        mock.assertIsSatisfied();

        mock.reset();
        mock.expectedPropertyValuesReceivedInAnyOrder("p", 1, 2);
        template.sendBody("direct:a", 2);
        template.sendBody("direct:a", 2);
        mock.assertIsNotSatisfied();
    }
}
