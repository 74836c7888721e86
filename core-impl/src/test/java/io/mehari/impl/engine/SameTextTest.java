package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.Service;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.Routes;
import io.mehari.builder.model.Redelivery;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes that once behaved differently from the same routes in Camel 4.22.0. */
class SameTextTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private Processor note(String text) {
        return exchange -> journal.add(text);
    }

    private static Processor fail() {
        return exchange -> {
            throw new IllegalStateException("step");
        };
    }

    private Exchange send(@Nullable Object body) {
        return template.send("direct:a", exchange -> {
            exchange.setBody(body);
            exchange.setHeader("foo", "bar");
            exchange.setHeader("a.b", "dotted");
            exchange.setProperty("p", "pv");
        });
    }

    // ---- onException

    @ParameterizedTest
    @CsvSource({"WP, W", "PW, P", "WW, W", "PP, P2", "NWP, W", "NP, P", "PNP, P2", "PWP, P2"})
    void ofClausesForOneTypeTheFirstThatMatchesWins_ofPlainOnesTheLater(String clauses, String taken) throws Exception {
        routes(r -> {
            int plain = 0;
            for (int i = 0; i < clauses.length(); i++) {
                char each = clauses.charAt(i);
                var clause = r.onException(IllegalStateException.class).handled(true);
                if (each == 'P') {
                    clause.process(note(plain++ == 0 ? "P" : "P2"));
                } else {
                    clause.onWhen(exchange -> each == 'W').process(note("" + each));
                }
            }
            r.from("direct:a").process(fail());
        });
        assertThat(send(1).getException()).isNull();
        assertThat(journal).containsExactly(taken);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClauseOfTheRouteComesBeforeOneOfTheBuilder(boolean whenInRoute) throws Exception {
        routes(r -> {
            var outer = r.onException(IllegalStateException.class).handled(true);
            outer.process(note("builder"));
            if (!whenInRoute) {
                outer.onWhen(exchange -> true);
            }
            var inner =
                    r.from("direct:a").onException(IllegalStateException.class).handled(true);
            inner.process(note("route"));
            if (whenInRoute) {
                inner.onWhen(exchange -> true);
            }
            inner.end().process(fail());
        });
        send(1);
        assertThat(journal).containsExactly("route");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClauseWithoutStepsLeavesTheMessageToTheDeadLetters_andTheCallerIsHappy(boolean handled) throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.onException(IllegalStateException.class).handled(handled);
            r.from("direct:a").process(fail()).process(note("after"));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(send(1).getException()).isNull();
        assertThat(journal).containsExactly("dead");
    }

    @Test
    void aClauseThatContinuesLeavesNothingToTheDeadLetters() throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.onException(IllegalStateException.class).continued(true);
            r.from("direct:a").process(fail()).process(note("after"));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(send(1).getException()).isNull();
        assertThat(journal).containsExactly("after");
    }

    @Test
    void aClauseThatDoesNotContinueLeavesTheMessageToTheDeadLetters() throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.onException(IllegalStateException.class).continued(false);
            r.from("direct:a").process(fail()).process(note("after"));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(send(1).getException()).isNull();
        assertThat(journal).containsExactly("dead");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClauseWithoutStepsIsAskedOnceWhetherItContinues(boolean continues) throws Exception {
        routes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.onException(IllegalStateException.class).continued(exchange -> {
                journal.add("asked");
                return continues;
            });
            r.from("direct:a").process(fail()).process(note("after"));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(send(1).getException()).isNull();
        assertThat(journal).containsExactly("asked", continues ? "after" : "dead");
    }

    @Test
    void theOriginalOfAGroupIsWhatTheStrategyHasMade() throws Exception {
        routes(r -> {
            r.onException(IllegalStateException.class)
                    .useOriginalMessage()
                    .process(exchange ->
                            journal.add(exchange.getBody().getClass().getSimpleName() + " " + exchange.getBody()));
            r.from("direct:a")
                    .aggregate(constant(true), AggregationStrategies.string("/"))
                    .completionSize(2)
                    .setBody(constant("changed"))
                    .process(fail());
        });
        send("x");
        send("y");
        assertThat(journal).containsExactly("String x/y");
    }

    @Test
    void aClauseThatSaysNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> {
                    r.onException(IllegalStateException.class);
                    r.from("direct:a").process(fail());
                }))
                .withMessageContaining("onException(IllegalStateException.class) does nothing");
    }

    @Test
    void aHookOfRedeliveryThatThrowsChangesNothing() throws Exception {
        int[] tries = new int[1];
        routes(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(3)
                    .redeliveryDelay(0)
                    .onRedelivery(exchange -> {
                        journal.add("hook");
                        throw new AssertionError("hook");
                    }));
            r.from("direct:a")
                    .routeId("a")
                    .process(exchange -> {
                        if (tries[0]++ < 2) {
                            throw new IllegalStateException("step");
                        }
                    })
                    .process(note("after"));
        });
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            assertThat(send(1).getException()).isNull();
            assertThat(log.messages())
                    .filteredOn(each -> !each.contains("a step is tried again"))
                    .containsOnly("The onRedelivery hook failed, called for a failure in route \"a\", step 1 (process)"
                            + " [MH-58]");
        }
        assertThat(journal).containsExactly("hook", "hook", "after");
    }

    @Test
    void noDelayExceedsTheMaximum() {
        Redelivery redelivery = new Redelivery(-1, 60_000, 2, 60_000, 0.5, null);
        for (int i = 0; i < 1000; i++) {
            assertThat(redelivery.delayBefore(3)).isBetween(30_000L, 60_000L);
        }
    }

    // ---- gathering

    @Test
    void aNullIsLeftOutOfAListAndOfAText() throws Exception {
        routes(r -> {
            r.from("direct:list")
                    .split(body(), AggregationStrategies.groupedBody())
                    .process(SameTextTest::nullForN)
                    .end();
            r.from("direct:text")
                    .split(body(), AggregationStrategies.string("/"))
                    .process(SameTextTest::nullForN)
                    .end();
        });
        assertThat(template.requestBody("direct:list", "n,a,n,b")).isEqualTo(List.of("a", "b"));
        assertThat(template.requestBody("direct:list", "n,n")).isEqualTo(List.of());
        assertThat(template.requestBody("direct:text", "n,a,n,b")).isEqualTo("a/b");
        assertThat(template.requestBody("direct:text", "n,n")).isEqualTo("");
    }

    private static void nullForN(Exchange part) {
        if ("n".equals(part.getBody())) {
            part.setBody(null);
        }
    }

    // ---- comparing

    @Test
    void numbersAndTextsThatAreNumbersAreComparedAsNumbers() throws Exception {
        assertThat(greater(10, "9")).isTrue();
        assertThat(greater("10", "9")).isTrue();
        assertThat(greater("10", 9)).isTrue();
        assertThat(greater(9L, 10)).isFalse();
        assertThat(greater("9.5", "9.4")).isTrue();
        assertThat(greater(9.5, "9")).isTrue();
        assertThat(greater("-1", "1")).isFalse();
        assertThat(greater("b", "a")).isTrue();
        assertThat(greater("a", 1)).isFalse();
        assertThat(equal(10, "10")).isTrue();
        assertThat(equal(10L, 10)).isTrue();
        assertThat(equal("10", 10L)).isTrue();
        assertThat(equal(9.5, new BigDecimal("9.50"))).isTrue();
        assertThat(equal(true, "TRUE")).isTrue();
        assertThat(equal("TRUE", true)).isTrue();
        assertThat(equal("10", "010")).as("texts that are not equal").isFalse();
        assertThat(equal(10, "x")).isFalse();
        assertThat(equal(null, "x")).isFalse();
    }

    private boolean greater(Object value, Object other) {
        return constant(value).isGreaterThan(other).matches(new DefaultExchange(context));
    }

    private boolean equal(@Nullable Object value, Object other) {
        return constant(value).isEqualTo(other).matches(new DefaultExchange(context));
    }

    // ---- patterns

    @ParameterizedTest
    @CsvSource({"3, 3", "2, 2", "0, 2"})
    void anExpressionForTheSizeOfAGroupComesBeforeTheNumber(int said, int full) throws Exception {
        routes(r -> r.from("direct:a")
                .aggregate(constant(1), AggregationStrategies.groupedBody())
                .completionSize(2)
                .completionSize(exchange -> said)
                .process(exchange -> journal.add(String.valueOf(exchange.getProperty(Exchange.AGGREGATED_SIZE)))));
        for (int i = 0; i < full; i++) {
            assertThat(journal).isEmpty();
            send(i);
        }
        assertThat(journal).containsExactly(String.valueOf(full));
    }

    @Test
    void aThrottleKeepsItsRateWhereAMessageSaysNothing() throws Exception {
        routes(r -> r.from("direct:a").throttle(body()).rejectExecution(true).process(note("passed")));
        assertThat(send(5).getException()).isNull();
        assertThat(send(null).getException()).isNull();
        assertThat(send(0).getException()).isInstanceOf(IllegalArgumentException.class);
        assertThat(journal).hasSize(2);
    }

    @Test
    void aThrottleWithoutAnyRateFails() throws Exception {
        routes(r -> r.from("direct:a").throttle(header("none")).process(note("passed")));
        assertThat(send(1).getException()).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aGroupOfExchangesDoesNotFailWithOneOfThem(int failing) throws Exception {
        routes(r -> r.from("direct:a")
                .split(body(), AggregationStrategies.groupedExchange())
                .filter(body().isEqualTo(failing))
                .process(fail())
                .end()
                .end()
                .process(note("after")));
        Exchange sent = send(List.of(1, 2, 3));
        assertThat(sent.getException()).isNull();
        List<?> group = sent.getBody(List.class);
        assertThat(group).hasSize(3);
        assertThat(((Exchange) group.get(failing - 1)).getException()).hasMessage("step");
        assertThat(journal).containsExactly("after");
    }

    @ParameterizedTest
    @ValueSource(classes = {String.class, int.class, List.class})
    void nothingNeedsNoConversion(Class<?> type) throws Exception {
        routes(r -> r.from("direct:a").convertBodyTo(type).process(note("after")));
        assertThat(send(null).getException()).isNull();
        assertThat(journal).containsExactly("after");
    }

    @Test
    void aProcessorThatIsAServiceStartsAndStopsWithItsRoute() throws Exception {
        Serving serving = new Serving();
        routes(r -> r.from("direct:a").routeId("a").process(serving).loop(1).process(serving));
        assertThat(journal).containsExactly("start");
        send(1);
        context.getRouteController().stopRoute("a");
        assertThat(journal).containsExactly("start", "process", "process", "stop");
        context.getRouteController().startRoute("a");
        assertThat(journal).endsWith("stop", "start");
    }

    private final class Serving implements Processor, Service {
        @Override
        public void start() {
            journal.add("start");
        }

        @Override
        public void stop() {
            journal.add("stop");
        }

        @Override
        public void process(Exchange exchange) {
            journal.add("process");
        }
    }

    // ---- what is refused

    @Test
    void aPoolWithFewerThreadsAtMostThanAlwaysIsRefused() {
        context.start();
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> context.addRoutes(
                        r -> r.from("direct:a").routeId("a").threads(5, 2).process(note("x"))))
                .withMessage("Cannot create route a: step 1 (threads): MaxPoolSize must be >= corePoolSize, was 2 >= 5:"
                        + " leave maxPoolSize out, or make it at least as large as poolSize")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThat(context.getRoutes()).isEmpty();
    }

    @Test
    void aRouteWithoutStepsIsRefused() {
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:a").routeId("empty")))
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasMessageContainingAll("empty", "it has no steps");
    }

    @Test
    void twoRoutesOfOneStartupOrderAreRefused() throws Exception {
        context.addRoutes(r -> r.from("direct:a").routeId("a").startupOrder(1).process(note("x")));
        assertThatThrownBy(() -> context.addRoutes(
                        r -> r.from("direct:b").routeId("b").startupOrder(1).process(note("x"))))
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasMessageContainingAll("route b", "route a already has startupOrder 1");
    }
}
