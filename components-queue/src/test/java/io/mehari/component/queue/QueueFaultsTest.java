package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.impl.threads.VirtualThreads;
import io.mehari.spi.SynchronizationAdapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults that queues of other frameworks have, and that these queues do not have. The numbers are those of a list of
 * faults.
 */
@ParameterizedClass
@ValueSource(strings = {"seda", "disruptor"})
@Timeout(60)
class QueueFaultsTest {

    private final String kind;
    private Bench bench;

    QueueFaultsTest(String kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        bench = new Bench();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private String uri(String options) {
        return kind + ":a?" + options;
    }

    // 13: completions when a message is discarded or refused: QueueLawsTest.u3…
    // 14: an interrupted send: QueueLawsTest.q4…

    @Test
    void fault13_noCompletionIsLostWhenTheMessageIsPurged() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange("purged");
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(kind + ":a", exchange);
        assertThat(ends.ends).isEmpty();
        bench.endpoint(kind + ":a").purgeQueue();
        assertThat(ends.ends).containsExactly("failure");
    }

    @Test
    void u3_aCompletionWhoseOrderThrowsStopsNoOther() {
        String uri = uri("multipleConsumers=true");
        bench.route(r -> {
            r.from(uri).process(each -> bench.received.add("one"));
            r.from(uri).process(each -> bench.received.add("other"));
        });
        bench.start();
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange("a");
        exchange.getExchangeExtension().addOnCompletion(ends);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public int getOrder() {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void onDone(Exchange done) {
                ends.ends.add("disordered");
            }
        });
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(uri, exchange);
        Bench.await(() -> ends.ends.size() == 3);
        assertThat(ends.ends).containsExactly("complete", "disordered", "complete");
    }

    @Test
    void fault13_noCompletionIsLostWhenTheContextStops() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange("left over");
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(kind + ":a", exchange);
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            bench.context.stop();
            assertThat(log.messages()).anyMatch(each -> each.contains("1 messages were left over"));
        }
        assertThat(ends.ends).containsExactly("failure");
    }

    @Test
    void fault13_whatIsRefusedInARouteCanBeTriedAgain() {
        AtomicInteger tries = new AtomicInteger();
        Bench.Ends ends = new Bench.Ends();
        bench.route(r -> {
            r.errorHandler(RouteBuilder.defaultErrorHandler()
                    .maximumRedeliveries(3)
                    .redeliveryDelay(0)
                    .onRedelivery(exchange -> {
                        tries.incrementAndGet();
                        bench.endpoint(kind + ":a").purgeQueue();
                    }));
            r.from("direct:in")
                    .process(exchange -> exchange.getExchangeExtension().addOnCompletion(ends))
                    .to(uri("size=1&blockWhenFull=false"))
                    .process(exchange -> bench.received.add("sent"));
        });
        bench.start();
        bench.template.sendBody(kind + ":a", "in the way");
        bench.template.sendBody("direct:in", "again");
        assertThat(tries).hasValue(1);
        assertThat(bench.received).containsExactly("sent");
        assertThat(ends.ends).as("they went along").isEmpty();
        bench.endpoint(kind + ":a").purgeQueue();
        assertThat(ends.ends).containsExactly("failure");
    }

    @Test
    void fault14_anInterruptedRequestFailsAndKeepsTheFlag() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        AtomicReference<Thread> sender = new AtomicReference<>();
        FutureTask<Boolean> flag = Bench.async(() -> {
            sender.set(Thread.currentThread());
            Exchange request = bench.template.send(kind + ":a", bench.exchange(ExchangePattern.InOut, "request"));
            assertThat(request.getException()).isInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });
        Bench.await(() -> bench.endpoint(kind + ":a").getCurrentQueueSize() == 1);
        sender.get().interrupt();
        assertThat(Bench.result(flag)).isTrue();
    }

    @Test
    void fault15_aReplyAndADeadlineAtTheSameMomentHaveOneWinner() throws Exception {
        String uri = uri("timeout=1");
        bench.route(r -> r.from(uri).process(exchange -> {
                    long until = System.nanoTime() + 950_000 + (Long) exchange.getBody();
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                    exchange.setBody("reply");
                }))
                .start();
        int timedOut = 0;
        for (long i = 0; i < 100; i++) {
            Exchange request = bench.exchange(ExchangePattern.InOut, i * 1_000);
            bench.template.asyncSend(uri, request).get(20, TimeUnit.SECONDS);
            if (request.getException() == null) {
                assertThat(request.getBody()).isEqualTo("reply");
            } else {
                timedOut++;
                assertThat(request.getException()).isInstanceOf(ExchangeTimedOutException.class);
                assertThat(request.getBody()).isEqualTo(i * 1_000);
            }
        }
        assertThat(timedOut).isBetween(0, 100);
    }

    @Test
    void fault16_aRequestWithinARouteHoldsNoThread() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        bench.route(r -> r.from(uri("")).process(exchange -> {
                    Bench.await(go);
                    exchange.setBody("reply");
                }))
                .route(r ->
                        r.from("direct:in").to(kind + ":a").process(exchange -> bench.received.add(exchange.getBody())))
                .start();
        CompletableFuture<Object> reply = bench.template.asyncRequestBody("direct:in", "request");
        assertThat(reply).as("the sender's thread is back").isNotDone();
        go.countDown();
        assertThat(reply.get(20, TimeUnit.SECONDS)).isEqualTo("reply");
        assertThat(bench.received).containsExactly("reply");
    }

    @Test
    void fault16_aRequestWithinARouteTimesOut() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        bench.route(r -> r.from("direct:in").to(kind + ":a?timeout=5"));
        Exchange request = bench.template.send("direct:in", bench.exchange(ExchangePattern.InOut, "request"));
        assertThat(request.getException()).isInstanceOf(ExchangeTimedOutException.class);
    }

    @Test
    void fault17_twoRoutesOnOneQueueGetAllCopiesWhateverElseTheirOptions() {
        bench.route(r -> r.from(uri("multipleConsumers=true")).process(exchange -> bench.received.add("one")));
        bench.route(r -> r.from(uri("multipleConsumers=true&concurrentConsumers=2"))
                .process(exchange -> bench.received.add("two")));
        bench.start();
        for (int i = 0; i < 20; i++) {
            bench.template.sendBody(kind + ":a", i);
        }
        bench.awaitReceived(40);
        assertThat(bench.received.stream().filter("one"::equals)).hasSize(20);
    }

    @Test
    void fault18_suspendingDropsNothing() {
        bench.receiving(uri("purgeWhenStopping=true")).start();
        bench.suspend("receiver");
        bench.template.sendBody(kind + ":a", "kept");
        bench.resume("receiver");
        bench.awaitReceived(1);
    }

    @Test
    void fault19_stoppingASuspendedRouteDoesNotWaitForWhatIsQueued() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        bench.template.sendBody(kind + ":a", "queued");
        bench.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMinutes(1));
        long began = System.nanoTime();
        bench.context.getRouteController().stopRoute("receiver");
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(10));
        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(1);
    }

    @Test
    void fault20_restartingOneEndpointLeavesTheSharedQueueToTheOther() {
        bench.receiving(uri("")).start();
        bench.suspend("receiver");
        QueueEndpoint other = bench.endpoint(kind + ":a?timeout=1");
        bench.template.sendBody(other, "queued");
        other.stop();
        other.start();
        assertThat(bench.endpoint(uri("")).getCurrentQueueSize()).isEqualTo(1);
        bench.template.sendBody(other, "another");
        bench.resume("receiver");
        bench.awaitReceived(2);
    }

    @Test
    void fault21_aNegativeOfferTimeoutIsNone() {
        String uri = uri("size=1&blockWhenFull=true&offerTimeout=-1");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        bench.template.sendBody(uri, 1);
        FutureTask<Object> sent = Bench.async(() -> {
            bench.template.sendBody(uri, 2);
            return null;
        });
        Bench.await(() -> bench.endpoint(uri).queue().only().blockedSenders.waiting() == 1);
        bench.resume("receiver");
        Bench.result(sent);
        bench.awaitReceived(2);
        assertThat(bench.endpoint(uri).stats().blockedNanos()).isPositive();
    }

    @Test
    void fault22_thePollTimeoutCostsNoTimeAtStartOrStop() {
        bench.receiving(uri(kind.equals("seda") ? "pollTimeout=600000" : "")).start();
        long began = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            bench.template.sendBody(kind + ":a", i);
            bench.awaitReceived(i + 1);
        }
        bench.context.stop();
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void fault23_noTaskThatWasTakenIsLostWhenVirtualThreadsStop() {
        assumeThat(VirtualThreads.EXIST).isTrue();
        String uri = uri("virtualThreadPerTask=true&concurrentConsumers=3&blockWhenFull=true&size=4");
        bench.receiving(uri);
        int sent = 0;
        for (int cycle = 0; cycle < 20; cycle++) {
            bench.context.start();
            for (int i = 0; i < 20; i++) {
                bench.template.sendBody(uri, sent++);
            }
            bench.context.stop();
            assertThat(bench.received).hasSize(sent);
        }
    }

    @Test
    void fault24_consumersComeAndGoWithoutTheQueueLosingAnything() throws Exception {
        String uri = uri("size=16&blockWhenFull=true");
        bench.receiving(uri).start();
        int count = 5_000;
        FutureTask<Object> sender = Bench.async(() -> {
            ProducerTemplate template = bench.context.createProducerTemplate();
            for (int i = 0; i < count; i++) {
                template.sendBody(uri, i);
            }
            return null;
        });
        for (int round = 0; !sender.isDone(); round++) {
            String id = "extra" + round;
            bench.route(r -> r.from(uri("")).routeId(id).process(exchange -> bench.received.add(exchange.getBody())));
            SpinThenPark.pause(Integer.MAX_VALUE);
            bench.suspend(id);
            bench.resume(id);
            bench.suspend("receiver");
            bench.resume("receiver");
            bench.context.getRouteController().stopRoute(id, Duration.ofMillis(1));
        }
        Bench.result(sender);
        Bench.await(() -> bench.received.size() >= count);
        assertThat(bench.received).hasSize(count).doesNotHaveDuplicates();
    }

    @Test
    void aSecondRouteFromOneEndpointIsRefused_untilTheFirstHasStopped() throws Exception {
        bench.receiving(uri("")).start();
        assertThatThrownBy(() -> bench.context.addRoutes(
                        r -> r.from(uri("")).routeId("second").process(exchange -> {})))
                .hasStackTraceContaining("route receiver consumes from " + kind + ":a already")
                .hasStackTraceContaining("multipleConsumers=true");
        bench.context.addRoutes(
                r -> r.from(uri("")).routeId("second").autoStartup(false).process(exchange -> {}));
        bench.suspend("receiver");
        assertThatThrownBy(() -> bench.context.getRouteController().startRoute("second"))
                .hasStackTraceContaining("route receiver consumes from");
        bench.context.getRouteController().stopRoute("receiver", Duration.ofSeconds(1));
        bench.context.getRouteController().startRoute("second");
        bench.context.getRouteController().stopRoute("second", Duration.ofSeconds(1));
        bench.context.getRouteController().startRoute("receiver");
        bench.template.sendBody(uri(""), 1);
        Bench.await(() -> bench.received.size() == 1);
    }

    @Test
    void fault24_copiesOfAMessageThatTheSenderGoesOnChanging() {
        bench.route(r -> r.from(uri("multipleConsumers=true&blockWhenFull=true"))
                .process(exchange -> bench.received.add(exchange.getHeader("n"))));
        bench.start();
        Exchange exchange = bench.exchange("same");
        for (int i = 0; i < 500; i++) {
            exchange.setHeader("n", i);
            bench.context.getEndpoint(kind + ":a");
            try {
                bench.endpoint(kind + ":a?blockWhenFull=true").createProducer().process(exchange);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            assertThat(exchange.getException()).isNull();
        }
        bench.awaitReceived(500);
        assertThat(bench.received).isSorted();
    }

    // ---- more of the laws

    @Test
    void q6_allOrNoneGetAMessage() {
        String uri = uri("multipleConsumers=true&size=2&blockWhenFull=false");
        CountDownLatch release = fastAndSlow(uri);
        bench.template.sendBody(uri, 1);
        bench.awaitReceived(2);
        bench.template.sendBody(uri, 2);
        bench.awaitReceived(3);
        assertThatThrownBy(() -> bench.template.sendBody(uri, 3)).hasCauseInstanceOf(QueueFullException.class);
        release.countDown();
        bench.awaitReceived(6);
        assertThat(bench.received).containsOnly("fast", "slow");
        assertThat(bench.received.stream().filter("fast"::equals)).hasSize(3);
    }

    /** Two subscribers, of which one has taken a message and waits for the latch. */
    private CountDownLatch fastAndSlow(String uri) {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bench.route(r -> r.from(uri).routeId("fast").process(exchange -> bench.received.add("fast")));
        bench.route(r -> r.from(uri).routeId("slow").process(exchange -> {
            entered.countDown();
            Bench.await(release);
            bench.received.add("slow");
        }));
        bench.start();
        bench.template.sendBody(uri, 0);
        Bench.await(entered);
        bench.awaitReceived(1);
        return release;
    }

    @Test
    void q6_aSenderWaitsForRoomInFrontOfTheSlowestConsumer() {
        String uri = uri("multipleConsumers=true&size=1&blockWhenFull=true");
        CountDownLatch release = fastAndSlow(uri);
        bench.template.sendBody(uri, 1);
        FutureTask<Object> sent = Bench.async(() -> {
            bench.template.sendBody(uri, 2);
            return null;
        });
        bench.awaitReceived(2);
        release.countDown();
        Bench.result(sent);
        bench.awaitReceived(6);
    }

    @Test
    void q6_messagesWaitForTheFirstConsumer() {
        String uri = uri("multipleConsumers=true");
        bench.endpoint(uri);
        bench.start();
        bench.template.sendBody(uri, 1);
        bench.receiving(uri);
        bench.awaitReceived(1);
        bench.suspend("receiver");
        bench.template.sendBody(uri, 2);
        bench.context.getRouteController().stopRoute("receiver", Duration.ofMillis(1));
        bench.template.sendBody(uri, 3);
        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(3);
        assertThat(bench.received).containsExactly(1, 2, 3);
    }

    @Test
    void u3_completionsRunWhenTheLastOfTheCopiesIsDone() {
        CountDownLatch slow = new CountDownLatch(1);
        String uri = uri("multipleConsumers=true");
        bench.route(r -> r.from(uri).process(exchange -> bench.received.add("fast")));
        bench.route(r -> r.from(uri).process(exchange -> Bench.await(slow)));
        bench.start();
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange(1);
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(uri, exchange);
        bench.awaitReceived(1);
        assertThat(ends.ends).isEmpty();
        slow.countDown();
        Bench.await(() -> ends.ends.size() == 1);
        bench.context.stop();
        assertThat(ends.ends).containsExactly("complete");
    }

    @Test
    void q5_aRequestToSeveralConsumersIsAnsweredWhenTheLastIsDone() {
        String uri = uri("multipleConsumers=true");
        bench.route(r -> r.from(uri).process(exchange -> bench.received.add("one")));
        bench.route(r -> r.from(uri).process(exchange -> bench.received.add("two")));
        bench.start();
        Exchange request = bench.template.send(uri, bench.exchange(ExchangePattern.InOut, "request"));
        assertThat(request.getException()).isNull();
        assertThat(bench.received).hasSize(2);
    }

    @Test
    void q9_anInterruptOfOneMessageDoesNotReachTheNext() {
        bench.route(r -> r.from(uri("")).process(exchange -> {
                    bench.received.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                }))
                .start();
        bench.suspend("route1");
        bench.template.sendBody(kind + ":a", 1);
        bench.template.sendBody(kind + ":a", 2);
        bench.resume("route1");
        bench.awaitReceived(2);
        assertThat(bench.received).containsExactly(false, false);
    }

    @Test
    void q10_twoRoutesThatFeedEachOtherAreTold() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        String a = kind + ":a?size=2&blockWhenFull=true";
        String b = kind + ":b?size=2&blockWhenFull=true";
        for (String[] pair : new String[][] {{a, b}, {b, a}}) {
            bench.route(r -> r.from(pair[0]).process(exchange -> {
                for (int i = 0; i < 3 && failure.get() == null; i++) {
                    failure.compareAndSet(
                            null,
                            bench.template.send(pair[1], bench.exchange(i)).getException());
                }
            }));
        }
        bench.start();
        bench.template.sendBody(a, "first");
        Bench.await(() -> failure.get() != null);
        assertThat(failure.get())
                .isInstanceOf(QueueLoopException.class)
                .hasMessageContaining(kind + ":a")
                .hasMessageContaining(kind + ":b")
                .hasMessageContaining("loop");
    }

    @Test
    void q13_whoWaitsForThisLegDoesNotWaitForTheNext() {
        CountDownLatch go = new CountDownLatch(1);
        bench.route(r -> r.from(uri("waitForTaskToComplete=Always"))
                        .process(exchange -> exchange.setBody("first leg"))
                        .to(kind + ":b"))
                .route(r -> r.from(kind + ":b").process(exchange -> {
                    Bench.await(go);
                    bench.received.add("second leg");
                }))
                .start();
        Exchange sent = bench.template.send(uri("waitForTaskToComplete=Always"), bench.exchange("body"));
        assertThat(sent.getBody()).isEqualTo("first leg");
        go.countDown();
        bench.awaitReceived(1);
    }

    @Test
    void q13_aHandedOverMessageTakesItsCompletionsAlong() {
        Bench.Ends ends = new Bench.Ends();
        CountDownLatch go = new CountDownLatch(1);
        List<Exchange> seen = Collections.synchronizedList(new ArrayList<>());
        bench.route(r -> r.from("direct:in")
                        .process(exchange -> exchange.getExchangeExtension().addOnCompletion(ends))
                        .process(seen::add)
                        .to(kind + ":a"))
                .route(r -> r.from(kind + ":a").process(seen::add).process(exchange -> Bench.await(go)))
                .start();
        bench.template.sendBody("direct:in", "body");
        Bench.await(() -> seen.size() == 2);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
        assertThat(ends.ends).isEmpty();
        go.countDown();
        Bench.await(() -> ends.ends.size() == 1);
        assertThat(ends.ends).containsExactly("complete");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void x1_withThePoolOnAllIsGivenBack(int consumers) {
        bench.context.getRoutingContextExtension().setExchangePool(64, false);
        String uri = uri("size=8&concurrentConsumers=" + consumers + "&blockWhenFull=true");
        bench.route(r -> r.from("direct:in").to(uri))
                .route(r -> r.from(uri).process(exchange -> bench.received.add(exchange.getBody())))
                .start();
        for (int i = 0; i < 100; i++) {
            bench.template.sendBody(uri, i);
            bench.template.sendBody("direct:in", i);
            bench.template.requestBody(uri, i);
        }
        bench.template.sendBody(uri("discardIfNoConsumers=true").replace(":a", ":nobody"), "dropped");
        bench.awaitReceived(300);
        bench.context.stop();
        var statistics = bench.context.getRoutingContextExtension().getExchangePoolStatistics();
        assertThat(statistics.released()).isEqualTo(statistics.acquired());
        assertThat(statistics.refused()).isZero();
    }

    @Test
    void aThousandRoundsThroughAQueueAndACallNestNothing() {
        CountDownLatch rounds = new CountDownLatch(1_000);
        bench.route(r -> r.from(uri("")).to("direct:b"))
                .route(r -> r.from("direct:b")
                        .filter(exchange -> rounds.getCount() > 0)
                        .to(kind + ":a")
                        .process(exchange -> rounds.countDown())
                        .end()
                        .process(exchange -> {}))
                .start();
        bench.template.sendBody(kind + ":a", "round and round");
        Bench.await(rounds);
    }

    @Test
    void sendingToAStoppedContextIsRefused() {
        bench.receiving(uri("")).start();
        bench.template.sendBody(kind + ":a", 1);
        bench.awaitReceived(1);
        QueueEndpoint endpoint = bench.endpoint(kind + ":a");
        bench.context.stop();
        Exchange late = bench.exchange("late");
        try {
            endpoint.createProducer().process(late);
        } catch (Exception e) {
            late.setException(e);
        }
        assertThat(late.getException())
                .isInstanceOf(QueueClosedException.class)
                .hasMessageContaining("its context has stopped");
        bench.context.start();
        bench.template.sendBody(kind + ":a", 2);
        bench.awaitReceived(2);
    }

    /** Two subscribers, of which one stops with a message that the other has had, and starts last. */
    @Test
    void q6_whatAStoppedConsumerHasLeftIsForItsOwnRoute() {
        List<Object> other = Collections.synchronizedList(new ArrayList<>());
        bench.receiving(uri("multipleConsumers=true"))
                .route(r -> r.from(uri("multipleConsumers=true"))
                        .routeId("other")
                        .process(exchange -> other.add(exchange.getBody())))
                .start();
        bench.suspend("other");
        bench.template.sendBody(uri("multipleConsumers=true"), "first");
        Bench.await(() -> bench.received.size() == 1);
        for (String route : List.of("receiver", "other")) {
            bench.context.getRouteController().stopRoute(route, Duration.ofMillis(1));
        }
        bench.context.getRouteController().startRoute("receiver");
        bench.context.getRouteController().startRoute("other");
        bench.template.sendBody(uri("multipleConsumers=true"), "second");
        Bench.await(() -> other.size() == 2 && bench.received.size() == 2);
        assertThat(other).containsExactly("first", "second");
        assertThat(bench.received).containsExactly("first", "second");
    }

    @Test
    void q6_whatAStoppedConsumerHasTakenStaysCounted() {
        String uri = uri("multipleConsumers=true");
        bench.receiving(uri)
                .route(r -> r.from(uri).routeId("other").process(exchange -> {}))
                .start();
        bench.template.sendBody(uri, "a");
        bench.template.sendBody(uri, "b");
        Bench.await(() -> bench.endpoint(uri).stats().taken() == 4);
        bench.context.getRouteController().stopRoute("other");
        QueueStatistics statistics = bench.endpoint(uri).stats();
        assertThat(statistics.enqueued()).isEqualTo(4);
        assertThat(statistics.taken()).isEqualTo(4);
    }
}
