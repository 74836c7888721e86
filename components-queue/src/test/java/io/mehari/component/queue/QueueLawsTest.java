package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.RoutingExecutionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws Q1 to Q13 for both kinds of queue, whatever the number of consumers, the size, the waiting and the threads. */
@ParameterizedClass
@MethodSource("shapes")
@Timeout(60)
class QueueLawsTest {

    private final Shape shape;
    private Bench bench;

    QueueLawsTest(Shape shape) {
        this.shape = shape;
    }

    static List<Shape> shapes() {
        return Shape.all();
    }

    @BeforeEach
    void open() {
        bench = new Bench(shape.threads() == Shape.Threads.VIRTUAL);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private String blocking(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("blockWhenFull=true");
        return shape.uri("a", all.toArray(String[]::new));
    }

    /** Fills the queue of a suspended route. */
    private void fill(String uri) {
        for (int i = 0; i < shape.capacity(); i++) {
            bench.template.sendBody(uri, i);
        }
        assertThat(bench.endpoint(uri).getCurrentQueueSize()).isEqualTo(shape.capacity());
    }

    // ---- Q1, Q2

    @Test
    void q2_eachMessageOnceAndInOrderForOneConsumer() {
        String uri = blocking();
        bench.receiving(uri).start();
        int count = 300;
        for (int i = 0; i < count; i++) {
            bench.template.sendBody(uri, i);
        }
        bench.awaitReceived(count);
        if (shape.consumers() == 1) {
            assertThat(bench.received).isSorted();
        } else {
            assertThat(bench.received).doesNotHaveDuplicates();
        }
        // the counts are exact only while no thread takes, and the last taker may still look for more
        Bench.await(() -> bench.endpoint(uri).stats().enqueued() == count);
        QueueStatistics statistics = bench.endpoint(uri).stats();
        assertThat(statistics.taken()).isEqualTo(count);
        assertThat(statistics.capacity()).isEqualTo(shape.capacity());
    }

    @Test
    void q1_aSuspendedRouteKeepsWhatComesAndGoesOnWithIt() {
        String uri = blocking();
        bench.receiving(uri).start();
        bench.template.sendBody(uri, "before");
        bench.awaitReceived(1);
        bench.suspend("receiver");
        fill(uri);
        assertThat(bench.received).hasSize(1);
        bench.resume("receiver");
        bench.awaitReceived(1 + shape.capacity());
    }

    @Test
    void q1_aStoppedRouteKeepsWhatComesAndGoesOnWithItWhenItStartsAgain() {
        String uri = blocking();
        bench.receiving(uri).start();
        bench.context.getRouteController().stopRoute("receiver");
        fill(uri);
        assertThat(bench.received).isEmpty();
        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(shape.capacity());
    }

    // ---- Q3, Q4

    @Test
    void q3_aFullQueueRefuses() {
        String uri = shape.uri("a", "blockWhenFull=false");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        fill(uri);
        assertThatThrownBy(() -> bench.template.sendBody(uri, "too much"))
                .hasCauseInstanceOf(QueueFullException.class)
                .hasMessageContaining(shape.kind() + ":a is full")
                .hasMessageContaining("blockWhenFull");
        bench.resume("receiver");
        bench.awaitReceived(shape.capacity());
    }

    @Test
    void q3_aFullQueueDropsAndCounts() {
        String uri = shape.uri("a", "discardWhenFull=true");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        fill(uri);
        bench.template.sendBody(uri, "dropped");
        assertThat(bench.endpoint(uri).stats().discarded()).isEqualTo(1);
        bench.resume("receiver");
        bench.awaitReceived(shape.capacity());
    }

    @Test
    void q3_aSenderWaitsForRoomAndForHowLongItMay() {
        String uri = blocking("offerTimeout=5");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        fill(uri);
        assertThatThrownBy(() -> bench.template.sendBody(uri, "too late"))
                .hasCauseInstanceOf(QueueFullException.class)
                .hasMessageContaining("offerTimeout");
        String patient = blocking();
        FutureTask<Object> sent = Bench.async(() -> {
            bench.template.sendBody(patient, "patient");
            return null;
        });
        bench.resume("receiver");
        Bench.result(sent);
        bench.awaitReceived(shape.capacity() + 1);
        assertThat(bench.received).contains("patient").doesNotContain("too late");
    }

    @Test
    void q4_interruptedSendKeepsTheFlagAndFails() {
        String uri = blocking();
        bench.receiving(uri).start();
        bench.suspend("receiver");
        fill(uri);
        AtomicReference<Thread> sender = new AtomicReference<>();
        FutureTask<Boolean> flag = Bench.async(() -> {
            sender.set(Thread.currentThread());
            assertThatThrownBy(() -> bench.template.sendBody(uri, "never"))
                    .hasCauseInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });
        Bench.await(() -> sender.get() != null && sender.get().getState() == Thread.State.WAITING);
        sender.get().interrupt();
        assertThat(Bench.result(flag)).isTrue();
        bench.resume("receiver");
        bench.awaitReceived(shape.capacity());
        assertThat(bench.received).doesNotContain("never");
    }

    // ---- Q5

    @Test
    void q5_aRequestIsAnswered() {
        String uri = blocking();
        bench.route(r -> r.from(uri).process(exchange -> exchange.setBody("re: " + exchange.getBody())))
                .start();
        for (int i = 0; i < 20; i++) {
            assertThat(bench.template.requestBody(uri, i)).isEqualTo("re: " + i);
        }
    }

    @Test
    void q5_aLateReplyTouchesNothing() {
        String uri = blocking("timeout=10");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        bench.route(r -> r.from(uri).process(exchange -> {
                    begun.countDown();
                    Bench.await(answer);
                    exchange.setBody("late");
                    exchange.getExchangeExtension().addOnCompletion(new Bench.Ends());
                    answered.countDown();
                }))
                .start();
        Exchange request;
        do { // one that is given up before it is taken is not processed
            request = bench.exchange(ExchangePattern.InOut, "request");
            bench.template.send(uri, request);
            assertThat(request.getException()).isInstanceOf(ExchangeTimedOutException.class);
        } while (begun.getCount() > 0);
        answer.countDown();
        Bench.await(answered);
        bench.context.stop(); // when the copy has ended
        assertThat(request.getBody()).isEqualTo("request");
        assertThat(request.getException()).isInstanceOf(ExchangeTimedOutException.class);
    }

    @Test
    void q5_aPurgedRequestHearsAtOnce() {
        String uri = blocking("timeout=60000");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        FutureTask<Exchange> request =
                Bench.async(() -> bench.template.send(uri, bench.exchange(ExchangePattern.InOut, "request")));
        Bench.await(
                () -> { // a message that is still being offered stays
                    bench.endpoint(uri).purgeQueue();
                    return request.isDone();
                });
        assertThat(Bench.result(request).getException()).isInstanceOf(MessageDiscardedException.class);
        assertThat(bench.endpoint(uri).getCurrentQueueSize()).isZero();
    }

    @Test
    void q5_aRequestHearsWhenItsConsumerStops() {
        String uri = blocking("timeout=60000");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        FutureTask<Exchange> request =
                Bench.async(() -> bench.template.send(uri, bench.exchange(ExchangePattern.InOut, "request")));
        Bench.await(() -> bench.endpoint(uri).getCurrentQueueSize() == 1);
        bench.context.getRouteController().stopRoute("receiver", Duration.ofMillis(1));
        assertThat(Bench.result(request).getException())
                .isInstanceOf(MessageDiscardedException.class)
                .hasMessageContaining("stopped");
        bench.context.getRouteController().startRoute("receiver");
        Bench.await(() -> bench.endpoint(uri).stats().taken() == 1);
        bench.template.sendBody(uri, "next");
        bench.awaitReceived(1);
        assertThat(bench.received)
                .as("a request that was given up is not processed")
                .containsExactly("next");
    }

    @Test
    void q5_aSuspendedRouteHoldsNoThread() throws Exception {
        String uri = blocking();
        String slow = shape.kind() + ":slow?size=16";
        CountDownLatch answer = new CountDownLatch(1);
        int requests = Math.min(shape.capacity(), 4) + 1;
        CountDownLatch sent = new CountDownLatch(requests);
        bench.route(r -> r.from(uri)
                        .process(exchange -> sent.countDown())
                        .to(ExchangePattern.InOut, slow)
                        .process(exchange -> bench.received.add(exchange.getBody())))
                .route(r -> r.from(slow).process(exchange -> Bench.await(answer)))
                .start();
        for (int i = 0; i < requests; i++) {
            bench.template.sendBody(uri, i);
        }
        Bench.await(() -> sent.getCount() <= 1); // as many are under way as the queue holds
        answer.countDown();
        bench.awaitReceived(requests);
    }

    // ---- Q6

    @Test
    void q6_everyConsumerGetsItsOwnCopyTakenWhenTheMessageWasPublished() {
        String uri = blocking("multipleConsumers=true");
        List<Exchange> exchanges = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 3; i++) {
            bench.route(r -> r.from(uri).process(exchange -> {
                exchanges.add(exchange);
                bench.received.add(exchange.getHeader("when"));
                exchange.setHeader("when", "changed");
            }));
        }
        bench.start();
        for (int i = 0; i < 5; i++) {
            Exchange original = bench.exchange("body");
            original.setHeader("when", "published");
            bench.template.send(uri, original);
            original.setHeader("when", "later");
        }
        bench.awaitReceived(15);
        assertThat(bench.received).containsOnly("published");
        assertThat(exchanges).doesNotHaveDuplicates();
    }

