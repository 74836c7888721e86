package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.Synchronization;
import io.mehari.spi.internal.RouteProcessor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law K1: a message that has failed before it enters a route, because it could not be read, goes to the error handler.
 * No step of the route gets it, its completions run, and all counts come back.
 */
class FailedBeforeRouteTest {
    private static final Logger LOG = Logger.getLogger("io.mehari");
    private static final Level LEVEL = LOG.getLevel();

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchanges pool = Pools.in(context, 16, true);
    private final List<String> journal = new CopyOnWriteArrayList<>();

    /** Who gives the exchange to the route. */
    enum Way {
        TEMPLATE,
        CONSUMER,
        ASYNCHRONOUS_CONSUMER,
        LEFT_TO_THE_ROUTE,
        ENTRANCE
    }

    /** What handles the failure, and what it leaves in the journal. */
    enum Handler {
        NONE("onFailure"),
        DEFAULT("onFailure"),
        REDELIVERY("onFailure"),
        DEAD_LETTERS("dead raw/cannot be read", "onComplete"),
        DEAD_LETTERS_AFTER_REDELIVERY("dead raw/cannot be read", "onComplete"),
        DEAD_LETTERS_LATER("dead raw/cannot be read", "onComplete"),
        HANDLED("clause raw/cannot be read", "onComplete"),
        CONTINUED("clause raw/cannot be read", "step", "onComplete"),
        UNHANDLED("clause raw/cannot be read", "onFailure");

        private final String told;

        Handler(String... told) {
            this.told = String.join(";", told);
        }

        List<String> told() {
            return List.of(told.split(";"));
        }
    }

    /** What else a route may have at its entry. */
    enum Also {
        NOTHING,
        ORIGINALS,
        COMPLETIONS,
        ORIGINALS_AND_COMPLETIONS,
        TIMES,
        HISTORY,
        NOTIFIER
    }

    @BeforeAll
    static void beQuiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(LEVEL);
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @EnumSource(Handler.class)
    void k1_noStepRunsAndTheErrorHandlerGetsIt(Handler handler) throws Exception {
        start(handler, Also.NOTHING);
        for (Way way : Way.values()) {
            journal.clear();
            give(way);
            assertThat(journal).as("%s", way).isEqualTo(handler.told());
        }
        check(Way.values().length, handler);
    }

    @ParameterizedTest
    @EnumSource(Also.class)
    void k1_soItIsWhateverElseTheRouteHas(Also also) throws Exception {
        start(Handler.DEAD_LETTERS, also);
        List<String> expected = new ArrayList<>(Handler.DEAD_LETTERS.told());
        if (also.name().contains("COMPLETIONS")) {
            expected.add("first");
            expected.add("second");
        }
        for (Way way : Way.values()) {
            journal.clear();
            give(way);
            assertThat(journal).as("%s", way).containsExactlyInAnyOrderElementsOf(expected);
        }
        check(Way.values().length, Handler.DEAD_LETTERS);
    }

