package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.EndedByStopException;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.ServiceStatus;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.ShutdownStrategy.Delays;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a message that waits while its context or its route stops: the table of lifecycle.md. */
@Timeout(60)
class WaitsAtAStopTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration AT_ONCE = Duration.ofSeconds(2); // far below the limit
    private static final long DAY = TimeUnit.DAYS.toMillis(1);

    private final CapturedLog log = new CapturedLog("io.mehari.context");
    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");
    private final ShutdownStrategy shutdown = context.getShutdownStrategy();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<@Nullable Object> journal = new CopyOnWriteArrayList<>();

    @BeforeEach
    void limit() {
        shutdown.setTimeout(LIMIT);
    }

    @AfterEach
    void stop() {
        shutdown.setTimeout(Duration.ZERO);
        context.stop();
        log.close();
    }

    private void start(Routes routes) {
        context.addRoutes(routes);
        context.start();
    }

    /** Sends a message that comes to wait. */
    private CompletableFuture<Exchange> send(String body) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody(body);
        return template.asyncSend("direct:a", exchange);
    }

    /** The common pool may have one thread, and a send in a test may block it. */
    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    private CompletableFuture<Exchange> sendElsewhere() {
        CompletableFuture<Exchange> sent = CompletableFuture.supplyAsync(
                () -> template.send("direct:a", exchange -> exchange.setBody("1")), OWN_THREAD);
        while (context.stats().inflight() == 0 && !sent.isDone()) {
            Thread.onSpinWait();
        }
        return sent;
    }

    private void note(Exchange exchange) {
        journal.add(exchange.getBody());
    }

    /** What is stopped: the whole context, or the route that the message is in. */
    enum Stopped {
        CONTEXT,
        ROUTE
    }

    private void stop(Stopped what) {
        if (what == Stopped.CONTEXT) {
            context.stop();
        } else {
            context.getRouteController().stopRoute("a");
            assertThat(context.getRouteController().getRouteStatus("a")).isEqualTo(ServiceStatus.Stopped);
        }
    }

    private Duration timeOf(Stopped what) {
        long begin = System.nanoTime();
        stop(what);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static @Nullable Exception failure(CompletableFuture<Exchange> sent) throws Exception {
        return sent.get(10, TimeUnit.SECONDS).getException();
    }

    // ---- delays

    @ParameterizedTest
    @EnumSource
    void r6_aDelayThatEndsWithinTheLimitIsWaitedFor(Stopped what) throws Exception {
        start(r -> r.from("direct:a").routeId("a").delay(150).process(this::note));
        long begin = System.nanoTime();
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isNull();
        assertThat(journal).containsExactly("1");
        assertThat(System.nanoTime() - begin)
                .as("not early")
                .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(150));
    }

    /** The stop of the route has a long limit and goes on. That of the context is over, and so are its timers. */
    @Test
    void r6_aDelayIsNotEarlyWhenItsContextStopsDuringAStopOfItsRoute() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        start(r -> r.from("direct:a")
                .routeId("a")
                .process(exchange -> {
                    entered.countDown();
                    goOn.await();
                })
                .delay(150)
                .process(this::note));
        CompletableFuture<Exchange> sent = sendElsewhere();
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stopped =
                CompletableFuture.runAsync(() -> context.getRouteController().stopRoute("a"), OWN_THREAD);
        while (context.getRouteController().getRouteStatus("a") != ServiceStatus.Stopping) {
            Thread.onSpinWait();
        }
        shutdown.setTimeout(Duration.ZERO);
        context.stop();
        goOn.countDown();
        assertThat(failure(sent)).isInstanceOf(EndedByStopException.class);
        assertThat(journal).isEmpty();
        stopped.get(10, TimeUnit.SECONDS);
    }

    /** The steps before which a message waits for a day. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Wait {
        DELAY(steps -> steps.delay(DAY)),
        THROTTLE(steps -> steps.throttle(1).timePeriodMillis(DAY)),
        DELAY_OF_A_CALLED_ROUTE(steps -> steps.to("direct:called")),
        DELAY_OF_A_PART(
                steps -> steps.split(exchange -> List.of("p")).delay(DAY).end()),
        DELAY_OF_A_PART_IN_PARALLEL(steps -> steps.split(exchange -> List.of("p"))
                .parallelProcessing()
                .delay(DAY)
                .end());

        final UnaryOperator<ProcessorDefinition<?>> wait;

        Wait(UnaryOperator<ProcessorDefinition<?>> wait) {
            this.wait = wait;
        }
    }

    private void startWith(Wait waits) throws Exception {
        start(r -> {
            waits.wait.apply(r.from("direct:a").routeId("a")).process(this::note);
            r.from("direct:called").delay(DAY).process(exchange -> {});
        });
        if (waits == Wait.THROTTLE) {
            send("first").get(10, TimeUnit.SECONDS);
            journal.clear();
        }
    }

    static Stream<Arguments> waitsAndStops() {
        return Stream.of(Wait.values())
                .flatMap(each -> Stream.of(Stopped.values()).map(what -> Arguments.of(each, what)));
    }

    @ParameterizedTest
    @MethodSource("waitsAndStops")
    void r6_aWaitThatEndsAfterTheLimitIsRefusedAtOnce(Wait waits, Stopped what) throws Exception {
        startWith(waits);
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isInstanceOf(EndedByStopException.class).hasMessageContaining("Context shop stops");
        assertThat(journal).as("never early").isEmpty();
        assertThat(log.messages())
                .containsExactly("Context shop: a stop refused messages that wait longer than its limit of 30s,"
                        + " by route: {a=1}; setDelays(...) of the ShutdownStrategy changes this [MH-59]");
    }

    @Test
    void r6_aMessageThatComesToWaitDuringAStopIsRefused() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        start(r -> r.from("direct:a")
                .process(exchange -> {
                    entered.countDown();
                    while (!context.getStatus().equals(ServiceStatus.Stopping)) {
                        Thread.onSpinWait();
                    }
                })
                .delay(DAY)
                .process(this::note));
        CompletableFuture<Exchange> sent = sendElsewhere();
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(timeOf(Stopped.CONTEXT)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isInstanceOf(EndedByStopException.class);
        assertThat(journal).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void r6_theErrorHandlerHearsOfAMessageThatIsRefused(Stopped what) throws Exception {
        start(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(-1).redeliveryDelay(0));
            r.onException(EndedByStopException.class)
                    .handled(true)
                    .setBody(constant("kept"))
                    .process(this::note);
            r.from("direct:a").routeId("a").delay(DAY).process(this::note);
        });
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isNull();
        assertThat(journal).containsExactly("kept");
    }

    @ParameterizedTest
    @EnumSource
    void r6_aRedeliveryThatComesAfterTheLimitIsGivenUpAtOnce(Stopped what) throws Exception {
        start(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(-1)
                    .redeliveryDelay(DAY)
                    .maximumRedeliveryDelay(DAY));
            r.from("direct:a").routeId("a").process(exchange -> {
                note(exchange);
                throw new IllegalArgumentException("no");
            });
        });
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        Exception failure = Objects.requireNonNull(failure(sent));
        assertThat(failure).hasMessage("no");
        assertThat(failure.getSuppressed()).hasOnlyElementsOfType(EndedByStopException.class);
        assertThat(journal).as("attempts").containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource
    void r6_aRedeliveryWithinTheLimitTakesPlace(Stopped what) throws Exception {
        start(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(100));
            r.from("direct:a").routeId("a").process(exchange -> {
                note(exchange);
                if (journal.size() == 1) {
                    throw new IllegalArgumentException("no");
                }
            });
        });
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isNull();
        assertThat(journal).containsExactly("1", "1");
    }

    @ParameterizedTest
    @MethodSource("waitsAndStops")
    void r6_whatWaitsGoesOnAtOnceIfItIsToRunNow(Wait waits, Stopped what) throws Exception {
        shutdown.setDelays(Delays.RUN_NOW);
        startWith(waits);
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isNull();
        assertThat(journal).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("waitsAndStops")
    void r6_whatWaitsIsWaitedForUpToTheLimitAndThenRefused(Wait waits, Stopped what) throws Exception {
        shutdown.setDelays(Delays.WAIT);
        shutdown.setTimeout(Duration.ofMillis(200));
        startWith(waits);
        CompletableFuture<Exchange> sent = send("1");
        assertThat(timeOf(what)).isBetween(Duration.ofMillis(200), AT_ONCE);
        assertThat(failure(sent)).isInstanceOf(EndedByStopException.class);
        assertThat(journal).as("never early").isEmpty();
    }

    @Test
    void r6_afterARestartMessagesWaitAsBefore() throws Exception {
        start(r -> r.from("direct:a").routeId("a").delay(50).process(this::note));
        stop(Stopped.ROUTE);
        context.getRouteController().startRoute("a");
        assertThat(failure(send("1"))).isNull();
        stop(Stopped.CONTEXT);
        context.start();
        assertThat(failure(send("2"))).isNull();
        assertThat(journal).containsExactly("1", "2");
    }

    // ---- what else waits

    @Test
    void r6_aMessageForAClosedDirectRouteFailsAtOnce() throws Exception {
        start(r -> {
            r.from("direct:a").to("direct:closed?timeout=100000");
            r.from("direct:closed").autoStartup(false).process(this::note);
        });
        CompletableFuture<Exchange> sent = sendElsewhere();
        assertThat(timeOf(Stopped.CONTEXT)).isLessThan(AT_ONCE);
        assertThat(failure(sent)).isInstanceOf(DirectConsumerNotAvailableException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void r6_anOpenGroupIsCompletedOrLeftAtOnce(boolean completed) throws Exception {
        start(r -> {
            var group = r.from("direct:a").routeId("a").aggregate(constant("k"), AggregationStrategies.string("+"));
            group.completionTimeout(DAY);
            if (completed) {
                group.forceCompletionOnStop();
            }
            group.process(this::note);
        });
        assertThat(failure(send("1"))).isNull();
        assertThat(timeOf(Stopped.CONTEXT)).isLessThan(AT_ONCE);
        assertThat(journal).hasSize(completed ? 1 : 0);
    }

    // ---- work without end

    /** Steps that never end. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Endless {
        SPLIT(steps ->
                steps.split(exchange -> forEver()).process(exchange -> {}).end()),
        SPLIT_THAT_SUSPENDS(steps -> steps.split(exchange -> forEver()).delay(1).end()),
        SPLIT_IN_PARALLEL(steps -> steps.split(exchange -> forEver())
                .parallelProcessing()
                .process(exchange -> {})
                .end()),
        LOOP(steps ->
                steps.loopDoWhile(exchange -> true).process(exchange -> {}).end()),
        LOOP_THAT_SUSPENDS(steps -> steps.loopDoWhile(exchange -> true).delay(1).end()),
        LOOP_OF_A_CALLED_ROUTE(steps -> steps.to("direct:loops")),
        LOOP_WITHIN_A_TRY(steps -> steps.loopDoWhile(exchange -> true)
                .doTry()
                .process(exchange -> {})
                .doCatch(Exception.class)
                .end()
                .end()),
        RECIPIENT_LIST(steps -> steps.recipientList(exchange -> slowNames())),
        RECIPIENT_LIST_IN_PARALLEL(
                steps -> steps.recipientList(exchange -> slowNames()).parallelProcessing()),
        REDELIVERY_WITHOUT_PAUSE(steps -> steps.to("direct:fails"));

        final UnaryOperator<ProcessorDefinition<?>> steps;

        Endless(UnaryOperator<ProcessorDefinition<?>> steps) {
            this.steps = steps;
        }

        private static Iterator<Integer> forEver() {
            return Stream.iterate(0, i -> i + 1).iterator();
        }

        private static Iterator<String> slowNames() {
            return Stream.iterate("direct:loops", name -> {
                        LockSupport.parkNanos(1_000_000); // else the heap is full soon if nobody ends it
                        return name;
                    })
                    .iterator();
        }
    }

    static Stream<Arguments> endlessAndStops() {
        return Stream.of(Endless.values())
                .flatMap(each -> Stream.of(Stopped.values()).map(what -> Arguments.of(each, what)));
    }

    @ParameterizedTest
    @MethodSource("endlessAndStops")
    void r6_workWithoutEndEndsWhenTheLimitIsOver(Endless endless, Stopped what) throws Exception {
        shutdown.setTimeout(Duration.ofMillis(50));
        start(r -> {
            var unused = endless.steps.apply(r.from("direct:a").routeId("a"));
            r.from("direct:loops")
                    .loopDoWhile(exchange -> true)
                    .process(exchange -> {})
                    .end();
            r.from("direct:fails")
                    .onException(IllegalStateException.class)
                    .maximumRedeliveries(-1)
                    .redeliveryDelay(0)
                    .end()
                    .throwException(new IllegalStateException("on purpose"));
        });
        CompletableFuture<Exchange> sent = sendElsewhere();
        assertThat(timeOf(what)).isLessThan(Duration.ofSeconds(5));
        assertThat(failure(sent)).hasStackTraceContaining("EndedByStopException");
    }
}
