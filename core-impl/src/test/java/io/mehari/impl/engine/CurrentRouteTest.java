package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.FullExchange;
import io.mehari.impl.exchange.RouteNumbers;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The unit of work and {@code ${routeId}} always show the current route. */
class CurrentRouteTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    /** The name of a step and the route it was asked in. */
    private final ConcurrentLinkedQueue<String> journal = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange send(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        return template.send("direct:a", exchange -> exchange.setBody("x,y"));
    }

    private static @Nullable String current(Exchange exchange) {
        Route route = exchange.getUnitOfWork().getRoute();
        return route == null ? null : route.getRouteId();
    }

    private Processor note(String step) {
        return exchange -> journal.add(step + " in " + current(exchange));
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("step");
    }

    private static Arguments way(String name, Consumer<ProcessorDefinition<?>> steps) {
        return Arguments.of(name, steps);
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                way("call", steps -> steps.to("direct:b")),
                way("toD", steps -> steps.toD("direct:b")),
                way("parts", steps -> steps.split(body()).to("direct:b").end()),
                way(
                        "parallel parts",
                        steps -> steps.split(body())
                                .parallelProcessing()
                                .to("direct:b")
                                .end()),
                way(
                        "copies",
                        steps -> steps.multicast().to("direct:b").to("direct:b").end()),
                way(
                        "recipients",
                        steps -> steps.recipientList(constant("direct:b,direct:b"))
                                .end()),
                way("enrich", steps -> steps.enrich("direct:b")),
                way("wire tap", steps -> steps.wireTap("direct:b")),
                way("loop", steps -> steps.loop(2).to("direct:b").end()),
                way("delay", steps -> steps.delay(1).to("direct:b").end()),
                way("threads", steps -> steps.threads(1).to("direct:b")),
                way(
                        "catch",
                        steps -> steps.doTry()
                                .process(CurrentRouteTest::fail)
                                .doCatch(Exception.class)
                                .to("direct:b")
                                .end()),
                way(
                        "group",
                        steps -> steps.aggregate(constant(1), AggregationStrategies.useLatest())
                                .completionSize(1)
                                .to("direct:b")
                                .end()),
                way(
                        "template",
                        steps -> steps.process(exchange ->
                                exchange.getContext().createProducerTemplate().send("direct:b", exchange))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void aCalledRouteRunsUntilTheCallComesBack(String name, Consumer<ProcessorDefinition<?>> way) throws Exception {
        run(way, false, false);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void alsoWhenItSuspends(String name, Consumer<ProcessorDefinition<?>> way) throws Exception {
        run(way, true, false);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void alsoWhenItFails(String name, Consumer<ProcessorDefinition<?>> way) throws Exception {
        run(way, false, true);
    }

    private void run(Consumer<ProcessorDefinition<?>> way, boolean later, boolean fails) throws Exception {
        context.getRoutingContextExtension().setExchangePool(8, true);
        send(r -> {
            r.onException(IllegalStateException.class).continued(true).process(note("clause of a"));
            ProcessorDefinition<?> steps = r.from("direct:a").routeId("a").process(note("before"));
            way.accept(steps);
            steps.process(note("after"));
            ProcessorDefinition<?> called = r.from("direct:b")
                    .routeId("b")
                    .errorHandler(noErrorHandler())
                    .process(note("called"));
            (later ? called.delay(1) : called)
                    .to("direct:c")
                    .process(note("called on"))
                    .process(exchange -> {
                        if (fails) {
                            fail(exchange);
                        }
                    });
            r.from("direct:c").routeId("c").process(note("deep"));
        });
        context.stop(); // what was tapped has ended
        assertThat(new TreeSet<>(journal))
                .contains("before in a", "called in b", "deep in c", "called on in b", "after in a")
                .isSubsetOf(
                        "before in a", "called in b", "deep in c", "called on in b", "after in a", "clause of a in a");
    }

    @Test
    void theStepsOfAClauseAndOfACompletionAreInTheirRoute() throws Exception {
        send(r -> {
            r.onException(IllegalStateException.class).handled(true).process(note("clause"));
            r.onCompletion().process(note("completion"));
            r.from("direct:a").routeId("a").to("direct:b");
            r.from("direct:b")
                    .routeId("b")
                    .onCompletion()
                    .process(note("completion of b"))
                    .end()
                    .process(CurrentRouteTest::fail);
        });
        assertThat(journal).containsExactly("clause in b", "completion of b in b", "completion in a");
    }

    @Test
    void aTextNamesIt() throws Exception {
        Exchange sent = send(r -> {
            r.from("direct:a").routeId("a").to("direct:b").setHeader("after", simple("${routeId}"));
            r.from("direct:b").routeId("b").setBody(simple("in ${routeId}"));
        });
        assertThat(sent.getBody()).isEqualTo("in b");
        assertThat(sent.getHeader("after")).isEqualTo("a");
    }

    @Test
    void outsideThereIsNone_andAtTheEndTheLast() throws Exception {
        Exchange fresh = new DefaultExchange(context);
        assertThat(current(fresh)).isNull();
        Exchange sent = send(r -> {
            r.from("direct:a").routeId("a").to("direct:b");
            r.from("direct:b").routeId("b").process(exchange -> {});
        });
        assertThat(current(sent)).isEqualTo("a");
        context.getRouteController().stopRoute("a");
        context.removeRoute("a");
        assertThat(current(sent)).as("removed").isNull();
    }

    @Test
    void ofAnotherContextThereIsNone() throws Exception {
        DefaultRoutingContext other = new DefaultRoutingContext();
        other.addRoutes(r -> r.from("direct:a").routeId("other").process(exchange -> {}));
        Exchange exchange = new DefaultExchange(other, ExchangePattern.InOnly);
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").process(note("a")).to("direct:b").process(note("a"));
            r.from("direct:b").routeId("b").process(note("b"));
        });
        context.start();
        template.send("direct:a", exchange);
        assertThat(journal).containsExactly("a in null", "b in null", "a in null");
        other.stop();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_533, 65_534, 65_535, Integer.MAX_VALUE})
    void redeliveriesAreCountedInTheOtherHalfOfItsInt(int count) {
        DefaultExchange exchange = new DefaultExchange(context);
        exchange.setRoute(3);
        exchange.setRedeliveryCounter(count);
        assertThat(exchange.getRedeliveryCounter()).isEqualTo(Math.min(count, 65_534));
        exchange.setProperty(Exchange.REDELIVERY_COUNTER, count);
        assertThat(exchange.getRedeliveryCounter()).isEqualTo(Math.min(count, 65_534));
        exchange.setRedeliveryCounter(-count);
        assertThat(exchange.getRedeliveryCounter()).isEqualTo(-1);
        assertThat(exchange.route()).isEqualTo(3);
    }

    @Test
    void aNumberIsNotGivenAgainWhileItIsInUse() {
        RouteNumbers numbers = new RouteNumbers();
        Route route = FullExchange.route("r");
        int first = numbers.give(route);
        TreeSet<Integer> given = new TreeSet<>(List.of(first));
        for (int i = 1; i < Character.MAX_VALUE; i++) {
            given.add(numbers.give(route));
        }
        assertThat(given).hasSize(Character.MAX_VALUE).doesNotContain(RouteNumbers.NONE);
        assertThat(numbers.give(route)).isEqualTo(RouteNumbers.NONE);
        assertThat(numbers.find(RouteNumbers.NONE)).isNull();
        numbers.takeBack(first);
        assertThat(numbers.find(first)).isNull();
        assertThat(numbers.give(route)).isEqualTo(first);
    }
}