    @Test
    void k1_aDoTryAroundTheFirstStepsDoesNotCatchIt() throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .doTry()
                .process(note("step"))
                .doCatch(Exception.class)
                .process(note("catch"))
                .doFinally()
                .process(note("finally"))
                .end());
        context.start();
        Exchange sent = context.createProducerTemplate().send("direct:in", FailedBeforeRouteTest::cannotBeRead);
        assertThat(journal).isEmpty();
        assertThat(sent.getException()).hasMessage("cannot be read");
        assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isNotNull();
        assertThat(context.stats().inflight()).isZero();
    }

    @Test
    void k1_whatTheSendersRouteHasGivenUpIsNotHandledAgain() throws Exception {
        start(Handler.DEAD_LETTERS, Also.NOTHING);
        Exchange sent = context.createProducerTemplate().send("direct:in", exchange -> {
            cannotBeRead(exchange);
            ((AbstractExchange) exchange).setRedeliveryExhausted(true);
        });
        assertThat(journal).isEmpty();
        assertThat(sent.getException()).hasMessage("cannot be read");
    }

    /** The aggregate of a group has failed, and so does the strategy that is told of its end: an entry step. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s1_aGroupWhoseStrategyFailsAtItsEndGoesToTheErrorHandler(boolean byTimeout) throws Exception {
        CompletableFuture<Exception> dead = new CompletableFuture<>();
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"));
            r.from("direct:in")
                    .aggregate(RouteBuilder.constant("k"), new FailsAtTheEnd(byTimeout))
                    .completionTimeout(1)
                    .process(note("step"));
        });
        context.addRoutes(r -> r.from("direct:dead").process(exchange -> {
            dead.complete(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        }));
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "1");
        Exception caught = dead.get(20, TimeUnit.SECONDS);
        assertThat(caught).hasMessage("at the end");
        assertThat(caught.getSuppressed()).hasSize(1);
        assertThat(caught.getSuppressed()[0]).hasMessage("cannot be read");
        assertThat(journal).isEmpty();
    }

    private record FailsAtTheEnd(boolean byTimeout) implements AggregationStrategy {
        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            cannotBeRead(next);
            return next;
        }

        @Override
        public void timeout(@Nullable Exchange exchange, int index, int total, long timeout) {
            fail(byTimeout);
        }

        @Override
        public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange input) {
            fail(!byTimeout);
        }

        private static void fail(boolean now) {
            if (now) {
                throw new IllegalStateException("at the end");
            }
        }
    }

    private static void cannotBeRead(Exchange exchange) {
        exchange.setBody("raw");
        exchange.setException(new IOException("cannot be read"));
    }

    private Processor note(String what) {
        return exchange -> journal.add(what);
    }

    private void noteFailure(String who, Exchange exchange) {
        Exception why = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        journal.add(who + " " + exchange.getBody() + "/"
                + Objects.requireNonNull(why).getMessage());
    }

    private void start(Handler handler, Also also) throws Exception {
        context.getRoutingContextExtension().setRouteTimes(also == Also.TIMES);
        context.setMessageHistory(also == Also.HISTORY);
        if (also == Also.NOTIFIER) {
            context.getRoutingContextExtension().addEventNotifier(new EventNotifier() {});
        }
        context.addRoutes(r -> {
            handle(r, handler);
            if (also.name().contains("ORIGINALS")) {
                r.onException(IllegalStateException.class).useOriginalMessage();
            }
            if (also.name().contains("COMPLETIONS")) {
                r.onCompletion().process(note("first"));
                r.onCompletion().process(note("second"));
            }
            r.from("direct:in").routeId("in").process(note("step"));
        });
        context.addRoutes(r -> r.from("direct:dead").process(exchange -> noteFailure("dead", exchange)));
        context.addRoutes(r -> r.from("direct:later").delay(1).process(exchange -> noteFailure("dead", exchange)));
        context.start();
    }

    private void handle(RouteBuilder r, Handler handler) {
        switch (handler) {
            case NONE -> r.errorHandler(RouteBuilder.noErrorHandler());
            case DEFAULT -> r.errorHandler(RouteBuilder.defaultErrorHandler());
            case REDELIVERY ->
                r.errorHandler(RouteBuilder.defaultErrorHandler()
                        .maximumRedeliveries(3)
                        .redeliveryDelay(0));
            case DEAD_LETTERS -> r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"));
            case DEAD_LETTERS_AFTER_REDELIVERY ->
                r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead")
                        .maximumRedeliveries(3)
                        .redeliveryDelay(0));
            case DEAD_LETTERS_LATER -> r.errorHandler(RouteBuilder.deadLetterChannel("direct:later"));
            case HANDLED ->
                r.onException(IOException.class).handled(true).process(exchange -> noteFailure("clause", exchange));
            case CONTINUED ->
                r.onException(IOException.class).continued(true).process(exchange -> noteFailure("clause", exchange));
            case UNHANDLED -> r.onException(IOException.class).process(exchange -> noteFailure("clause", exchange));
        }
    }

    /** Returns when the route is done with an exchange that has failed before. */
    private void give(Way way) throws Exception {
        DefaultExchange probe = new DefaultExchange(context);
        RouteEntry route = Objects.requireNonNull(((DirectEndpoint) context.getEndpoint("direct:in")).target(probe));
        Exchange exchange = pool.create(ExchangePattern.InOnly);
        cannotBeRead(exchange);
        exchange.getExchangeExtension().addOnCompletion(new Ends());
        CountDownLatch done = new CountDownLatch(1);
        switch (way) {
            case TEMPLATE -> context.createProducerTemplate().send("direct:in", exchange);
            case CONSUMER -> route.process(exchange);
            case ASYNCHRONOUS_CONSUMER -> {
                route.process(exchange, doneSync -> done.countDown());
                done.await();
            }
            case LEFT_TO_THE_ROUTE -> {
                route.takeOver(exchange, doneSync -> done.countDown());
                done.await();
                return; // the route has released it
            }
            case ENTRANCE -> {
                try (RouteProcessor.Entrance entrance = route.openEntrance()) {
                    entrance.process(exchange);
                }
            }
        }
        Pools.release(exchange);
    }

    private final class Ends implements Synchronization {
        @Override
        public void onComplete(Exchange exchange) {
            journal.add("onComplete");
        }

        @Override
        public void onFailure(Exchange exchange) {
            journal.add("onFailure");
        }
    }

    private void check(int given, Handler handler) {
        var stats = Objects.requireNonNull(context.getRoute("in")).stats();
        assertThat(stats.total()).isEqualTo(given);
        assertThat(stats.failed()).isEqualTo(handler.told().contains("onFailure") ? given : 0);
        assertThat(context.stats().inflight()).isZero();
        assertThat(pool.statistics().inUse()).isZero();
    }
}