    // ---- Q9, Q10, Q11

    @Test
    void q9_aConsumerSurvivesWhateverTheRouteThrows() {
        String uri = blocking();
        AtomicInteger count = new AtomicInteger();
        bench.route(r -> r.from(uri).process(exchange -> {
                    bench.received.add(exchange.getBody());
                    switch (count.getAndIncrement() % 3) {
                        case 0 -> throw new StackOverflowError("on purpose");
                        case 1 -> throw new IllegalStateException("on purpose");
                        default -> Thread.currentThread().interrupt();
                    }
                }))
                .start();
        try (CapturedLog log = new CapturedLog("io.mehari")) {
            for (int i = 0; i < 12; i++) {
                bench.template.sendBody(uri, i);
            }
            bench.awaitReceived(12);
            bench.context.stop();
            assertThat(log.messages()).hasSizeGreaterThanOrEqualTo(8);
        }
    }

    @Test
    void q10_aRouteThatFeedsItsOwnFullQueueIsTold() {
        String uri = blocking();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        bench.route(r -> r.from(uri).process(exchange -> {
                    for (int i = 0; failure.get() == null; i++) {
                        Exchange sent = bench.template.send(uri, bench.exchange(i));
                        failure.compareAndSet(null, sent.getException());
                    }
                }))
                .start();
        bench.template.sendBody(uri, "first");
        Bench.await(() -> failure.get() != null);
        assertThat(failure.get())
                .isInstanceOf(QueueLoopException.class)
                .hasMessageContaining(shape.kind() + ":a -> " + shape.kind() + ":a");
    }

