package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A failure says in which route and at which step it happened. */
class FailurePlaceTest {
    private static final Processor FAIL = exchange -> {
        throw new IllegalStateException("no");
    };
    private static final Processor NOTHING = exchange -> {};

    /** A description of a route, to which the route is given that the steps are added to. */
    private interface Steps {
        void addTo(RouteDefinition route);
    }

    private static Map<String, Steps> places() {
        Map<String, Steps> places = new LinkedHashMap<>();
        places.put("1 (process)", r -> r.process(FAIL));
        places.put("2 (process)", r -> r.process(NOTHING).process(FAIL));
        places.put("1 \"check\" (process)", r -> r.process(FAIL).id("check"));
        places.put("1 (to direct:none?block=false)", r -> r.to("direct:none?block=false"));
        places.put("1 (toD direct:${body}?block=false)", r -> r.toD("direct:${body}?block=false"));
        places.put("1 (enrich direct:none?block=false)", r -> r.enrich("direct:none?block=false"));
        places.put(
                "1 (setHeader)",
                r -> r.setHeader("h", exchange -> {
                    throw new IllegalStateException("no");
                }));
        places.put("1 (throwException)", r -> r.throwException(new IllegalStateException("no")));
        places.put("1 (rollback)", r -> r.rollback("no"));
        places.put("1 (convertBodyTo)", r -> r.convertBodyTo(Integer.class));
        places.put("1 (validate)", r -> r.validate(exchange -> false));
        places.put(
                "1 (filter)",
                r -> r.filter(exchange -> {
                            throw new IllegalStateException("no");
                        })
                        .process(NOTHING));
        places.put(
                "1 (filter) > 2 (process)",
                r -> r.filter(exchange -> true).process(NOTHING).process(FAIL));
        places.put(
                "1 (choice) > when 2 > 1 (process)",
                r -> r.choice()
                        .when(exchange -> false)
                        .process(NOTHING)
                        .when(exchange -> true)
                        .process(FAIL));
        places.put(
                "1 (choice) > otherwise > 1 (process)",
                r -> r.choice()
                        .when(exchange -> false)
                        .process(NOTHING)
                        .otherwise()
                        .process(FAIL));
        places.put(
                "1 \"sizes\" (choice) > when 2 \"big\" > 1 (process)",
                r -> r.choice()
                        .id("sizes")
                        .when(exchange -> false)
                        .id("small")
                        .process(NOTHING)
                        .when(exchange -> true)
                        .id("big")
                        .process(FAIL));
        places.put(
                "1 (choice) > otherwise \"rest\" > 1 \"check\" (process)",
                r -> r.choice()
                        .when(exchange -> false)
                        .id("small")
                        .process(NOTHING)
                        .otherwise()
                        .id("rest")
                        .process(FAIL)
                        .id("check"));
        places.put("1 (loop) > 1 (process)", r -> r.loop(3).process(FAIL));
        places.put(
                "1 (split) > 1 (process)",
                r -> r.split(body()).stopOnException().process(FAIL));
        places.put(
                "1 \"lines\" (split) > 2 \"line\" (process)",
                r -> r.split(body())
                        .id("lines")
                        .stopOnException()
                        .process(NOTHING)
                        .process(FAIL)
                        .id("line"));
        places.put(
                "1 (multicast) > 2 (process)",
                r -> r.multicast().stopOnException().process(NOTHING).process(FAIL));
        places.put(
                "1 (recipientList)",
                r -> r.recipientList(constant("direct:none?block=false")).stopOnException());
        places.put(
                "1 (doTry) > 1 (process)",
                r -> r.doTry().process(FAIL).doCatch(Error.class).process(NOTHING));
        places.put(
                "1 (doTry) > doCatch 1 > 1 (process)",
                r -> r.doTry()
                        .throwException(new IllegalArgumentException())
                        .doCatch(IllegalArgumentException.class)
                        .process(FAIL));
        places.put(
                "1 \"try\" (doTry) > doCatch 1 \"bad\" > 1 (process)",
                r -> r.doTry()
                        .id("try")
                        .throwException(new IllegalArgumentException())
                        .doCatch(IllegalArgumentException.class)
                        .id("bad")
                        .process(FAIL));
        places.put(
                "1 (doTry) > doFinally \"always\" > 1 (process)",
                r -> r.doTry().process(NOTHING).doFinally().id("always").process(FAIL));
        places.put(
                "1 (doTry) > doFinally > 1 (process)",
                r -> r.doTry().process(NOTHING).doFinally().process(FAIL));
        places.put(
                "1 (loop) > 1 (split) > 1 (filter) > 1 (process)",
                r -> r.loop(2)
                        .split(body())
                        .stopOnException()
                        .filter(exchange -> true)
                        .process(FAIL));
        return places;
    }

