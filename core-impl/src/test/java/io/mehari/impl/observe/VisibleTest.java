package io.mehari.impl.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.RoutingExecutionException;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Law S6: what is logged says where, and what will disappoint is said. */
@Timeout(60)
class VisibleTest {
    private static RuntimeException failure() {
        return new IllegalStateException("no dates left");
    }

    private static Arguments line(String what, java.util.function.Consumer<RouteDefinition> steps) {
        return Arguments.of(what, steps);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                line("a log step", r -> r.log("got it")),
                line("a failure", r -> r.throwException(failure())),
                line(
                        "a hook",
                        r -> r.onException(Exception.class)
                                .onExceptionOccurred(exchange -> {
                                    throw failure();
                                })
                                .handled(true)
                                .end()
                                .throwException(failure())),
                line("a tap", r -> r.wireTap("direct:fails")),
                line(
                        "a completion",
                        r -> r.onCompletion().throwException(failure()).end().stop()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void s6_aLineShowsTheRouteAndNotAClassOfMehari(String what, java.util.function.Consumer<RouteDefinition> steps)
            throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari");
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("direct:fails").routeId("fails").throwException(failure());
                steps.accept(r.from("timer:orders?repeatCount=1&delay=0").routeId("orders"));
            });
            context.start();
            LogRecord line = log.await(each -> true);
            String[] printed = new SimpleFormatter().format(line).split("\n", 3);
            assertThat(line.getLoggerName()).isEqualTo("io.mehari.route.orders");
            assertThat(printed[0]).endsWith(" io.mehari.route.orders");
            assertThat(printed[1]).doesNotContain("io.mehari.impl", "io.mehari.spi");
        }
    }

    @Test
    void s6_aContextSaysNothingUnlessItIsTold() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            try (DefaultRoutingContext context = new DefaultRoutingContext()) {
                context.addRoutes(r -> r.from("direct:orders").to("log:orders"));
                context.start();
            }
            assertThat(log.messages()).isEmpty();
        }
    }

    @Test
    void s6_aContextWithoutRoutesSaysSo() {
        try (CapturedLog log = new CapturedLog("io.mehari.context");
                DefaultRoutingContext context = new DefaultRoutingContext("shop")) {
            context.start();
            log.await(each -> each.startsWith("Context shop is started, but has no routes"));
        }
    }

    @Test
    void s6_aRouteThatIsAddedRightAfterTheStartIsInTime() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari");
                DefaultRoutingContext late = new DefaultRoutingContext("late");
                DefaultRoutingContext empty = new DefaultRoutingContext("empty")) {
            late.start();
            late.addRoutes(r -> r.from("direct:orders").to("log:orders"));
            empty.start();
            log.await(each -> each.contains("Context empty is started, but has no routes"));
            assertThat(log.messages()).noneMatch(each -> each.contains("Context late"));
        }
    }

    @Test
    void s6_aSenderThatWaitsForARouteIsWarnedOf() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.endpoint.direct");
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from("direct:orders").to("log:orders"));
            context.start();
            assertThatThrownBy(() -> context.createProducerTemplate().sendBody("direct:oders?timeout=1100", "dates"))
                    .isInstanceOf(RoutingExecutionException.class);
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("A sender waits", "direct:oders?timeout=1100", "did you mean 'direct:orders'?");
        }
    }

    @Test
    void aRouteShowsItsIdAndItsInput() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("log:orders"));
            assertThat(context.getRoute("orders")).hasToString("orders from direct:orders");
        }
    }
}
