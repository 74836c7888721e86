package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.impl.SinkComponent.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ProducerTemplate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.Route;
import io.mehari.RoutingExecutionException;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownRoute;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.SinkComponent.Sink;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RouteController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    void routesMayStartLaterThanTheContext() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").routeId("byId").autoStartup(false).process(exchange -> {});
            r.from("direct:b").routeId("b").process(exchange -> {});
            r.from("direct:c").routeId("c").autoStartup(false).process(exchange -> {});
        });
        context.start();
        assertThat(controller.getRouteStatus("byId")).isEqualTo(ServiceStatus.Stopped);
        assertThat(controller.getRouteStatus("b")).isEqualTo(ServiceStatus.Started);
        controller.startRoute("byId");
        assertThat(controller.getRouteStatus("byId")).isEqualTo(ServiceStatus.Started);

        controller.startAllRoutes();
        assertThat(context.getRoutes()).extracting(Route::getStatus).containsOnly(ServiceStatus.Started);
        assertThat(context.getRoutes()).extracting(Route::getId).contains("byId", "c");
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
        try (CapturedLog log = new CapturedLog("io.mehari.context")) {
            context.stop();
            assertThat(log.failures()).hasSize(1);
        }
        assertThat(journal).containsExactly("start Starting", "route started", "route stopped", "stop first", "stop");
    }

    // ---- stop

    @Test
    void routesStopInTheReverseOrderOfTheirStart() throws Exception {
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
        context.start();
        context.stop();
        assertThat(journal).containsExactly("2", "1");
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
        try (CapturedLog log = new CapturedLog("io.mehari.context")) {
            context.stop();
            assertThat(log.messages()).singleElement().asString().contains("Default=1", "Defer=1");
        } finally {
            release.countDown();
        }
        assertThat(one).isCompletedExceptionally(); // interrupted at the end of the stop
        assertThat(other).isCompletedExceptionally();
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
    void onlyAllowedSchemesAreSentTo() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").toD().allowedSchemes("sink, direct").uri("${header.to}");
            r.from("direct:b")
                    .toD()
                    .allowedSchemes("sink")
                    .uri("${header.to}")
                    .process(exchange -> journal.add("after"));
            r.from("direct:c").process(exchange -> journal.add("c"));
        });
        context.start();
        template.sendBodyAndHeader("direct:a", "x", "to", "direct:c");
        template.sendBodyAndHeader("direct:a", "x", "to", "sink:x");
        template.sendBodyAndHeader("direct:b", "x", "to", "sink:y");
        assertThat(journal).containsExactly("c", "after");
        for (String uri : List.of("direct:c", "direct:none", "log", "Sink:x")) {
            assertThatExceptionOfType(RoutingExecutionException.class)
                    .isThrownBy(() -> template.sendBodyAndHeader("direct:b", "x", "to", uri))
                    .havingCause()
                    .isInstanceOf(ResolveEndpointFailedException.class)
                    .withMessageContaining("not in the allowed schemes");
        }
        assertThat(journal).hasSize(2);
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(
                        () -> context.addRoutes(r -> r.from("direct:d").toD().allowedSchemes("sink")))
                .withMessageContaining("toD() has no URI");
    }

    @Test
    void s5_theUriThatIsCheckedIsTheOneThatIsSentTo() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        Object fickle = new Object() {
            @Override
            public String toString() {
                return reads.getAndIncrement() == 0 ? "sink:a" : "direct:secret";
            }
        };
        context.addRoutes(r -> {
            r.from("direct:value").toD().allowedSchemes("sink").uri("${header.to}");
            r.from("direct:secret").process(exchange -> journal.add("secret"));
        });
        context.start();
        template.sendBodyAndHeader("direct:value", "x", "to", fickle);
        assertThat(reads).hasValue(1);
        assertThat(journal).isEmpty();
    }

    @Test
    void anEndpointIsTapped() throws Exception {
        Sink mock = sink(context, "sink:tapped");
        context.addRoutes(r -> r.from("direct:a").wireTap(mock).process(exchange -> journal.add("after")));
        context.start();
        template.sendBody("direct:a", "x");
        mock.await(1);
        assertThat(mock.bodies()).containsExactly("x");
        assertThat(journal).containsExactly("after");
    }

    @Test
    void aBuilderBindsObjectsAndFindsEndpoints() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                bindToRegistry("note", (io.mehari.Processor) exchange -> journal.add("bound"));
                from(getContext().getEndpoint("direct:a")).process("note");
            }
        });
        context.start();
        template.sendBody("direct:a", "x");
        assertThat(journal).containsExactly("bound");
    }

    // ---- templates

    @Test
    void aTemplateSendsAHeaderWithAPatternOrWithoutWaiting() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to("sink:a").setBody(header("h"));
            r.from("direct:b").setExchangePattern(ExchangePattern.InOnly).to("sink:b");
        });
        context.start();
        assertThat(template.sendBodyAndHeader("direct:a", ExchangePattern.InOnly, "x", "h", 1))
                .isNull();
        assertThat(template.sendBodyAndHeader("direct:a", ExchangePattern.InOut, "x", "h", 2))
                .isEqualTo(2);
        assertThat(template.requestBodyAndHeader("direct:a", "x", "h", 3, String.class))
                .isEqualTo("3");
        template.requestBody("direct:b", "x");
        assertThat(sink(context, "sink:a").received())
                .extracting(Exchange::getPattern)
                .startsWith(ExchangePattern.InOnly, ExchangePattern.InOut);
        assertThat(sink(context, "sink:b").received())
                .extracting(Exchange::getPattern)
                .containsExactly(ExchangePattern.InOnly);
    }
}
