package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.RouteController;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law S3: a route that stops a context waits for the messages of that context, as long as they end. It does not wait
 * for its own message, however it was called.
 */
@Timeout(60)
class StopOfAnotherContextTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Set<Way> WITH_TRACING = Set.of(Way.BY_ANOTHER_ROUTE, Way.AFTER_A_WAIT_OF_A_RETRIED_STEP);

    private final List<RoutingContext> contexts = new ArrayList<>();
    private final AtomicInteger processed = new AtomicInteger();
    private final AtomicReference<@Nullable Object> seen = new AtomicReference<>();
    private final CountDownLatch over = new CountDownLatch(1);

    private RoutingContext context() {
        RoutingContext made = new DefaultRoutingContext();
        made.getShutdownStrategy().setTimeout(LIMIT);
        contexts.add(made);
        return made;
    }

    @AfterEach
    void stop() {
        contexts.forEach(RoutingContext::stop);
    }

    /** How a message comes to the processor of a route. */
    enum Way {
        CALL("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a").routeId("a").process(last);
            }
        },
        QUEUE("seda:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("seda:a").routeId("a").process(last);
            }
        },
        AFTER_A_DELAY("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a").routeId("a").delay(1).end().process(last);
            }
        },
        IN_A_SPLIT("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a").routeId("a").split(RouteBuilder.body()).process(last);
            }
        },
        IN_A_PARALLEL_SPLIT("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a")
                        .routeId("a")
                        .split(RouteBuilder.body())
                        .parallelProcessing()
                        .process(last);
            }
        },
        BY_A_WIRE_TAP("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a").routeId("a").wireTap("direct:b");
                r.from("direct:b").process(last);
            }
        },
        IN_A_PARALLEL_RECIPIENT_LIST("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a")
                        .routeId("a")
                        .recipientList(RouteBuilder.constant("direct:b"))
                        .parallelProcessing();
                r.from("direct:b").process(last);
            }
        },
        BY_ANOTHER_ROUTE("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a").routeId("a").to("direct:b");
                r.from("direct:b").process(last);
            }
        },
        RETRIED("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a")
                        .routeId("a")
                        .errorHandler(RouteBuilder.defaultErrorHandler()
                                .maximumRedeliveries(1)
                                .redeliveryDelay(1))
                        .process(last);
            }
        },
        AFTER_A_WAIT_OF_A_RETRIED_STEP("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a")
                        .routeId("a")
                        .errorHandler(RouteBuilder.defaultErrorHandler()
                                .maximumRedeliveries(1)
                                .redeliveryDelay(1))
                        .enrich("direct:b", (exchange, reply) -> {
                            process(last, exchange);
                            return exchange;
                        });
                r.from("direct:b").delay(1);
            }
        },
        FAILED_BEFORE("direct:a") {
            @Override
            void route(RouteBuilder r, Processor last) {
                r.from("direct:a")
                        .routeId("a")
                        .errorHandler(RouteBuilder.defaultErrorHandler().onExceptionOccurred(last))
                        .stop();
            }
        };

        private final String uri;

        Way(String uri) {
            this.uri = uri;
        }

        abstract void route(RouteBuilder r, Processor last);

        private static void process(Processor last, Exchange exchange) {
            try {
                last.process(exchange);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private RoutingContext job() throws Exception {
        return job(5);
    }

    private RoutingContext job(long millis) throws Exception {
        RoutingContext job = context();
        job.addRoutes(r -> r.from("seda:in").routeId("in").process(exchange -> {
            Thread.sleep(millis);
            processed.incrementAndGet();
        }));
        job.start();
        ProducerTemplate template = job.createProducerTemplate();
        for (int i = 0; i < 10; i++) {
            template.sendBody("seda:in", i);
        }
        return job;
    }

    private void send(RoutingContext to, Way way) throws InterruptedException {
        to.start();
        to.createProducerTemplate().send(way.uri, exchange -> {
            exchange.setBody("m");
            if (way == Way.FAILED_BEFORE) {
                exchange.setException(new IOException("cannot be read"));
            }
        });
        assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private RoutingContext withRoute(Way way, Processor last) throws Exception {
        RoutingContext made = context();
        made.getRoutingContextExtension().setTracing(WITH_TRACING.contains(way)); // a step within a step
        made.addRoutes(r -> way.route(r, exchange -> {
            try {
                last.process(exchange);
            } finally {
                over.countDown();
            }
        }));
        return made;
    }

    @ParameterizedTest
    @EnumSource
    void s3_aRouteThatStopsAnotherContextWaitsForItsMessages(Way way) throws Exception {
        RoutingContext control = withRoute(way, exchange -> {
            RoutingContext job = job();
            job.stop();
            seen.set(job.getStatus() + " after " + processed);
        });
        send(control, way);
        assertThat(seen).hasValue("Stopped after 10");
    }

    @Test
    void s3_itWaitsLongerThanASecondIfMessagesEnd() throws Exception {
        RoutingContext control = withRoute(Way.CALL, exchange -> {
            RoutingContext job = job(150);
            job.stop();
            seen.set(job.getStatus() + " after " + processed);
        });
        send(control, Way.CALL);
        assertThat(seen).hasValue("Stopped after 10");
    }

    @ParameterizedTest
    @EnumSource
    void s3_aRouteThatStopsARouteOfAnotherContextWaitsForItsMessages(Way way) throws Exception {
        RoutingContext control = withRoute(way, exchange -> {
            boolean quiet = job().getRouteController().stopRoute("in", LIMIT);
            seen.set(quiet + " after " + processed);
        });
        send(control, way);
        assertThat(seen).hasValue("true after 10");
    }

    /** More frames than the JVM keeps in a stack trace. */
    @Test
    void s3_theStackMayBeDeep() throws Exception {
        RoutingContext control = withRoute(Way.CALL, exchange -> {
            RoutingContext job = job();
            stopBelow(2_000, job);
            seen.set(job.getStatus() + " after " + processed);
        });
        send(control, Way.CALL);
        assertThat(seen).hasValue("Stopped after 10");
    }

    private static void stopBelow(int calls, RoutingContext context) {
        if (calls == 0) {
            context.stop();
        } else {
            stopBelow(calls - 1, context);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRouteThatStopsItsOwnContextWaitsForASecondAtMost(Way way) throws Exception {
        RoutingContext own = withRoute(way, exchange -> {
            long begin = System.nanoTime();
            exchange.getContext().stop();
            seen.set(System.nanoTime() - begin < LIMIT.toNanos() / 4);
        });
        send(own, way);
        assertThat(seen).hasValue(true);
        own.stop();
        assertThat(own.stats().inflight()).isZero();
    }

    @Test
    void s6_theFirstCallThatReturnsBeforeTheEndSaysSo() throws Exception {
        RoutingContext own = withRoute(Way.CALL, exchange -> {
            RouteController routes = exchange.getContext().getRouteController();
            seen.set(routes.stopRoute("a", Duration.ofMillis(200)));
            exchange.getContext().stop();
        });
        try (CapturedLog log = new CapturedLog("io.mehari.context")) {
            send(own, Way.CALL);
            assertThat(log.messages())
                    .filteredOn(each -> each.contains("the call returns"))
                    .singleElement()
                    .asString()
                    .contains(own.getName(), own.getName() + "-stop-a", "stop on a thread of your own");
        }
        assertThat(seen).hasValue(false);
    }

    /** A route of A calls one of B, which stops A. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRouteThatWasCalledByAnotherContextDoesNotWaitForIt(boolean byATemplate) throws Exception {
        RoutingContext b = context();
        RoutingContext a = context();
        b.addRoutes(r -> r.from("direct:b").process(exchange -> {
            long begin = System.nanoTime();
            a.stop();
            seen.set(System.nanoTime() - begin < LIMIT.toNanos() / 4);
            over.countDown();
        }));
        b.start();
        ProducerTemplate template = b.createProducerTemplate();
        a.addRoutes(r -> {
            var route = r.from("direct:a");
            if (byATemplate) {
                route.process(exchange -> template.sendBody("direct:b", "m"));
            } else {
                route.to(b.getEndpoint("direct:b"));
            }
        });
        send(a, Way.CALL);
        assertThat(seen).hasValue(true);
    }

    /** A message of A waits for the reply of B, on another thread: no stack tells that. */
    @Test
    void s3_aStopThatTheReplyWaitsForLosesNothing() throws Exception {
        RoutingContext b = context();
        RoutingContext a = context();
        a.getShutdownStrategy().setTimeout(Duration.ofSeconds(1));
        b.addRoutes(r -> r.from("seda:b").process(exchange -> {
            a.stop();
            exchange.getMessage().setBody("reply");
        }));
        b.start();
        ProducerTemplate template = b.createProducerTemplate();
        a.addRoutes(r -> r.from("direct:a")
                .process((Exchange exchange) -> seen.set(template.requestBody("seda:b", "m")))
                .process(exchange -> over.countDown()));
        send(a, Way.CALL);
        assertThat(seen).hasValue("reply");
        a.stop();
        assertThat(a.stats().inflight()).isZero();
    }
}
