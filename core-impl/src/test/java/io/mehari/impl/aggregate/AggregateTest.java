package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.AggregationFailedException;
import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.ProducerTemplate;
import io.mehari.TooManyCorrelationGroupsException;
import io.mehari.builder.AggregateDefinition;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.Routes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import io.mehari.impl.exchange.DefaultExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The aggregator: what each of its options does, and what it refuses. */
@Timeout(30)
class AggregateTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    /** What was aggregated, as "completedBy: body". */
    private final BlockingQueue<String> groups = new LinkedBlockingQueue<>();

    private final List<Exchange> groupExchanges = new ArrayList<>();
    private final List<String> behind = new ArrayList<>();

    @AfterEach
    void stop() {
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            context.stop();
            assertThat(log.messages())
                    .as("groups that a test left open")
                    .hasSizeLessThan(2)
                    .allMatch(text -> text.contains("not complete when the route stopped"));
        }
    }

    private static final AggregationStrategy JOIN = AggregationStrategies.string("+");

    private void start(Consumer<AggregateDefinition> options) throws Exception {
        start(JOIN, options);
    }

    private void start(AggregationStrategy strategy, Consumer<AggregateDefinition> options) throws Exception {
        routes(r -> {
            AggregateDefinition block = r.from("direct:a").routeId("a").aggregate(header("key"), strategy);
            options.accept(block);
            block.process(this::record).end().process(exchange -> behind.add(exchange.getBody(String.class)));
        });
    }

    private void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private void record(Exchange exchange) {
        synchronized (groupExchanges) {
            groupExchanges.add(exchange);
        }
        groups.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY) + ": " + exchange.getBody());
    }

    private Exchange send(Object key, Object body) {
        return send(key, body, "none", 0);
    }

    private Exchange send(Object key, Object body, String property, Object value) {
        return template.send("direct:a", exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setBody(body);
            exchange.setHeader("key", key);
            exchange.setProperty(property, value);
        });
    }

    private void sendAll(String key, String... bodies) {
        for (String body : bodies) {
            assertThat(send(key, body).getException()).isNull();
        }
    }

    private String nextGroup() throws InterruptedException {
        return String.valueOf(groups.poll(10, TimeUnit.SECONDS));
    }

    // ---- the messages and the aggregate

    @Test
    void eachMessageGoesOnAtOnceWithItsOwnBody() throws Exception {
        start(a -> a.completionSize(2));

        Exchange first = send("k", "1");
        assertThat(behind).containsExactly("1");
        Exchange second = send("k", "2");

        assertThat(behind).containsExactly("1", "2");
        assertThat(first.getBody()).isEqualTo("1");
        assertThat(second.getBody()).isEqualTo("2");
        assertThat(second.hasProperties()).as("nothing of the aggregate").isTrue();
        assertThat(second.getProperties()).containsOnlyKeys("none");
        assertThat(groups).containsExactly("size: 1+2");
    }

    /** Nothing is copied for these strategies: they may only read. */
    @ParameterizedTest
    @ValueSource(strings = {"string", "body", "original"})
    void aStrategyThatOnlyReadsGetsTheMessageAndLeavesItAsItIs(String name) throws Exception {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        AggregationStrategy strategy = Map.of(
                        "string", JOIN,
                        "body", AggregationStrategies.groupedBody(),
                        "original", AggregationStrategies.useOriginal())
                .get(name);
        routes(r -> r.from("direct:a")
                .setProperty("p", body())
                .process(exchange -> before.add(state(exchange)))
                .aggregate(header("key"), strategy)
                .completionSize(3)
                .process(this::record)
                .end()
                .process(exchange -> after.add(state(exchange))));
        for (int i = 1; i <= 6; i++) {
            send("k", i);
        }
        assertThat(after).isEqualTo(before).hasSize(6);
        assertThat(groups)
                .containsExactlyElementsOf(
                        switch (name) {
                            case "string" -> List.of("size: 1+2+3", "size: 4+5+6");
                            case "body" -> List.of("size: [1, 2, 3]", "size: [4, 5, 6]");
                            default -> List.of("size: 1", "size: 4");
                        });
        assertThat(groupExchanges).extracting(each -> each.getProperty("p")).containsExactly(1, 4);
    }

    private static String state(Exchange exchange) {
        return exchange.getExchangeId()
                + exchange.getBody()
                + exchange.getHeaders()
                + exchange.getAllProperties()
                + exchange.getPattern()
                + exchange.getException()
                + exchange.isRouteStop();
    }

    @Test
    void theAggregateIsAOneWayExchangeOfItsOwnThatSaysWhatItIs() throws Exception {
        start(a -> a.completionSize(2));
        Exchange first = send("k", "1");
        send("k", "2");

        Exchange group = groupExchanges.get(0);
        assertThat(group.getPattern()).isEqualTo(ExchangePattern.InOnly);
        assertThat(group.getExchangeId()).isNotEqualTo(first.getExchangeId());
        assertThat(group.getProperty(Exchange.CORRELATION_ID)).isEqualTo(first.getExchangeId());
        assertThat(group.getProperty(Exchange.AGGREGATED_CORRELATION_KEY)).isEqualTo("k");
        assertThat(group.getProperty(Exchange.AGGREGATED_SIZE)).isEqualTo(2);
        assertThat(group.getProperty(Exchange.AGGREGATED_TIMEOUT)).isNull();
        assertThat(group.getHeader("key")).isEqualTo("k");
    }

    @Test
    void groupsOfDifferentKeysAreSeparateAndBeginAgainWhenComplete() throws Exception {
        start(a -> a.completionSize(2));
        sendAll("a", "a1");
        sendAll("b", "b1", "b2");
        sendAll("a", "a2", "a3");
        sendAll("b", "b3");
        assertThat(groups).containsExactly("size: b1+b2", "size: a1+a2");
    }

    @Test
    void aGroupThatIsCompletedByAMessageRunsOnItsThreadBeforeItGoesOn() throws Exception {
        List<String> order = new ArrayList<>();
        Thread me = Thread.currentThread();
        routes(r -> r.from("direct:a")
                .aggregate(constant("k"), JOIN)
                .completionSize(1)
                .process(exchange -> order.add("group " + (Thread.currentThread() == me)))
                .end()
                .process(exchange -> order.add("message")));
        send("k", "1");
        assertThat(order).containsExactly("group true", "message");
    }

    @Test
    void stopInTheBlockEndsTheAggregateOnly() throws Exception {
        routes(r -> r.from("direct:a")
                .aggregate(constant("k"), JOIN)
                .completionSize(1)
                .stop()
                .end()
                .process(exchange -> behind.add("reached")));
        send("k", "1");
        assertThat(behind).containsExactly("reached");
    }

    @Test
    void anAggregateThatSuspendsHoldsUpNobody() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (Elsewhere elsewhere = new Elsewhere()) {
            routes(r -> r.from("direct:a")
                    .aggregate(header("key"), JOIN)
                    .completionSize(1)
                    .process(elsewhere.run(exchange -> release.await()))
                    .process(this::record)
                    .end()
                    .process(exchange -> behind.add(exchange.getBody(String.class))));
            sendAll("k", "1");
            assertThat(behind).containsExactly("1");
            assertThat(groups).isEmpty();
            release.countDown();
            assertThat(nextGroup()).isEqualTo("size: 1");
        }
    }

    @Test
    void aFailureInTheBlockIsTheRoutesAndNotTheMessages() throws Exception {
        routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.onException(IOException.class)
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0)
                    .handled(true)
                    .process(this::record);
            r.from("direct:a")
                    .doTry()
                    .aggregate(header("key"), JOIN)
                    .completionSize(2)
                    .process(exchange -> {
                        behind.add("try");
                        throw new IOException("in the block");
                    })
                    .end()
                    .endDoTry()
                    .doCatch(IOException.class)
                    .process(exchange -> behind.add("never"))
                    .end();
        });
        sendAll("k", "1", "2");
        assertThat(behind).containsExactly("try", "try", "try");
        assertThat(groups).containsExactly("size: 1+2");
    }

    /** The code has a doFinally block twice, but there is one aggregator. */
    @Test
    void anAggregatorInADoFinallyGathersFromBothWaysIntoIt() throws Exception {
        routes(r -> r.from("direct:a")
                .doTry()
                .process(exchange -> {
                    if ("bad".equals(exchange.getBody())) {
                        throw new IOException("bad");
                    }
                })
                .doFinally()
                .aggregate(header("key"), JOIN)
                .completionSize(2)
                .process(this::record)
                .end()
                .end());
        send("k", "good");
        assertThat(send("k", "bad").getException()).isInstanceOf(IOException.class);
        assertThat(groups).containsExactly("size: good+bad");
    }

    // ---- completion

    @Test
    void completionSizeOfAnExpressionAsksTheAggregate() throws Exception {
        start(a -> a.completionSize(exchange -> exchange.getBody(String.class).startsWith("2") ? "2" : null));
        sendAll("a", "1", "2", "3");
        sendAll("b", "2", "3");
        assertThat(groups).containsExactly("size: 2+3");
    }

    @Test
    void completionSizeThatIsNoNumberFailsTheMessage() throws Exception {
        start(a -> a.completionSize(exchange -> "many"));
        assertThat(send("k", "1").getException()).hasMessageContaining("many");
    }

    @Test
    void completionPredicateAsksTheAggregateAndKnowsItsSize() throws Exception {
        start(a -> a.completionPredicate(exchange -> "1+2+3".equals(exchange.getBody(String.class))
                && Integer.valueOf(3).equals(exchange.getProperty(Exchange.AGGREGATED_SIZE))));
        sendAll("k", "1", "2", "3");
        assertThat(groups).containsExactly("predicate: 1+2+3");
    }

    @Test
    void eagerCheckCompletionAsksTheMessageThatComes() throws Exception {
        start(a -> a.completionPredicate(body().isEqualTo("2")).eagerCheckCompletion());
        sendAll("k", "1", "2");
        assertThat(groups).containsExactly("predicate: 1+2");
    }

    @Test
    void aPredicateThatFailsFailsTheMessageWhichIsInItsGroup() throws Exception {
        start(a -> a.completionSize(2).completionPredicate(exchange -> {
            if ("1".equals(exchange.getBody(String.class))) {
                throw new IllegalStateException("on purpose");
            }
            return false;
        }));
        assertThat(send("k", "1").getException()).hasMessage("on purpose");
        sendAll("k", "2");
        assertThat(groups).containsExactly("size: 1+2");
    }

    @Test
    void completionTimeoutEndsAGroupToWhichNothingCame() throws Exception {
        List<String> hooks = new ArrayList<>();
        start(noting(hooks), a -> a.completionTimeout(20));
        sendAll("k", "1");
        assertThat(nextGroup()).isEqualTo("timeout: 1");
        assertThat(groupExchanges.get(0).getProperty(Exchange.AGGREGATED_TIMEOUT))
                .isEqualTo(20L);
        assertThat(hooks).containsExactly("timeout 1 -1 -1 20", "completion 1");
    }

    private static AggregationStrategy noting(List<String> hooks) {
        return new AggregationStrategy() {
            @Override
            public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
                return JOIN.aggregate(oldExchange, newExchange);
            }

            @Override
            public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {
                JOIN.onCompletion(exchange, inputExchange);
                hooks.add("completion " + (exchange == null ? null : exchange.getBody()));
            }

            @Override
            public void timeout(@Nullable Exchange exchange, int index, int total, long timeout) {
                hooks.add("timeout " + (exchange == null ? null : exchange.getBody()) + " " + index + " " + total + " "
                        + timeout);
            }
        };
    }

    /** The second message comes in time, and its strategy takes until long after the first one's deadline. */
    @Test
    void aMessageMovesTheDeadlineOfItsGroup() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        AtomicLong merged = new AtomicLong();
        start(
                (old, next) -> {
                    if (old != null) {
                        awaitTimer(first);
                        merged.set(System.nanoTime());
                    }
                    return JOIN.aggregate(old, next);
                },
                a -> a.completionTimeout(80));
        sendAll("k", "1", "2");
        assertThat(nextGroup()).isEqualTo("timeout: 1+2");
        assertThat(System.nanoTime() - merged.get()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(80));
    }

    /** Until a task that was scheduled for later than the group's has run. */
    private void awaitTimer(CountDownLatch latch) {
        context.getRoutingContextExtension().getThreadPools().schedule(latch::countDown, 120);
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void completionTimeoutOfAnExpressionAsksEachMessageAndMayComeNearer() throws Exception {
        start(a -> a.completionTimeout(header("key").convertTo(Long.class)));
        send(10_000_000, "late");
        send(1, "soon");
        assertThat(nextGroup()).isEqualTo("timeout: soon");

        context.stop();
        DefaultRoutingContext other = new DefaultRoutingContext();
        other.addRoutes(r -> r.from("direct:a")
                .aggregate(constant("k"), JOIN)
                .completionTimeout(body().convertTo(Long.class))
                .process(this::record));
        other.start();
        ProducerTemplate sender = other.createProducerTemplate();
        sender.sendBody("direct:a", "10000000");
        sender.sendBody("direct:a", null);
        sender.sendBody("direct:a", "5");
        assertThat(nextGroup()).isEqualTo("timeout: 10000000+5");
        other.stop();
    }

    @Test
    void completionIntervalEndsAllGroupsAgainAndAgain() throws Exception {
        start(a -> a.completionInterval(20));
        sendAll("a", "1");
        sendAll("b", "2");
        assertThat(List.of(nextGroup(), nextGroup())).containsExactlyInAnyOrder("interval: 1", "interval: 2");
        sendAll("a", "3");
        assertThat(nextGroup()).isEqualTo("interval: 3");
    }

    @Test
    void aStrategyMayCompleteItsOwnGroup() throws Exception {
        start(
                (old, next) -> {
                    Exchange result = JOIN.aggregate(old, next);
                    if ("3".equals(next.getBody(String.class))) {
                        result.setProperty(Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP, true);
                    }
                    return result;
                },
                a -> a.completionSize(100));
        sendAll("a", "1");
        sendAll("b", "2", "3");
        assertThat(groups).containsExactly("strategy: 2+3");
        assertThat(groupExchanges.get(0).getProperty(Exchange.AGGREGATION_COMPLETE_CURRENT_GROUP))
                .isNull();
    }

    // ---- where it runs

    @Test
    void parallelProcessingRunsGroupsOnTheSharedPool() throws Exception {
        BlockingQueue<String> threads = new LinkedBlockingQueue<>();
        routes(r -> r.from("direct:a")
                .aggregate(header("key"), JOIN)
                .completionSize(1)
                .parallelProcessing()
                .process(exchange -> threads.add(Thread.currentThread().getName())));
        sendAll("k", "1");
        assertThat(threads.poll(10, TimeUnit.SECONDS)).startsWith(context.getName() + "-worker");
    }

    @Test
    void executorServiceRunsGroupsAndWhatItRefusesTheSharedPoolRuns() throws Exception {
        BlockingQueue<String> threads = new LinkedBlockingQueue<>();
        List<Runnable> taken = new ArrayList<>();
        routes(r -> r.from("direct:a")
                .aggregate(header("key"), JOIN)
                .completionSize(1)
                .executorService(task -> {
                    if (!taken.isEmpty()) {
                        throw new RejectedExecutionException("full");
                    }
                    taken.add(task);
                })
                .process(exchange -> threads.add(Thread.currentThread().getName())));
        sendAll("k", "1", "2");
        assertThat(threads.poll(10, TimeUnit.SECONDS)).startsWith(context.getName() + "-worker");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (context.stats().inflight() > 1 && System.nanoTime() < deadline) {
            Thread.onSpinWait(); // the other one is about to leave
        }
        assertThat(context.stats().inflight())
                .as("the one that waits in the executor")
                .isEqualTo(1);
        taken.get(0).run();
        assertThat(threads).containsExactly(Thread.currentThread().getName());
    }

    // ---- what is refused

    @Test
    void aMessageWithoutAKeyIsRefused() throws Exception {
        start(a -> a.completionSize(1));
        assertThat(send(null, "1").getException())
                .isInstanceOf(InvalidCorrelationKeyException.class)
                .hasMessage("Invalid correlation key: in route a the key of a message is null; make sure that every"
                        + " message has a key, or use ignoreInvalidCorrelationKeys()");
        assertThat(send("", "1").getException()).hasMessageContaining("is blank");
        assertThat(behind).isEmpty();
    }

    @Test
    void ignoreInvalidCorrelationKeysLetsMessagesWithoutAKeyPass() throws Exception {
        start(a -> a.completionSize(1).ignoreInvalidCorrelationKeys());
        sendAll("", "1");
        assertThat(send(null, "2").getException()).isNull();
        assertThat(behind).containsExactly("1", "2");
        assertThat(groups).isEmpty();
    }

    @Test
    void anArrayIsNoKey() throws Exception {
        start(a -> a.completionSize(1).ignoreInvalidCorrelationKeys());
        assertThat(send(new int[1], "1").getException())
                .isInstanceOf(InvalidCorrelationKeyException.class)
                .hasMessageContaining("int[]")
                .hasMessageContaining("use a string or a list");
    }

    @Test
    void aKeyExpressionThatFailsFailsTheMessage() throws Exception {
        routes(r -> r.from("direct:a")
                .aggregate(
                        exchange -> {
                            throw new IllegalStateException("on purpose");
                        },
                        JOIN)
                .completionSize(1));
        assertThat(send("k", "1").getException()).hasMessage("on purpose");
    }

    @Test
    void moreGroupsThanTheMaximumAreRefused() throws Exception {
        start(a -> a.completionSize(2).maximumOpenGroups(2));
        sendAll("a", "1");
        sendAll("b", "2");
        assertThat(send("c", "3").getException())
                .isInstanceOf(TooManyCorrelationGroupsException.class)
                .hasMessageContaining("Route a: 2 groups are open, which is the maximum, and key [c]")
                .hasMessageContaining("maximumOpenGroups(...)");
        sendAll("a", "4");
        sendAll("c", "5");
        assertThat(groups).containsExactly("size: 1+4");
    }

    @Test
    void aStrategyThatFailsFailsTheMessageAndLeavesTheGroup() throws Exception {
        start(failingOn("2"), a -> a.completionSize(3));
        sendAll("k", "1");
        Exchange failed = send("k", "2");
        assertThat(failed.getException())
                .isInstanceOf(AggregationFailedException.class)
                .hasMessage("AggregationStrategy of route a failed: java.lang.IllegalStateException: on purpose"
                        + " (key [k], message 2 of its group)")
                .hasCauseInstanceOf(IllegalStateException.class);
        sendAll("k", "3", "4");
        assertThat(groups).containsExactly("size: 1+3+4");
        assertThat(behind).containsExactly("1", "3", "4");
    }

    private static AggregationStrategy failingOn(String body) {
        return (old, next) -> {
            if (body.equals(next.getBody(String.class))) {
                throw new IllegalStateException("on purpose");
            }
            return JOIN.aggregate(old, next);
        };
    }

    @Test
    void aStrategyThatFailsOnTheFirstMessageLeavesNoGroup() throws Exception {
        start(failingOn("1"), a -> a.completionSize(1).maximumOpenGroups(1));
        assertThat(send("a", "1").getException()).isInstanceOf(AggregationFailedException.class);
        sendAll("b", "2");
        assertThat(groups).containsExactly("size: 2");
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void aStrategyThatReturnsNullFailsTheMessage() throws Exception {
        start((old, next) -> null, a -> a.completionSize(1));
        assertThat(send("k", "1").getException())
                .isInstanceOf(AggregationFailedException.class)
                .hasMessageContaining("returned null which is not allowed");
    }

    @Test
    void aThirdExchangeThatAStrategyReturnsIsCopied() throws Exception {
        Exchange own = new DefaultExchange(context);
        own.setBody("own");
        start((old, next) -> own, a -> a.completionSize(2));
        sendAll("k", "1", "2");
        assertThat(groups).containsExactly("size: own");
        assertThat(own.hasProperties()).isFalse();
    }

    @Test
    void aStrategyThatSendsToItsOwnGroupIsRefused() throws Exception {
        start(
                (old, next) -> {
                    Exchange nested = send("k", "nested");
                    assertThat(nested.getException())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("sent a message to the group that it was called for, key [k]");
                    return JOIN.aggregate(old, next);
                },
                a -> a.completionSize(1));
        sendAll("k", "1");
        assertThat(groups).containsExactly("size: 1");
    }

    // ---- what a description must say

    private void refused(Consumer<AggregateDefinition> options, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(
                        r -> options.accept(r.from("direct:refused").aggregate(constant("k"), JOIN))))
                .withMessageContaining(message);
    }

    @Test
    void aDescriptionThatMakesNoSenseIsRefused() {
        refused(a -> {}, "has no completion condition: set one of completionSize");
        refused(a -> a.forceCompletionOnStop(), "has no completion condition");
        refused(a -> a.completionTimeout(1).completionInterval(1), "exclude each other");
        refused(a -> a.completionSize(0), "completionSize(0) must be at least 1");
        refused(a -> a.completionTimeout(-1), "completionTimeout(-1)");
        refused(a -> a.completionInterval(0), "completionInterval(0)");
        refused(a -> a.completionSize(1).maximumOpenGroups(0), "maximumOpenGroups(0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(
                        r -> r.from("direct:b").aggregate(constant("k")).completionSize(1)))
                .withMessageContaining("has no strategy");
    }

    // ---- strategies that are ready

    @Test
    void readyStrategiesInAnAggregator() throws Exception {
        Map<String, AggregationStrategy> ready = Map.of(
                "latest", AggregationStrategies.useLatest(),
                "original", AggregationStrategies.useOriginal(),
                "bodies", AggregationStrategies.groupedBody(),
                "exchanges", AggregationStrategies.groupedExchange(),
                "text", AggregationStrategies.string());
        routes(r -> ready.forEach((name, strategy) -> r.from("direct:" + name)
                .aggregate(constant("k"), strategy)
                .completionSize(3)
                .process(exchange -> groupExchanges.add(exchange))));
        assertThat(threeTo("latest").getBody()).isEqualTo("3");
        assertThat(threeTo("original").getBody()).isEqualTo("1");
        assertThat(threeTo("bodies").getBody()).isEqualTo(List.of("1", "2", "3"));
        assertThat(threeTo("text").getBody()).isEqualTo("123");
        Exchange grouped = threeTo("exchanges");
        assertThat(grouped.getBody()).isSameAs(grouped.getProperty(Exchange.GROUPED_EXCHANGE));
        assertThat((List<?>) grouped.getBody())
                .map(each -> ((Exchange) each).getBody())
                .containsExactly("1", "2", "3");
    }

    private Exchange threeTo(String name) {
        for (String body : List.of("1", "2", "3")) {
            template.sendBody("direct:" + name, body);
        }
        return groupExchanges.remove(0);
    }

    @Test
    void readyStrategiesInASplitKeepAFailure() throws Exception {
        Map<String, AggregationStrategy> ready = Map.of(
                "latest", AggregationStrategies.useLatest(),
                "original", AggregationStrategies.useOriginal(),
                "bodies", AggregationStrategies.groupedBody(),
                "text", AggregationStrategies.string(","));
        routes(r -> ready.forEach((name, strategy) -> r.from("direct:" + name)
                .split(body(), strategy)
                .process(exchange -> {
                    if ("bad".equals(exchange.getBody())) {
                        throw new IOException("bad");
                    }
                    exchange.setBody(exchange.getBody() + "!");
                })
                .end()));
        List<String> good = List.of("1", "2");
        assertThat(split("latest", good).getBody()).isEqualTo("2!");
        assertThat(split("original", good).getBody()).isEqualTo(good);
        assertThat(split("bodies", good).getBody()).isEqualTo(List.of("1!", "2!"));
        assertThat(split("text", good).getBody()).isEqualTo("1!,2!");
        for (String name : ready.keySet()) {
            assertThat(split(name, List.of("1", "bad", "2")).getException())
                    .as(name)
                    .hasMessage("bad");
        }
    }

    private Exchange split(String name, List<String> parts) {
        return template.send("direct:" + name, exchange -> exchange.setBody(parts));
    }
}
