package io.mehari.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws for producers. */
public abstract class ProducerLaws {
    private ProducerFixture fixture;
    private LawTest test;
    private ProducerTemplate template;

    protected ProducerLaws() {}

    /** Creates the connector's side and its other party, for one test. */
    protected abstract ProducerFixture newFixture() throws Exception;

    @BeforeEach
    final void makeFixture() throws Exception {
        fixture = newFixture();
        test = new LawTest();
        fixture.prepare(test.context);
        template = test.context.createProducerTemplate();
    }

    @AfterEach
    final void closeFixture() throws Exception {
        fixture.release();
        test.close();
        fixture.close();
    }

    private void startRoute(String uri) throws Exception {
        test.context.addRoutes(r -> r.from("direct:in").to(uri));
        test.context.start();
    }

    private Exchange send(String body) {
        return template.send("direct:in", exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setBody(body);
        });
    }

    /** Asserts that the exchange has not failed, and has the reply to that body. */
    private void assertAnswered(@Nullable Exchange sent, String body) {
        assertThat(Objects.requireNonNull(sent).getException()).isNull();
        assertThat(sent.getBody(String.class)).isEqualTo(fixture.hasReplies() ? "re: " + body : body);
    }

    /** Whether the message was answered. The answer must belong to this message. */
    private boolean isDelivered(String body) {
        Exchange sent = send(body);
        if (sent.isFailed()) {
            return false;
        }
        assertAnswered(sent, body);
        return true;
    }

    private void awaitReceived(String body) throws InterruptedException {
        LawTest.await("the server has " + body, () -> fixture.received().contains(body));
    }

    private void nothingIsInFlight() throws InterruptedException {
        LawTest.await("nothing is in flight", () -> test.context.stats().inflight() == 0);
    }

    // ---- K1: success only if the other side has answered

    @Test
    void k1_theReplyBecomesTheBody() throws Exception {
        fixture.start();
        startRoute(fixture.uri(""));
        for (int i = 0; i < 20; i++) {
            assertAnswered(send("message " + i), "message " + i);
        }
        awaitReceived("message 19");
        assertThat(fixture.received()).hasSize(20);
    }

    @Test
    void k1_aSendWithoutAnAnswerFails() throws Exception {
        fixture.start();
        startRoute(fixture.uri(""));
        fixture.cutNextAnswer(0);
        assertThat(send("one").getException()).isNotNull();
        nothingIsInFlight();
    }

    // ---- K2: one end

    @ParameterizedTest
    @ValueSource(strings = {"Reply", "Accepted", "Queued"})
    void k2_aThreadOrTimerThatCannotBeMadeEndsTheSendOnce(String completion) throws Exception {
        assumeTrue(fixture.hasOptionsOfMehari());
        fixture.start();
        var extension = test.context.getRoutingContextExtension();
        FaultyThreads threads = new FaultyThreads(extension.getThreadPools());
        extension.setThreadPools(threads);
        String uri = fixture.uri(fixture.completion(completion) + "&" + fixture.timeout(60_000));
        startRoute(uri);
        List<Runnable> faults = List.of(threads::failNextThread, threads::failNextTimer);
        try (Producer producer = test.context.getEndpoint(uri).createProducer()) {
            producer.start();
            for (int i = 0; i < 4; i++) {
                faults.get(i % 2).run();
                AtomicInteger ends = new AtomicInteger();
                begin(producer, "message " + i, ends);
                LawTest.await("it ends", () -> ends.get() > 0);
                String next = "after " + i;
                begin(producer, next, new AtomicInteger());
                awaitReceived(next);
                assertThat(ends).hasValue(1);
            }
        }
        nothingIsInFlight();
    }

    private static void begin(Producer producer, String body, AtomicInteger ends) {
        Exchange exchange = producer.getEndpoint().createExchange();
        exchange.setPattern(ExchangePattern.InOut);
        exchange.setBody(body);
        ((AsyncProcessor) producer).process(exchange, doneSync -> ends.incrementAndGet());
    }

    // ---- K4: headers

    /** What the route has set for itself stays as it is, whatever the answer contains. */
    @Test
    void k4_headersForRoutesNeitherLeaveNorEnter() throws Exception {
        fixture.start();
        Map<String, String> answer = HeaderNames.all(HeaderNames.REFUSED, "forged");
        answer.put("X-Answer", "7");
        answer.put("CamelOfTheAnswer", "forged");
        answer.put("meharIOfTheAnswer", "forged");
        fixture.answerWith(answer);
        startRoute(fixture.uri(""));
        Map<String, String> own = HeaderNames.all(HeaderNames.REFUSED, "inside");
        Map<String, String> ordinary = HeaderNames.all(HeaderNames.ORDINARY, "7");
        Exchange sent = template.send("direct:in", exchange -> {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setBody("one");
            own.forEach(exchange::setHeader);
            ordinary.forEach(exchange::setHeader);
        });
        assertAnswered(sent, "one");
        awaitReceived("one");
        assertThat(fixture.lastHeaders()).doesNotContainValue("inside");
        assertThat(fixture.lastHeaders().keySet()).noneMatch(HeaderNames::isRefused);
        assertThat(sent.getHeaders()).containsAllEntriesOf(own).doesNotContainValue("forged");
        if (fixture.hasHeaders()) {
            ordinary.keySet()
                    .forEach(name ->
                            assertThat(fixture.lastHeaders()).containsEntry(name.toLowerCase(Locale.ROOT), "7"));
        }
        if (fixture.hasHeaders() && fixture.hasReplies()) {
            assertThat(sent.getHeader("x-ANSWER")).isEqualTo("7");
        }
    }

    // ---- K6: sending blocks no thread

    @Test
    void k6_aSenderThatWaitsForAReplyHoldsNoThread() throws Exception {
        int count = 80;
        fixture.start();
        fixture.hold();
        startRoute(fixture.uri(""));
        long threads = ownThreads();
        CountDownLatch done = new CountDownLatch(count);
        List<Exchange> sent = new ArrayList<>();
        Endpoint endpoint = test.context.getEndpoint(fixture.uri(""));
        try (Producer producer = endpoint.createProducer()) {
            producer.start();
            for (int i = 0; i < count; i++) {
                Exchange exchange = endpoint.createExchange();
                exchange.setPattern(ExchangePattern.InOut);
                exchange.setBody("message " + i);
                sent.add(exchange);
                assertThat(((AsyncProcessor) producer).process(exchange, doneSync -> done.countDown()))
                        .as("returns at once")
                        .isFalse();
            }
            LawTest.await("the server has some", () -> !fixture.received().isEmpty());
            assertThat(ownThreads() - threads)
                    .as("threads for " + count + " replies")
                    .isLessThan(count / 4);
            assertThat(done.getCount()).isEqualTo(count);
            fixture.release();
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < count; i++) {
                assertAnswered(sent.get(i), "message " + i);
            }
        }
    }

    /** The number of threads of this process, without those of the other party. */
    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> !each.getName().startsWith(ProducerFixture.OTHER_THREADS))
                .count();
    }

    @Test
    void k6_aReplyThatIsLateTouchesNothing() throws Exception {
        assumeTrue(fixture.hasOptionsOfMehari());
        fixture.start();
        startRoute(fixture.uri(fixture.timeout(200)));
        LawTest.await("it is delivered", () -> isDelivered("before"));
        fixture.hold();
        Exchange late = send("late");
        assertThat(late.getException()).isInstanceOf(ExchangeTimedOutException.class);
        assertThat(late.getBody(String.class)).isEqualTo("late");
        fixture.release();
        for (int i = 0; i < 10; i++) {
            String next = "next " + i;
            LawTest.await("it is delivered", () -> isDelivered(next)); // not at once on a slow machine
        }
        assertThat(late.getBody(String.class)).isEqualTo("late");
        nothingIsInFlight();
    }

    @Test
    void k6_acceptedDoesNotWaitForTheReply() throws Exception {
        assumeTrue(fixture.hasOptionsOfMehari());
        fixture.start();
        fixture.hold();
        startRoute(fixture.uri(fixture.completion("Accepted")));
        var sending = test.beside(() -> send("one"));
        awaitReceived("one");
        if (!fixture.hasReplies()) { // the message is accepted by the answer
            Thread.sleep(50); // time for an end that would be too early
            assertThat(sending).isNotDone();
            fixture.release();
        }
        assertThat(sending.get(60, TimeUnit.SECONDS).getException()).isNull();
    }

    @Test
    void k6_aQueuedMessageThatCannotBeSentGoesToItsEndpoint() throws Exception {
        assumeTrue(fixture.hasOptionsOfMehari());
        ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
        test.context.addRoutes(r -> r.from("direct:failed").process(exchange -> {
            assertThat(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)).isInstanceOf(Exception.class);
            failed.add(exchange.getBody(String.class));
        }));
        startRoute(fixture.uri(
                joined(fixture.completion("Queued") + "&onSendFailure=direct:failed", fixture.failingSoon())));
        for (int i = 0; i < 5; i++) {
            assertThat(send("message " + i).getException()).isNull(); // no server runs
        }
        LawTest.await("all have come back", () -> failed.size() == 5);
        nothingIsInFlight();
    }

    @Test
    void k6_queuedMessagesArriveInTheirNumber() throws Exception {
        assumeTrue(fixture.hasOptionsOfMehari());
        fixture.start();
        startRoute(fixture.uri(fixture.completion("Queued")));
        for (int i = 0; i < 200; i++) {
            assertThat(send("message " + i).getException()).isNull();
        }
        LawTest.await("all have come", () -> fixture.received().size() == 200);
    }

    private static String joined(String options, String more) {
        return more.isEmpty() ? options : options + "&" + more;
    }

    // ---- K7: stop

    @Test
    void k7_aStopFailsWhatHasNoAnswerAtItsDeadline() throws Exception {
        fixture.start();
        fixture.hold();
        test.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        startRoute(fixture.uri(""));
        var waiting = test.beside(() -> send("one"));
        awaitReceived("one");
        test.context.stop();
        assertThat(waiting.get(60, TimeUnit.SECONDS).getException()).isNotNull();
    }

    // ---- K8: faults

    @Test
    void k8_anAnswerCutAtAnyByteFailsTheSendAndNoOther() throws Exception {
        fixture.start();
        startRoute(fixture.uri(""));
        int length = fixture.answerLength("a body");
        for (int bytes = 0; bytes < length; bytes++) {
            fixture.cutNextAnswer(bytes);
            assertThat(send("a body").isFailed())
                    .as("cut after " + bytes + " of " + length)
                    .isTrue();
        }
        LawTest.await("a send succeeds again", () -> isDelivered("after them"));
        nothingIsInFlight();
    }

    @Test
    void k8_aServerThatStartsAgainIsFoundAgain() throws Exception {
        fixture.start();
        startRoute(fixture.uri(fixture.timeout(5_000))); // a client may wait for the server
        for (int i = 0; i < 3; i++) {
            String body = "round " + i;
            LawTest.await("it is delivered", () -> isDelivered(body));
            fixture.stop();
            assertThat(send("no server is running").isFailed()).isTrue();
            fixture.start();
        }
        LawTest.await("it is delivered", () -> isDelivered("the last"));
        nothingIsInFlight();
    }

    @Test
    void k8_anUnknownHostIsNamed() throws Exception {
        startRoute(fixture.uriOfUnknownHost());
        Exception failure = send("one").getException();
        assertThat(LawTest.textOf(Objects.requireNonNull(failure, "it must fail")))
                .contains("host.invalid");
        nothingIsInFlight();
    }

    // ---- K9: a route starts without its server

    @Test
    void k9_aRouteStartsWithoutItsServerAndSendsWhenItIsThere() throws Exception {
        startRoute(fixture.uri(fixture.timeout(5_000))); // a client may wait for the server
        assertThat(send("too early").isFailed()).isTrue();
        fixture.start();
        LawTest.await("it is delivered", () -> isDelivered("in time"));
    }

    // ---- K10: passwords

    @Test
    void k10_passwordsDoNotAppear() {
        String password = "Correct-Horse-7";
        try (LawTest.CapturedLog log = new LawTest.CapturedLog()) {
            Throwable failure = catchThrowable(() -> startRoute(fixture.uriWithPassword(password)));
            assertThat(failure).isNotNull();
            assertThat(LawTest.textOf(failure)).doesNotContain(password);
            assertThat(log.text()).doesNotContain(password);
        }
    }
}