    @Test
    void theStepIsNamedByItsPositionInEveryBlock() throws Exception {
        for (Map.Entry<String, Steps> each : places().entrySet()) {
            try (PlainContext mehari = new PlainContext()) {
                mehari.routes(r -> each.getValue().addTo(r.from("direct:a").routeId("orders")));
                assertThatExceptionOfType(RoutingExecutionException.class)
                        .as(each.getKey())
                        .isThrownBy(() -> mehari.template.sendBody("direct:a", "x"))
                        .withMessageContaining("failed in route \"orders\", step " + each.getKey() + ": ")
                        .satisfies(e -> assertThat(e.getExchange()).isNotNull());
            }
        }
    }

    private static Exchange send(PlainContext mehari, Routes routes) throws Exception {
        mehari.routes(routes);
        return mehari.template.send("direct:a", exchange -> exchange.setBody("x"));
    }

    @Test
    void theStepIsAPropertyAlsoWhenItWasTriedAgainAndWatched() throws Exception {
        try (PlainContext mehari = new PlainContext()) {
            mehari.context.getRoutingContextExtension().setMessageHistory(true);
            Exchange sent = send(mehari, r -> {
                r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
                r.from("direct:a").routeId("outer").process(NOTHING).to("direct:b");
                r.from("direct:b").routeId("inner").process(FAIL);
            });
            assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("inner");
            assertThat(sent.getProperty(Exchange.FAILURE_STEP)).isEqualTo("1 (process)");
        }
    }

    @Test
    void theStepOfTheCallerCountsWhereTheCalledRouteLeavesItsFailures() throws Exception {
        try (PlainContext mehari = new PlainContext()) {
            Exchange sent = send(mehari, r -> {
                r.from("direct:a").routeId("outer").process(NOTHING).to("direct:b");
                r.from("direct:b")
                        .routeId("inner")
                        .errorHandler(noErrorHandler())
                        .process(FAIL);
            });
            assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("outer");
            assertThat(sent.getProperty(Exchange.FAILURE_STEP)).isEqualTo("2 (to direct:b)");
        }
    }

    @Test
    void deadLettersThatCannotBeSentSayWhereTheMessageFailed() throws Exception {
        try (PlainContext mehari = new PlainContext();
                CapturedLog log = new CapturedLog("io.mehari.route")) {
            send(mehari, r -> {
                r.errorHandler(deadLetterChannel("direct:none?block=false"));
                r.from("direct:a").process(NOTHING).process(FAIL).id("check");
            });
            assertThat(log.messages()).singleElement().asString().contains("step 2 \"check\" (process)");
        }
    }

    @Test
    void idAfterFromIsTheRoutes() throws Exception {
        try (PlainContext mehari = new PlainContext()) {
            mehari.routes(r -> r.from("direct:a").id("mine").process(NOTHING).id("step"));
            assertThat(mehari.context.getRoute("mine")).isNotNull();
        }
    }

    /** A context that is stopped at the end of its block. */
    private static final class PlainContext implements AutoCloseable {
        final DefaultRoutingContext context = new DefaultRoutingContext();
        final ProducerTemplate template = context.createProducerTemplate();

        void routes(Routes routes) throws Exception {
            context.addRoutes(routes);
            context.start();
        }

        @Override
        public void close() {
            context.stop();
        }
    }
}
