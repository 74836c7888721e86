package io.mehari.impl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.RouteStats;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.processor.aggregate.UseLatestAggregationStrategy;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Law S6: what becomes of failures and of messages that are not delivered is counted, and said once a minute. */
@Timeout(60)
class CountedTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    private final CapturedLog log = new CapturedLog("io.mehari");

    @AfterEach
    void close() {
        context.close();
        log.close();
    }

    private static RuntimeException failure() {
        return new IllegalStateException("no dates left");
    }

    private static Arguments counted(
            String what, Routes routes, ToLongFunction<RouteStats> count, long times, String line) {
        return Arguments.of(what, routes, count, times, line);
    }

    static Stream<Arguments> counts() {
        return Stream.of(
                counted(
                        "redelivered",
                        r -> r.from("direct:a")
                                .routeId("a")
                                .errorHandler(RouteBuilder.defaultErrorHandler().maximumRedeliveries(2))
                                .process(exchange -> {
                                    if (exchange.getHeader(Exchange.REDELIVERY_COUNTER, 0, Integer.class) < 2) {
                                        throw failure();
                                    }
                                }),
                        RouteStats::redelivered,
                        2,
                        "Route a, step 1 (process): a step is tried again, redelivery 1 [MH-68]"
                                + ": java.lang.IllegalStateException: no dates left"),
                counted(
                        "handled",
                        r -> r.from("direct:a")
                                .routeId("a")
                                .onException(IllegalStateException.class)
                                .handled(true)
                                .end()
                                .throwException(failure()),
                        RouteStats::handled,
                        1,
                        ""),
                counted(
                        "continued",
                        r -> r.from("direct:a")
                                .routeId("a")
                                .onException(IllegalStateException.class)
                                .continued(true)
                                .end()
                                .throwException(failure())
                                .setBody(exchange -> "done"),
                        RouteStats::handled,
                        1,
                        ""),
                counted(
                        "dead",
                        r -> r.from("direct:a")
                                .routeId("a")
                                .errorHandler(RouteBuilder.deadLetterChannel("log:dead?level=OFF"))
                                .throwException(failure()),
                        RouteStats::deadLettered,
                        1,
                        "Route a, step 1 (throwException): a message went to the dead letter endpoint"
                                + " log:dead?level=OFF [MH-68]: java.lang.IllegalStateException: no dates left"),
                counted(
                        "lost",
                        r -> {
                            r.from("direct:a")
                                    .routeId("a")
                                    .errorHandler(RouteBuilder.deadLetterChannel("direct:dead"))
                                    .throwException(failure());
                            r.from("direct:dead").throwException(failure());
                        },
                        RouteStats::discarded,
                        1,
                        "and is lost"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("counts")
    void s6_whatBecomesOfAFailureIsCountedAndSaid(
            String what, Routes routes, ToLongFunction<RouteStats> count, long times, String line) throws Exception {
        context.addRoutes(routes);
        context.start();
        for (int i = 1; i <= 3; i++) {
            context.createProducerTemplate().sendBody("direct:a", "dates");
            assertThat(count.applyAsLong(context.getRoute("a").stats())).isEqualTo(i * times);
        }
        assertThat(count.applyAsLong(context.stats())).isEqualTo(3 * times);
        assertThat(context.getRoute("a").stats().completed()).isEqualTo(3);
        List<String> said = log.messages();
        if (line.isEmpty()) {
            assertThat(said).isEmpty();
        } else {
            assertThat(said).first().asString().contains(line);
            assertThat(said).hasSize(what.equals("lost") ? 3 : 1);
        }
    }

    @Test
    void s6_openGroupsAndTheirAgeAreCountedAndThoseThatAreLost() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(exchange -> exchange.getBody(), new UseLatestAggregationStrategy())
                .completionSize(100)
                .to("log:a"));
        context.getRoutingContextExtension().setClock(() -> System.currentTimeMillis() - 5_000);
        context.start();
        for (String each : List.of("x", "y", "x")) {
            context.createProducerTemplate().sendBody("direct:a", each);
        }
        RouteStats stats = context.getRoute("a").stats();
        assertThat(stats.openGroups()).isEqualTo(2);
        assertThat(stats.oldestGroupMillis()).isBetween(5_000L, 60_000L);
        context.getRouteController().stopRoute("a");
        stats = context.getRoute("a").stats();
        assertThat(stats.openGroups()).isZero();
        assertThat(stats.oldestGroupMillis()).isZero();
        assertThat(stats.discarded()).isEqualTo(3);
    }
}
