package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.expression;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.IdempotentRepository;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A service that is used in a route starts before the consumer of the route, and stops after it. */
@Timeout(20)
class ServicesOfRoutesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("serving");
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Everything that a route can be given. */
    class Serving implements Processor, AggregationStrategy, IdempotentRepository, Expression, Predicate, Service {
        private final String name;
        private final String fails;

        Serving(String name, String fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public void start() {
            enter("start");
        }

        @Override
        public void stop() {
            enter("stop");
        }

        private void enter(String what) {
            journal.add(what + " " + name);
            if (what.equals(fails)) {
                throw new LinkageError("no driver");
            }
        }

        @Override
        public void process(Exchange exchange) {
            journal.add("process");
        }

        @Override
        public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
            return newExchange;
        }

        @Override
        public boolean add(String key) {
            return true;
        }

        @Override
        public boolean contains(String key) {
            return false;
        }

        @Override
        public boolean remove(String key) {
            return false;
        }

        @Override
        public boolean confirm(String key) {
            return true;
        }

        @Override
        public Object evaluate(Exchange exchange) {
            return 1;
        }

        @Override
        public boolean matches(Exchange exchange) {
            return true;
        }
    }

    private static Arguments place(String name, BiConsumer<RouteDefinition, Serving> steps) {
        return Arguments.of(name, steps);
    }

    static Stream<Arguments> places() {
        return Stream.of(
                place("process", (r, s) -> r.process(s)),
                place("setBody", (r, s) -> r.setBody(s)),
                place("an expression asked about", (r, s) -> r.setBody(expression(s))),
                place("filter", (r, s) -> r.filter(s).stop()),
                place(
                        "when, in a block",
                        (r, s) -> r.choice().when(body().isNull()).filter(s).stop()),
                place("split", (r, s) -> r.split(body(), s).stop()),
                place("multicast", (r, s) -> r.multicast(s).to("sink:a")),
                place("enrich", (r, s) -> r.enrich("sink:a", s)),
                place(
                        "aggregate",
                        (r, s) -> r.aggregate(body(), s).completionSize(1).stop()),
                place(
                        "completionPredicate",
                        (r, s) -> r.aggregate(body(), (old, next) -> next)
                                .completionPredicate(s)
                                .stop()),
                place(
                        "idempotentConsumer",
                        (r, s) -> r.idempotentConsumer(body(), s).stop()),
                place("wireTap", (r, s) -> r.wireTap("sink:a").onPrepare(s)),
                place(
                        "doCatch",
                        (r, s) -> r.doTry()
                                .stop()
                                .doCatch(Exception.class)
                                .onWhen(s)
                                .process(s)),
                place(
                        "onException",
                        (r, s) ->
                                r.onException(Exception.class).handled(s).end().stop()),
                place(
                        "onCompletion",
                        (r, s) -> r.onCompletion().process(s).end().stop()),
                place(
                        "errorHandler",
                        (r, s) -> r.errorHandler(
                                        RouteBuilder.defaultErrorHandler().onRedelivery(s))
                                .stop()),
                place("when", (r, s) -> r.choice().when(s).stop()),
                place("loopDoWhile", (r, s) -> r.loopDoWhile(s).onPrepare(s).stop()),
                place("setHeader", (r, s) -> r.setHeader("h", s).setProperty("p", s)),
                place("transform", (r, s) -> r.transform().expression(s)),
                place("validate", (r, s) -> r.validate(s)),
                place("recipientList", (r, s) -> r.recipientList(s)),
                place("part of a split", (r, s) -> r.split(s).onPrepare(s).stop()),
                place("enrich with options", (r, s) -> r.enrich(s).aggregationStrategy(s)),
                place("pollEnrich", (r, s) -> r.pollEnrich(s).aggregationStrategy(s)),
                place("delay", (r, s) -> r.delay(s)),
                place("throttle", (r, s) -> r.throttle(s)),
                place(
                        "completionSize",
                        (r, s) -> r.aggregate(s, s)
                                .completionSize(s)
                                .completionTimeout(s)
                                .stop()),
                place(
                        "the clauses of onException",
                        (r, s) -> r.onException(Exception.class)
                                .onWhen(s)
                                .continued(s)
                                .retryWhile(s)
                                .onRedelivery(s)
                                .onExceptionOccurred(s)
                                .end()
                                .stop()),
                place(
                        "onCompletion when",
                        (r, s) -> r.onCompletion().onWhen(s).to("sink:a").end().stop()),
                place(
                        "the rest of a doFinally",
                        (r, s) -> r.doTry()
                                .stop()
                                .doFinally()
                                .filter(body().isNull())
                                .stop()
                                .end()
                                .process(s)),
                place(
                        "onPrepareFailure",
                        (r, s) -> r.errorHandler(RouteBuilder.defaultErrorHandler()
                                        .retryWhile(s)
                                        .onPrepareFailure(s))
                                .stop()),
                place("in two places", (r, s) -> r.process(s).loop(s).process(s)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void aServiceStartsAndStopsOnceWithItsRoute(String name, BiConsumer<RouteDefinition, Serving> steps)
            throws Exception {
        Serving serving = new Serving("s", "never");
        context.addRoutes(r -> steps.accept(r.from("direct:a").routeId("a"), serving));
        context.start();
        assertThat(journal).as(name).containsExactly("start s");
        context.getRouteController().stopRoute("a");
        context.getRouteController().startRoute("a");
        context.stop();
        assertThat(journal).as(name).containsExactly("start s", "stop s", "start s", "stop s");
    }

    @Test
    void ofTwoRoutesTheFirstStartsItAndTheLastStopsIt() throws Exception {
        Serving serving = new Serving("s", "never");
        context.addRoutes(r -> {
            r.onException(Exception.class).handled(serving);
            r.from("direct:a").routeId("a").process(serving);
            r.from("direct:b").routeId("b").filter(serving).stop();
        });
        context.start();
        context.getRouteController().stopRoute("a");
        assertThat(journal).containsExactly("start s");
        context.getRouteController().stopRoute("b");
        assertThat(journal).containsExactly("start s", "stop s");
        context.getRouteController().startRoute("b");
        assertThat(journal).endsWith("start s");
    }

    @Test
    void itStartsBeforeTheConsumerAndStopsAfterIt() throws Exception {
        Serving serving = new Serving("s", "never");
        context.addRoutes(r -> r.from("timer:a?delay=0&period=1").process(serving));
        context.start();
        context.stop();
        assertThat(journal).startsWith("start s").endsWith("stop s");
        assertThat(journal.subList(1, journal.size() - 1)).allMatch("process"::equals);
    }

    @Test
    void aServiceThatDoesNotStartIsNamedAndTheOthersAreStopped() throws Exception {
        Serving good = new Serving("good", "never");
        Serving bad = new Serving("bad", "start");
        context.addRoutes(r -> {
            r.errorHandler(noErrorHandler());
            r.from("direct:a").routeId("a").process(good).filter(bad).stop();
        });
        assertThatThrownBy(context::start)
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasMessageContaining("Cannot create route a: its service " + Serving.class.getName()
                        + " failed to start: java.lang.LinkageError: no driver");
        assertThat(journal).containsExactly("start good", "start bad", "stop good");
    }

    @Test
    void aServiceThatDoesNotStopIsLoggedAndTheOthersStop() throws Exception {
        Serving bad = new Serving("bad", "stop");
        Serving good = new Serving("good", "never");
        context.addRoutes(
                r -> r.from("direct:a").routeId("a").process(bad).filter(good).threads(1));
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            context.getRouteController().stopRoute("a");
            assertThat(log.messages()).containsExactly("Route a: " + Serving.class.getName() + " failed to stop");
        }
        assertThat(journal).containsExactly("start bad", "start good", "stop bad", "stop good");
        assertThat(context.getRouteController().getRouteStatus("a")).isEqualTo(ServiceStatus.Stopped);
        context.getRouteController().startRoute("a");
        assertThat(journal).endsWith("start bad", "start good");
    }

    @Test
    void aServiceWhoseStopStopsItsRouteStartsWithTheNextStart() {
        Serving calling = new Serving("it", "") {
            @Override
            public void stop() {
                super.stop();
                context.getRouteController().stopRoute("a");
            }
        };
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(calling));
        context.start();
        context.stop();
        context.start();
        context.stop();
        assertThat(journal).containsExactly("start it", "stop it", "start it", "stop it");
    }
}
