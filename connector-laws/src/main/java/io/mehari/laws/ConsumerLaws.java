package io.mehari.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.builder.Routes;
import io.mehari.spi.SynchronizationAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws for consumers. */
public abstract class ConsumerLaws {
    private static final int PLENTY = 100;

    private ConsumerFixture fixture;
    private LawTest test;

    protected ConsumerLaws() {}

    /** Creates the connector's side and its other party, for one test. */
    protected abstract ConsumerFixture newFixture() throws Exception;

    @BeforeEach
    final void makeFixture() throws Exception {
        fixture = newFixture();
        test = new LawTest();
        fixture.prepare(test.context);
    }

    @AfterEach
    final void closeFixture() throws Exception {
        test.close();
        fixture.close();
    }

    private void start(Routes routes) throws Exception {
        test.context.addRoutes(routes);
        test.context.start();
    }

    /** Starts a route that holds each message. */
    private void startHolding(CountDownLatch inside, CountDownLatch mayEnd) throws Exception {
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            inside.countDown();
            awaitQuietly(mayEnd);
        }));
    }

    private Answer send(String body) throws Exception {
        return send(body, Map.of());
    }

    private Answer send(String body, Map<String, String> headers) throws Exception {
        try (ConsumerFixture.Session session = fixture.open()) {
            return session.send(body, headers);
        }
    }

    private Future<Answer> sendBeside(String body) {
        return test.beside(() -> send(body));
    }

    // ---- K1: acknowledge after the unit of work is done, only on success

    @Test
    void k1_theAnswerComesAfterTheCompletions() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch mayComplete = new CountDownLatch(1);
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            events.add("route");
            exchange.getUnitOfWork().addSynchronization(new SynchronizationAdapter() {
                @Override
                public void onComplete(Exchange done) {
                    awaitQuietly(mayComplete);
                    events.add("completion");
                }
            });
        }));
        Future<Answer> answer = test.beside(() -> {
            Answer got = send("one");
            events.add("answer");
            return got;
        });
        LawTest.await("the route has run", () -> events.contains("route"));
        Thread.sleep(50); // time for an answer that would be too early
        mayComplete.countDown();
        assertThat(answer.get(60, TimeUnit.SECONDS).acknowledged()).isTrue();
        assertThat(events).containsExactly("route", "completion", "answer");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "sneaky", "set"})
    void k1_aFailureIsNotAcknowledged(String kind) throws Exception {
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            if ("bad".equals(exchange.getBody(String.class))) {
                fail(exchange, kind);
            }
        }));
        assertThat(send("bad").acknowledged()).isFalse();
        assertThat(send("good").acknowledged()).isTrue();
        LawTest.await("nothing is in flight", () -> test.context.stats().inflight() == 0);
    }

    private static void fail(Exchange exchange, String kind) {
        IllegalStateException failure = new IllegalStateException("on purpose");
        switch (kind) {
            case "error" -> throw new AssertionError("on purpose");
            case "sneaky" -> throw sneaky(new IOException("on purpose"));
            case "set" -> exchange.setException(failure);
            default -> throw failure;
        }
    }

    /** Throws checked exceptions without declaring them, as code in other languages does. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneaky(Throwable failure) throws T {
        throw (T) failure;
    }

    /** Clients of brokers fetch messages in advance: a failure is no matter of those. */
    @Test
    void k1_aFailureConcernsNoMessageThatWaitsBehindIt() throws Exception {
        int others = 20;
        CountDownLatch mayFail = new CountDownLatch(1);
        Map<String, AtomicInteger> routed = new ConcurrentHashMap<>();
        start(r -> r.from(fixture.uri(1)).process(exchange -> {
            String body = exchange.getBody(String.class);
            routed.computeIfAbsent(body, each -> new AtomicInteger()).incrementAndGet();
            if ("bad".equals(body)) {
                awaitQuietly(mayFail);
                throw new IllegalStateException("on purpose");
            }
        }));
        Future<Answer> bad = sendBeside("bad");
        LawTest.await("it is in the route", () -> routed.containsKey("bad"));
        List<Future<Answer>> behind = IntStream.range(0, others)
                .mapToObj(i -> sendBeside("good " + i))
                .toList();
        Thread.sleep(200); // time to fetch them
        mayFail.countDown();
        assertThat(bad.get(60, TimeUnit.SECONDS).acknowledged()).isFalse();
        for (Future<Answer> each : behind) {
            assertThat(each.get(60, TimeUnit.SECONDS).acknowledged()).isTrue();
        }
        routed.remove("bad"); // a broker may give it again at any time
        assertThat(routed)
                .hasSize(others)
                .allSatisfy((body, times) -> assertThat(times).hasValue(1));
    }

    @Test
    void k1_aRouteThatEndsOnAnotherThreadIsAnswered() throws Exception {
        start(r -> r.from(fixture.uri(PLENTY)).delay(5).setBody(exchange -> "re: " + exchange.getBody(String.class)));
        try (ConsumerFixture.Session session = fixture.open()) {
            for (int i = 0; i < 20; i++) {
                Answer answer = session.send("message " + i, Map.of());
                assertThat(answer.acknowledged()).isTrue();
                if (fixture.hasReplies()) {
                    assertThat(answer.body()).isEqualTo("re: message " + i);
                }
            }
        }
    }

    // ---- K2: at least once

    /** A child process writes each message to a file before it acknowledges it. It is killed under load. */
    @Test
    void k2_whatWasAcknowledgedSurvivesAKill(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("processed");
        Process child = ChildRoute.start(fixture.uri(PLENTY), file, fixture.childPreparation());
        List<String> acknowledged = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> senders = new ArrayList<>();
        try {
            for (int sender = 0; sender < 3; sender++) {
                String name = "sender" + sender + "-";
                senders.add(test.beside(() -> sendUntilRefused(name, acknowledged)));
            }
            LawTest.await("200 messages are acknowledged", () -> acknowledged.size() > 200);
        } finally {
            child.destroyForcibly().waitFor();
        }
        for (Future<?> each : senders) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(Files.readAllLines(file)).containsAll(acknowledged);
    }

    private boolean sendUntilRefused(String name, List<String> acknowledged) {
        try (ConsumerFixture.Session session = fixture.open()) {
            for (int i = 0; ; i++) {
                if (!session.send(name + i, Map.of()).acknowledged()) {
                    return true;
                }
                acknowledged.add(name + i);
            }
        } catch (Exception e) {
            return true; // the connection has ended
        }
    }

    // ---- K3: a bounded number in flight

    @Test
    void k3_noMoreThanTheLimitAreInTheRouteAndNoneIsDropped() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        start(r -> r.from(fixture.uri(2)).process(exchange -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            mayEnd.acquireUninterruptibly();
            inside.decrementAndGet();
        }));
        List<Future<Answer>> answers =
                IntStream.range(0, 12).mapToObj(i -> sendBeside("message " + i)).toList();
        LawTest.await("two are in the route", () -> inside.get() == 2);
        Thread.sleep(100); // time for a third
        assertThat(most).hasValue(2);
        mayEnd.release(12);
        for (Future<Answer> each : answers) {
            assertThat(each.get(60, TimeUnit.SECONDS).acknowledged()).isTrue();
        }
        assertThat(most).hasValue(2);
    }

    @Test
    void k3_aFullQueueHoldsTheSenderBack() throws Exception {
        CountDownLatch mayTake = new CountDownLatch(1);
        ConcurrentLinkedQueue<String> taken = new ConcurrentLinkedQueue<>();
        AtomicInteger sent = new AtomicInteger();
        start(r -> {
            r.from(fixture.uri(4)).to(ExchangePattern.InOnly, "seda:full?size=2&blockWhenFull=true");
            r.from("seda:full?size=2&blockWhenFull=true").process(exchange -> {
                awaitQuietly(mayTake);
                taken.add(exchange.getBody(String.class));
            });
        });
        Future<Integer> sending = test.beside(() -> {
            try (ConsumerFixture.Session session = fixture.open()) {
                for (int i = 0; i < 50 && session.send("message " + i, Map.of()).acknowledged(); i++) {
                    sent.incrementAndGet();
                }
            }
            return sent.get();
        });
        LawTest.await("the queue is full", () -> sent.get() >= 2);
        Thread.sleep(100);
        assertThat(sent.get()).as("acknowledged while nothing is taken").isLessThanOrEqualTo(4);
        mayTake.countDown();
        assertThat(sending.get(60, TimeUnit.SECONDS)).isEqualTo(50);
        LawTest.await("all are taken", () -> taken.size() == 50);
    }

    /** What comes at once is more than the heap. Messages wait or are refused, and the next ones are processed. */
    @Test
    void k3_manyLongMessagesAtOnceNeedABoundedMemory(@TempDir Path folder) throws Exception {
        assumeTrue(fixture.longMessage() > 0, "the connector does not bound its memory");
        Path file = folder.resolve("processed");
        Process child = ChildRoute.start(fixture.uri(PLENTY), file, fixture.childPreparation(), "-Xmx48m");
        try {
            String text = "x".repeat(fixture.longMessage());
            List<Future<Answer>> answers =
                    IntStream.range(0, 200).mapToObj(i -> sendBeside(i + text)).toList();
            int acknowledged = 0;
            for (Future<Answer> each : answers) {
                acknowledged += each.get(120, TimeUnit.SECONDS).acknowledged() ? 1 : 0;
            }
            assertThat(acknowledged).isPositive();
            assertThat(Files.readAllLines(file)).hasSizeGreaterThanOrEqualTo(acknowledged);
            for (int i = 0; i < 20; i++) {
                assertThat(send("after them").acknowledged()).isTrue();
            }
            assertThat(child.isAlive()).isTrue();
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    // ---- K4: headers

    @Test
    void k4_headersAreFoundInAnySpellingAndThoseForRoutesStayOutside() throws Exception {
        AtomicReference<Map<String, Object>> seen = new AtomicReference<>(Map.of());
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            seen.set(new HashMap<>(exchange.getHeaders()));
            HeaderNames.all(HeaderNames.REFUSED, "inside").forEach(exchange::setHeader);
            exchange.setHeader("X-Answer", "outside");
            if (fixture.hasHeaders()) {
                assertThat(exchange.getHeader("x-ORDER")).isEqualTo("7");
            }
        }));
        Map<String, String> headers = HeaderNames.all(HeaderNames.REFUSED, "forged");
        headers.putAll(HeaderNames.all(HeaderNames.ORDINARY, "7"));
        Answer answer = send("one", headers);
        assertThat(answer.acknowledged()).isTrue();
        Map<String, Object> inside = Objects.requireNonNull(seen.get());
        assertThat(inside).doesNotContainValue("forged").doesNotContainKeys(HeaderNames.REFUSED.toArray(String[]::new));
        assertThat(answer.headers()).doesNotContainValue("inside");
        assertThat(answer.headers().keySet()).noneMatch(HeaderNames::isRefused);
        if (fixture.hasHeaders()) {
            assertThat(inside).containsAllEntriesOf(HeaderNames.all(HeaderNames.ORDINARY, "7"));
        }
        if (fixture.hasHeaders() && fixture.hasReplies()) {
            assertThat(answer.headers()).containsEntry("x-answer", "outside");
        }
    }

    // ---- K5: the order of one session

    @Test
    void k5_messagesOfASessionEnterTheRouteInTheirOrder() throws Exception {
        Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            String body = exchange.getMandatoryBody(String.class);
            int space = body.indexOf(' ');
            seen.computeIfAbsent(body.substring(0, space), name -> Collections.synchronizedList(new ArrayList<>()))
                    .add(Integer.valueOf(body.substring(space + 1)));
        }));
        List<Future<Boolean>> sessions = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            sessions.add(test.beside(() -> {
                try (ConsumerFixture.Session session = fixture.open()) {
                    for (int i = 0; i < 200; i++) {
                        session.send(name + " " + i, Map.of());
                    }
                }
                return true;
            }));
        }
        for (Future<Boolean> each : sessions) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertThat(seen.keySet()).containsExactlyInAnyOrder("a", "b");
        seen.values().forEach(numbers -> assertThat(numbers).hasSize(200).isSorted());
    }

    // ---- K7: stop

    @Test
    void k7_aStopAnswersWhatIsInTheRouteAndAcceptsNothingMore() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        startHolding(inside, mayEnd);
        Future<Answer> answer = sendBeside("in the route");
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        Future<Boolean> stopped = test.beside(() -> {
            test.context.stop();
            return true;
        });
        LawTest.await("no more is accepted", () -> fixture.keepsMessages() ? !test.context.isStarted() : !isAccepted());
        mayEnd.countDown();
        assertThat(answer.get(60, TimeUnit.SECONDS).acknowledged()).isTrue();
        assertThat(stopped.get(60, TimeUnit.SECONDS)).isTrue();
        if (fixture.keepsMessages()) {
            assertThat(send("too late").acknowledged()).isFalse();
        } else {
            assertThat(catchThrowable(() -> send("too late"))).isInstanceOf(Exception.class);
        }
    }

    private boolean isAccepted() {
        return catchThrowable(() -> fixture.open().close()) == null;
    }

    @Test
    void k7_aRouteThatHangsDoesNotKeepTheStopFromItsDeadline() throws Exception {
        test.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        startHolding(inside, never);
        Future<Answer> answer = sendBeside("hangs");
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        try (LawTest.CapturedLog log = new LawTest.CapturedLog()) {
            long begin = System.nanoTime();
            test.context.stop();
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
            assertThat(log.text()).contains("1"); // the report, by count
        }
        assertThat(answer.get(60, TimeUnit.SECONDS).acknowledged()).isFalse();
        never.countDown();
    }

    // ---- K8: faults

    @Test
    void k8_aMessageThatHangsDoesNotHoldTheOthers() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> {
            if ("hangs".equals(exchange.getBody(String.class))) {
                awaitQuietly(mayEnd);
            }
        }));
        Future<Answer> hanging = sendBeside("hangs");
        for (int i = 0; i < 20; i++) {
            assertThat(send("passes").acknowledged()).isTrue();
        }
        assertThat(hanging).isNotDone();
        mayEnd.countDown();
        assertThat(hanging.get(60, TimeUnit.SECONDS).acknowledged()).isTrue();
    }

    @Test
    void k8_aConnectionCutAtAnyByteBringsNoPartOfAMessage() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        start(r -> r.from(fixture.uri(PLENTY)).process(exchange -> seen.add(exchange.getBody(String.class))));
        int bytes = 0;
        while (fixture.cutAfter(bytes, "a whole message")) {
            bytes++;
        }
        assertThat(bytes).isGreaterThan(5);
        assertThat(send("after them").acknowledged()).isTrue();
        assertThat(seen).containsExactly("after them");
        LawTest.await("nothing is in flight", () -> test.context.stats().inflight() == 0);
    }

    @Test
    void k8_aSenderThatIsGoneLeavesNothingBehind() throws Exception {
        CountDownLatch inside = new CountDownLatch(5);
        CountDownLatch mayEnd = new CountDownLatch(1);
        startHolding(inside, mayEnd);
        List<ConsumerFixture.Session> sessions = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ConsumerFixture.Session session = fixture.open();
            sessions.add(session);
            var unused = test.beside(() -> session.send("gone soon", Map.of()));
        }
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        for (ConsumerFixture.Session each : sessions) {
            each.close();
        }
        mayEnd.countDown();
        LawTest.await("nothing is in flight", () -> test.context.stats().inflight() == 0);
        assertThat(send("another").acknowledged()).isTrue();
    }

    /** As by SIGSTOP. The other side has given it up meanwhile. */
    @Test
    void k8_aProcessThatWasFrozenGoesOn(@TempDir Path folder) throws Exception {
        assumeTrue(fixture.frozenMillis() > 0);
        Path file = folder.resolve("processed");
        Process child = ChildRoute.start(fixture.uri(2), file, fixture.childPreparation());
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        AtomicBoolean ended = new AtomicBoolean();
        try {
            Future<Integer> sender = test.beside(() -> {
                int number = 0;
                while (!ended.get()) {
                    String body = "message " + number++;
                    if (catchThrowable(
                                    () -> assertThat(send(body).acknowledged()).isTrue())
                            == null) {
                        acknowledged.add(body);
                    }
                }
                return number;
            });
            LawTest.await("some are acknowledged", () -> acknowledged.size() > 20);
            ChildRoute.freeze(child, fixture.frozenMillis());
            int before = acknowledged.size();
            LawTest.await("it goes on", () -> acknowledged.size() > before + 20);
            ended.set(true);
            sender.get(60, TimeUnit.SECONDS);
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(Files.readAllLines(file)).containsAll(acknowledged);
    }

    // ---- K9: starts again

    @Test
    void k9_aRouteThatWasStoppedStartsAgain() throws Exception {
        start(r -> r.from(fixture.uri(PLENTY)).routeId("again").process(exchange -> {}));
        for (int i = 0; i < 3; i++) {
            assertThat(send("round " + i).acknowledged()).isTrue();
            test.context.getRouteController().stopRoute("again");
            test.context.getRouteController().startRoute("again");
        }
        assertThat(send("the last").acknowledged()).isTrue();
    }

    @Test
    void k9_aRouteThatWasSuspendedGoesOn() throws Exception {
        start(r -> r.from(fixture.uri(PLENTY)).routeId("paused").process(exchange -> {}));
        assertThat(send("before").acknowledged()).isTrue();
        test.context.getRouteController().suspendRoute("paused");
        test.context.getRouteController().resumeRoute("paused");
        assertThat(send("after").acknowledged()).isTrue();
    }

    // ---- K10: passwords

    @Test
    void k10_passwordsDoNotAppear() {
        String password = "Correct-Horse-7";
        try (LawTest.CapturedLog log = new LawTest.CapturedLog()) {
            Throwable failure = catchThrowable(
                    () -> start(r -> r.from(fixture.uriWithPassword(password)).process(exchange -> {})));
            assertThat(failure).isNotNull();
            assertThat(LawTest.textOf(failure)).doesNotContain(password);
            assertThat(log.text()).doesNotContain(password);
        }
    }
}