    @Test
    void q11_aSlowConsumerDoesNotStallTheOthers() {
        if (shape.consumers() > 1) {
            String uri = blocking();
            CountDownLatch end = new CountDownLatch(1);
            AtomicBoolean first = new AtomicBoolean(true);
            bench.route(r -> r.from(uri).process(exchange -> {
                        if (first.getAndSet(false)) {
                            Bench.await(end);
                        }
                        bench.received.add(exchange.getBody());
                    }))
                    .start();
            for (int i = 0; i < 50; i++) {
                bench.template.sendBody(uri, i);
            }
            bench.awaitReceived(49);
            end.countDown();
            bench.awaitReceived(50);
        }
    }

    // ---- Q12, Q13

    @Test
    void q12_startPublishStopLosesNothing() {
        String uri = blocking();
        bench.receiving(uri);
        int sent = 0;
        for (int cycle = 0; cycle < 5; cycle++) {
            bench.start();
            for (int i = 0; i < 3; i++) {
                bench.template.sendBody(uri, sent++);
            }
            bench.context.stop();
            assertThat(bench.received).hasSize(sent);
        }
        assertThat(bench.received).doesNotHaveDuplicates();
    }

    @Test
    void q13_theLastStepHandsItsExchangeOver() {
        String uri = blocking();
        List<Exchange> seen = java.util.Collections.synchronizedList(new ArrayList<>());
        bench.route(r -> r.from("direct:in").process(seen::add).to(uri))
                .route(r -> r.from(uri).process(seen::add).process(exchange -> bench.received.add("done")))
                .start();
        bench.template.sendBody("direct:in", "moved");
        bench.awaitReceived(1);
        assertThat(seen).hasSize(2);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
    }

    // ---- U3

    @Test
    void u3_completionsRunOnceWhateverBecomesOfTheMessage() {
        String uri = shape.uri("a", "discardWhenFull=true");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        List<Bench.Ends> all = new ArrayList<>();
        for (int i = 0; i < shape.capacity() + 2; i++) {
            Bench.Ends ends = new Bench.Ends();
            Exchange exchange = bench.exchange(i);
            exchange.getExchangeExtension().addOnCompletion(ends);
            bench.template.send(uri, exchange);
            all.add(ends);
        }
        assertThat(all.get(shape.capacity()).ends).containsExactly("failure");
        assertThat(all.get(shape.capacity() + 1).ends).containsExactly("failure");
        assertThat(all.get(0).ends).isEmpty();
        bench.resume("receiver");
        bench.awaitReceived(shape.capacity());
        bench.context.stop();
        for (int i = 0; i < shape.capacity(); i++) {
            assertThat(all.get(i).ends).containsExactly("complete");
        }
    }

    @Test
    void u3_whatIsRefusedStaysWithItsSender() {
        String uri = shape.uri("a", "blockWhenFull=false");
        bench.receiving(uri).start();
        bench.suspend("receiver");
        fill(uri);
        Bench.Ends ends = new Bench.Ends();
        Exchange exchange = bench.exchange("refused");
        exchange.getExchangeExtension().addOnCompletion(ends);
        bench.template.send(uri, exchange);
        assertThat(exchange.getException()).isInstanceOf(QueueFullException.class);
        assertThat(ends.ends).containsExactly("failure");
        assertThatThrownBy(() -> bench.template.sendBody(uri, "refused")).isInstanceOf(RoutingExecutionException.class);
    }
}
