package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.FailedToCreateRouteException;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownRoute;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RouteController;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law R6 and its surroundings: start, stop, suspend, resume, remove; of a context and of single routes. */
class RouteLifeTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final RouteController controller = context.getRouteController();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Elsewhere elsewhere = new Elsewhere();

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
        elsewhere.close();
    }

    /** A route with a message under way that waits for {@code release}. */
    private CompletableFuture<Object> underWay() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .process(elsewhere.run(exchange -> {
                    entered.countDown();
                    assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
                }))
                .to("direct:b"));
        context.addRoutes(r -> r.from("direct:b").routeId("b").process(exchange -> exchange.setBody("done")));
        context.start();
        CompletableFuture<Object> answer = template.asyncRequestBody("direct:a", ">");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        return answer;
    }

    private void setTimeout(Duration timeout) {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(timeout);
    }

    @Test
    void r6_aStopWaitsForMessagesInFlightAndRefusesNewOnes() throws Exception {
        CompletableFuture<Object> answer = underWay();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        while (context.getStatus() != ServiceStatus.Stopping) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> template.requestBody("direct:a", ">")).hasMessageContaining("is not running");
        assertThat(stopped).isNotDone();
        release.countDown();
        stopped.get(10, TimeUnit.SECONDS);

        assertThat(answer.get(10, TimeUnit.SECONDS))
                .as("the route it calls was still there")
                .isEqualTo("done");
    }

    @Test
    void r6_aStopThatTimesOutReportsTheMessagesLeft() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.context")) {
            CompletableFuture<Object> answer = underWay();
            setTimeout(Duration.ofMillis(10));
            context.stop();

            assertThat(answer).isNotDone();
            assertThat(log.messages()).hasSize(1);
            assertThat(log.messages().get(0)).contains("with messages still in flight, by route: {a=1}");
        }
    }

    private static RouteBuilder oneRoute(String id) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:" + id).routeId(id).process(exchange -> {});
            }
        };
    }

    @Test
    void theRoutesOfSeveralBuildersAreAddedTogether() throws Exception {
        context.addRoutes(new RoutesBuilder() {
            @Override
            public List<RouteDefinition> describe(RoutingContext context) throws Exception {
                List<RouteDefinition> both = new ArrayList<>(oneRoute("a").describe(context));
                both.addAll(oneRoute("b").describe(context));
                return both;
            }
        });
        assertThat(context.getRoutes()).map(Route::getRouteId).containsExactly("a", "b");
    }

    @Test
    void aTimeoutMayBeANumberOfSeconds() {
        ShutdownStrategy shutdown = context.getShutdownStrategy();
        shutdown.setTimeout(70);
        assertThat(shutdown.getTimeout()).isEqualTo(Duration.ofSeconds(70));
    }

    @Test
    void theLargestTimeoutIsNoLimit() {
        DefaultRoutingContext stopped = new DefaultRoutingContext();
        stopped.getShutdownStrategy().setTimeout(Long.MAX_VALUE);
        stopped.start();
        stopped.stop();
        assertThat(stopped.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    /** More than there are nanoseconds in a long. */
    @Test
    void aTimeoutOfThreeHundredYearsIsNoLimit() throws Exception {
        Duration longer = Duration.ofDays(110_000);
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").process(exchange -> {});
            r.from("direct:b").shutdownRoute(ShutdownRoute.Defer).process(exchange -> {});
        });
        context.start();
        assertThat(controller.stopRoute("a", longer)).isTrue();
        assertThat(controller.getRouteStatus("a")).isEqualTo(ServiceStatus.Stopped);
        context.getShutdownStrategy().setTimeout(longer);
        context.stop();
        assertThat(context.isStopped()).isTrue();
    }

    @Test
    void routesStartInTheOrderOfTheirNumbers() throws Exception {
        List<String> started = new ArrayList<>();
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStarted(Route route) {
                started.add(route.getRouteId());
            }
        });
        context.addRoutes(r -> {
            r.from("direct:last").routeId("last").process(exchange -> {});
            r.from("direct:late")
                    .routeId("late")
                    .startupOrder(1)
                    .autoStartup(false)
                    .process(exchange -> {});
            r.from("direct:third").routeId("third").startupOrder(3).process(exchange -> {});
            r.from("direct:second").routeId("second").startupOrder(2).process(exchange -> {});
        });
        context.start();
        assertThat(started).containsExactly("second", "third", "last");
        controller.startRoute("late");
        assertThat(started).containsExactly("second", "third", "last", "late");
    }

    @Test
    void r6_aSingleRouteStopsTheSameWay() throws Exception {
        CompletableFuture<Object> answer = underWay();
        assertThat(controller.stopRoute("a", Duration.ofMillis(10))).isFalse();
        release.countDown();
        answer.get(10, TimeUnit.SECONDS);
        controller.startRoute("a");
        assertThat(controller.stopRoute("a", Duration.ofSeconds(10))).isTrue();
        assertThat(controller.getRouteStatus("a")).isEqualTo(ServiceStatus.Stopped);
        assertThat(controller.getRouteStatus("b")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void r6_aStopFromWithinARouteDoesNotWaitForItself() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onContextStopped(RoutingContext which) {
                stopped.countDown();
            }
        });
        context.addRoutes(
                r -> r.from("direct:a").process(exchange -> context.stop()).process(exchange -> {
                    exchange.setBody("went on");
                }));
        context.start();

        assertThat(template.requestBody("direct:a", ">")).isEqualTo("went on");
        assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void r6_aRouteMayStopItself() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStopped(Route route) {
                stopped.countDown();
            }
        });
        context.addRoutes(
                r -> r.from("direct:a?block=false").routeId("a").process(exchange -> controller.stopRoute("a")));
        context.start();
        template.sendBody("direct:a?block=false", ">");

        assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void r6_aSecondStopWaitsForTheFirstAndAStartMayFollow() throws Exception {
        CompletableFuture<Object> answer = underWay();
        CompletableFuture<Void> first = CompletableFuture.runAsync(context::stop);
        CompletableFuture<Void> second = CompletableFuture.runAsync(context::stop);
        release.countDown();
        first.get(10, TimeUnit.SECONDS);
        second.get(10, TimeUnit.SECONDS);
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        context.start();

        assertThat(template.requestBody("direct:b", ">")).isEqualTo("done");
    }

    @Test
    void r6_aStopDuringTheStartComesAfterIt() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onContextStarting(RoutingContext which) throws Exception {
                starting.countDown();
                release.await();
            }
        });
        CompletableFuture<Void> start = CompletableFuture.runAsync(context::start);
        assertThat(starting.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(context::stop);
        release.countDown();
        start.get(10, TimeUnit.SECONDS);
        stop.get(10, TimeUnit.SECONDS);

        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void noThreadIsLeft() throws Exception {
        CompletableFuture<Object> answer = underWay();
        release.countDown();
        context.stop();
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().startsWith(context.getName() + "-")) {
                each.join(1_000); // a pool has ended a moment before its last thread has
                assertThat(each.isAlive()).as(each.getName()).isFalse();
            }
        }
    }

    // ---- suspend and resume

    @Test
    void aSuspendedContextRefusesTemplatesUntilItResumes() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> exchange.setBody("done")));
        context.start();
        context.suspend();
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Suspended);
        assertThat(controller.getRouteStatus("a")).isEqualTo(ServiceStatus.Suspended);
        assertThatThrownBy(() -> template.requestBody("direct:a", ">")).hasMessageContaining("is not running");
        context.resume();
        assertThat(template.requestBody("direct:a", ">")).isEqualTo("done");
        context.suspend();
        context.start();
        assertThat(template.requestBody("direct:a", ">")).isEqualTo("done");
        context.stop();
        assertThatThrownBy(context::suspend)
                .isInstanceOf(io.mehari.ContextNotStartedException.class)
                .hasMessageContaining("start it first");
    }

    @Test
    void aSuspendedRouteTakesNothing() throws Exception {
        context.addRoutes(
                r -> r.from("direct:a?block=false").routeId("a").process(exchange -> exchange.setBody("done")));
        context.start();
        controller.suspendRoute("a");
        assertThatThrownBy(() -> template.requestBody("direct:a?block=false", ">"))
                .hasStackTraceContaining("No running route starts from direct:a");
        controller.resumeRoute("a");
        assertThat(template.requestBody("direct:a?block=false", ">")).isEqualTo("done");
    }

    @Test
    void aSuspendedRouteStopsAtOnce() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> {}));
        context.start();
        controller.suspendRoute("a");
        assertThat(controller.stopRoute("a", Duration.ofSeconds(10))).isTrue();
    }

    // ---- single routes

    @Test
    void aRouteThatDoesNotStartByItselfIsStartedByHand() throws Exception {
        context.addRoutes(r -> r.from("direct:a?block=false")
                .routeId("a")
                .description("waits")
                .autoStartup(false)
                .process(exchange -> exchange.setBody("done")));
        context.start();
        assertThat(controller.getRouteStatus("a")).isEqualTo(ServiceStatus.Stopped);
        assertThat(context.getRoute("a").getDescription()).isEqualTo("waits");
        controller.startRoute("a");
        assertThat(template.requestBody("direct:a?block=false", ">")).isEqualTo("done");
    }

    @Test
    void routesStartInTheirOrderAndStopInTheReverse() throws Exception {
        List<String> journal = new ArrayList<>();
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStarted(Route route) {
                journal.add("+" + route.getRouteId());
            }

            @Override
            public void onRouteStopped(Route route) {
                journal.add("-" + route.getRouteId());
            }
        });
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").startupOrder(2).process(exchange -> {});
            r.from("direct:b").routeId("b").startupOrder(1).process(exchange -> {});
            r.from("direct:c").routeId("c").process(exchange -> {});
        });
        context.start();
        context.stop();

        assertThat(journal).containsExactly("+b", "+a", "+c", "-c", "-a", "-b");
    }

    @Test
    void aRouteIsRemovedWhenItIsStopped() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> {}));
        context.start();
        assertThatIllegalStateException()
                .isThrownBy(() -> context.removeRoute("a"))
                .withMessageContaining("Route 'a' is Started and cannot be removed: stop it first");
        controller.stopRoute("a");
        assertThat(context.removeRoute("a")).isTrue();
        assertThat(context.removeRoute("a")).isFalse();
        assertThat(context.getRoutes()).isEmpty();
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> exchange.setBody("new")));
        assertThat(template.requestBody("direct:a", ">")).isEqualTo("new");
    }

    @Test
    void mistakesAreExplained() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("orders").process(exchange -> {}));
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:b").routeId("orders")))
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasMessageContaining("there is already a route with this id");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> controller.startRoute("order"))
                .withMessageContaining("there is no route 'order'")
                .withMessageContaining("orders");
        assertThatThrownBy(() -> controller.startRoute("orders"))
                .isInstanceOf(io.mehari.ContextNotStartedException.class)
                .hasMessageContaining("start it first");
        context.addRoutes(r -> r.from("direct:c").routeId("bad").to("nosuch:x"));
        assertThatThrownBy(context::start)
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasMessageStartingWith(
                        "Cannot create route bad: step 1 (to nosuch:x): Cannot resolve endpoint nosuch:x: ")
                .hasCauseInstanceOf(io.mehari.NoSuchEndpointException.class);
        assertThat(context.getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void uriPlaceholdersAreFilledFromTheOptions() throws Exception {
        context.getGlobalOptions().put("where", "direct:a");
        context.addRoutes(r -> r.from("{{where}}?block={{block:false}}").process(exchange -> exchange.setBody("done")));
        context.start();
        assertThat(template.requestBody("direct:a?block=false", ">")).isEqualTo("done");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.getEndpoint("direct:{{were}}"))
                .withMessageContaining("There is no value for {{were}}")
                .withMessageContaining("where");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.getEndpoint("direct:{{where"))
                .withMessageContaining("not closed");
    }

    @Test
    void countsAreKeptByRoute() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").to("direct:b");
            r.from("direct:b").routeId("b").process(exchange -> {
                if ("bad".equals(exchange.getBody())) {
                    throw new IllegalStateException("no");
                }
            });
        });
        context.start();
        template.sendBody("direct:a", "good");
        template.send("direct:a", exchange -> exchange.setBody("bad"));

        assertThat(context.getRoute("a").stats())
                .hasToString("RouteStats[inflight=0, pending=0, completed=1, failed=1]");
        assertThat(context.getRoute("b").stats())
                .as("called, not fed")
                .hasToString("RouteStats[inflight=0, pending=0, completed=0, failed=0]");
        assertThat(context.stats().total()).isEqualTo(2);
    }
}
