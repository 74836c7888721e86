package io.mehari.component.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The expectations of a mock, and its messages when they are not met. */
class MockEndpointTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext("mocks");
    private final ProducerTemplate template = context.createProducerTemplate();
    private final MockEndpoint mock = MockEndpoint.resolve(context, "mock:a?resultWaitTime=20");

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private void send(Object... bodies) {
        for (Object body : bodies) {
            template.sendBody(mock, body);
        }
    }

    private void sendHeader(String name, Object value) {
        template.sendBodyAndHeader(mock.getEndpointUri(), "with header", name, value);
    }

    @Test
    void theLatestListOfBodiesCounts() {
        mock.expectedBodiesReceived("a", "b");
        mock.expectedBodiesReceived("c");
        send("c");
        satisfied();
    }

    private void satisfied() {
        assertThatCode(mock::assertIsSatisfied).doesNotThrowAnyException();
    }

    private void notSatisfied(String... complaints) {
        assertThatThrownBy(mock::assertIsSatisfied)
                .isExactlyInstanceOf(AssertionError.class)
                .hasMessageStartingWith("mock:a?resultWaitTime=20: ")
                .hasMessageContainingAll(complaints);
    }

    // ---- counts

    @Test
    void nothingExpectedIsSatisfiedAtOnce() {
        satisfied();
        send(1);
        satisfied();
    }

    @Test
    void anExactNumberIsNeitherFewerNorMore() {
        mock.expectedMessageCount(2);
        send("x");
        notSatisfied("expected 2 messages, but received 1 within ", "[0] body: x (java.lang.String), headers: {}");
        send("x");
        satisfied();
        send("x");
        notSatisfied("expected 2 messages, but received 3");
    }

    @Test
    void theNumberMayComeFromTheUri() throws Exception {
        MockEndpoint counting = MockEndpoint.resolve(context, "mock:b?expectedCount=1");
        template.sendBody(counting, 1);
        counting.assertIsSatisfied();
    }

    @Test
    void aMinimumMayBeExceeded() {
        mock.expectedMinimumMessageCount(1);
        notSatisfied("expected 1 message or more, but received 0 within ");
        send(1, 2);
        satisfied();
    }

    @Test
    void minusOneLeavesTheNumberOpenAndLessIsRefused() {
        mock.expectedMessageCount(3);
        mock.setExpectedMessageCount(-1);
        satisfied();
        refused(
                () -> mock.expectedMessageCount(-2),
                "mock:a?resultWaitTime=20: expectedMessageCount must be 0 or more");
        refused(() -> mock.expectedMinimumMessageCount(-2), "expectedMinimumMessageCount must be 0 or more");
        refused(() -> mock.setRetainFirst(-2), "retainFirst must be 0 or more");
        refused(() -> mock.setRetainLast(-2), "retainLast must be 0 or more");
        refused(() -> mock.message(-1), "messages are numbered from 0");
        refused(() -> mock.whenExchangeReceived(0, exchange -> {}), "the first exchange received is number 1, not 0");
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
    }

    @Test
    void anAssertionWaitsForMessagesThatAreUnderWay() throws Exception {
        MockEndpoint patient = MockEndpoint.resolve(context, "mock:patient");
        patient.expectedMessageCount(3);
        Thread sender = new Thread(() -> List.of(1, 2, 3).forEach(body -> template.sendBody(patient, body)));
        sender.start();
        patient.assertIsSatisfied();
        sender.join();
    }

    @Test
    void whereNoneIsExpectedTheFirstToComeEndsTheWait() throws Exception {
        mock.expectedMessageCount(0);
        mock.assertIsSatisfied(5);
        CountDownLatch asserting = new CountDownLatch(1);
        Thread sender = new Thread(() -> {
            await(asserting);
            send("unwanted");
        });
        sender.start();
        long begin = System.nanoTime();
        asserting.countDown();
        assertThatThrownBy(() -> mock.assertIsSatisfied(60_000))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected no message, but received 1");
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        sender.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- bodies

    @Test
    void bodiesInOrder() {
        mock.expectedBodiesReceived("a", "2", null, new byte[] {1});
        send("a", 2, null, new byte[] {1});
        satisfied();
    }

    @Test
    void bodiesMayBeAList() {
        mock.expectedBodiesReceived(List.of("a", "b"));
        send("a");
        notSatisfied("expected 2 messages, but received 1");
        send("c");
        notSatisfied("message 1: expected body b (java.lang.String), but was c (java.lang.String)");
    }

    @Test
    void failFast_aWrongBodyIsToldBeforeTheOthersCome() {
        mock.setResultWaitTime(60_000);
        mock.expectedBodiesReceived("a", "b");
        send("b");
        notSatisfied("message 0: expected body a (java.lang.String), but was b (java.lang.String)");
    }

    @Test
    void withoutFailFastTheCountIsWaitedForFirst() {
        mock.setFailFast(false);
        mock.expectedBodiesReceived("a", "b");
        send("b");
        notSatisfied("expected 2 messages, but received 1");
    }

    @Test
    void bodiesInAnyOrderCountEachOnce() {
        mock.expectedBodiesReceivedInAnyOrder("a", "b", "a");
        send("b", "a", "a");
        satisfied();
        mock.reset();
        mock.expectedBodiesReceivedInAnyOrder(List.of("a", "b", "a"));
        send("b", "a", "b");
        notSatisfied("expected a message with body a (java.lang.String), but none is left");
    }

    // ---- headers and properties

    @Test
    void aHeaderThatEachMessageHas() {
        mock.expectedHeaderReceived("type", "1");
        notSatisfied("expected 1 message or more, but received 0");
        sendHeader("Type", 1);
        satisfied();
        send("without");
        notSatisfied("message 1: expected header type equal to 1 (java.lang.String), but was null");
    }

    @Test
    void headerValuesInAnyOrder() {
        mock.expectedHeaderValuesReceivedInAnyOrder("n", 1, 2);
        sendHeader("n", 2);
        sendHeader("n", "1");
        satisfied();
        mock.reset();
        mock.expectedHeaderValuesReceivedInAnyOrder("n", List.of(1, 2));
        sendHeader("n", 2);
        sendHeader("n", 2);
        notSatisfied("expected a message with header n 1 (java.lang.Integer), but none is left");
    }

    @Test
    void aPropertyThatEachMessageHas() {
        mock.expectedPropertyReceived("p", 1);
        template.send(mock.getEndpointUri(), exchange -> exchange.setProperty("p", 1));
        satisfied();
        template.send(mock.getEndpointUri(), exchange -> exchange.setProperty("p", 2));
        notSatisfied("message 1: expected property p equal to 1 (java.lang.Integer), but was 2 (java.lang.Integer)");
    }

    // ---- single messages

    @Test
    void aSingleMessageMustComeAndFit() {
        mock.message(1).body().isEqualTo("b");
        send("a");
        notSatisfied("there is an expectation for message 1, but it did not come");
        send("c");
        notSatisfied("message 1: expected body equal to b (java.lang.String), but was c (java.lang.String)");
    }

    @Test
    void everyQuestionOfAValue() {
        AssertionClause each = mock.allMessages();
        each.body().isEqualTo("seven");
        each.body(String.class).isNotEqualTo("eight");
        each.body().contains("eve");
        each.body().startsWith("se");
        each.body().endsWith("en");
        each.body().regex("[a-z]+");
        each.body().isInstanceOf(String.class);
        each.body().in("six", "seven");
        each.header("n").isLessThan(8);
        each.header("n").isLessThanOrEqualTo(7);
        each.header("n").isGreaterThan(6);
        each.header("n").isGreaterThanOrEqualTo(7);
        each.header("n").convertTo(String.class).isEqualTo("7");
        each.header("n").isNotNull();
        each.header("other").isNull();
        each.exchangeProperty("p").isTrue();
        each.exchangeProperty("q").isFalse();
        each.expression(exchange -> exchange.getHeader("n")).isEqualTo(7);
        each.predicate(exchange -> exchange.getPattern() == ExchangePattern.InOnly);
        template.send(mock.getEndpointUri(), exchange -> {
            exchange.setBody("seven");
            exchange.setHeader("n", 7);
            exchange.setProperty("p", true);
            exchange.setProperty("q", false);
        });
        satisfied();
    }

    @Test
    void everyQuestionCanBeAnsweredWithNo() {
        List<Runnable> questions = new ArrayList<>();
        MockValueBuilder body = mock.message(0).body();
        questions.add(() -> body.isEqualTo("6"));
        questions.add(() -> body.isNotEqualTo("7"));
        questions.add(() -> body.contains("6"));
        questions.add(() -> body.startsWith("6"));
        questions.add(() -> body.endsWith("6"));
        questions.add(() -> body.regex("6+"));
        questions.add(() -> body.isInstanceOf(Integer.class));
        questions.add(() -> body.in("5", "6"));
        questions.add(() -> body.isLessThan(7));
        questions.add(() -> body.isLessThanOrEqualTo(6));
        questions.add(() -> body.isGreaterThan(7));
        questions.add(() -> body.isGreaterThanOrEqualTo(8));
        questions.add(body::isNull);
        questions.add(() -> mock.message(0).header("h").isNotNull());
        questions.add(() -> mock.message(0).header("h").isTrue());
        questions.add(() -> mock.message(0).exchangeProperty("h").isFalse());
        questions.add(() -> mock.message(0).predicate(exchange -> false));
        questions.add(() -> mock.message(0).predicate(exchange -> {
            throw new IllegalStateException("no answer");
        }));
        for (Runnable question : questions) {
            mock.reset();
            question.run();
            send("7");
            notSatisfied("message 0: expected ");
        }
    }

    @Test
    void predicatesForTheFirstMessages() {
        mock.expectedMessagesMatches(exchange -> true, exchange -> "b".equals(exchange.getBody()));
        send("a");
        notSatisfied("there is an expectation for message 1, but it did not come");
        send("c");
        notSatisfied("message 1: expected a message that matches its predicate, but was c");
    }

    @Test
    void orderOfAValueThatFollows() {
        mock.expectsAscending().body();
        send(1, 3, 2);
        notSatisfied("expected ascending values, but message 1 has 3 (java.lang.Integer) and message 2 has 2");
    }

    @Test
    void aTestMayAwaitTheMessagesAndCompareLater() throws Exception {
        mock.expectedMessageCount(2);
        send(1);
        assertThat(mock.await(1, TimeUnit.MILLISECONDS)).isFalse();
        send(2);
        assertThat(mock.await(1, TimeUnit.MILLISECONDS)).isTrue();
    }

    @Test
    void orderAndDuplicates() {
        mock.expectsAscending(RouteBuilder.body());
        mock.expectsNoDuplicates(RouteBuilder.body());
        send(1, 3);
        satisfied();
        send(2);
        notSatisfied("expected ascending values, but message 1 has 3 (java.lang.Integer) and message 2 has 2");
        mock.reset();
        mock.expectsNoDuplicates(RouteBuilder.body());
        send(1, 2, 1);
        notSatisfied("expected no duplicates, but messages 0 and 2 both have 1 (java.lang.Integer)");
    }

    @Test
    void aTestOfOnesOwn() {
        mock.expects(() -> assertThat(mock.getReceivedCounter()).as("how many").isEqualTo(1));
        notSatisfied("[how many]", "Received 0");
        send(1);
        satisfied();
    }

    // ---- times

    @Test
    void theMessagesMustNotComeTooSoon() {
        mock.expectedMessageCount(1);
        mock.setResultMinimumWaitTime(10_000);
        send(1);
        notSatisfied("expected the messages to take 10000 ms or more, but they took ");
    }

    @Test
    void whatWasExpectedMustGoOnToBeTrue() throws Exception {
        mock.expectedMessageCount(1);
        mock.setAssertPeriod(5);
        send(1);
        satisfied();
        mock.setAssertPeriod(60_000);
        mock.whenExchangeReceived(1, exchange -> {});
        Thread sender = new Thread(() -> send(2));
        sender.start();
        assertThatThrownBy(mock::assertIsSatisfied)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected 1 message, but received 2");
        sender.join();
    }

    @Test
    void notSatisfiedIsTheContrary() throws Exception {
        mock.expectedMessageCount(1);
        mock.assertIsNotSatisfied();
        mock.assertIsNotSatisfied(1);
        send(1);
        assertThatThrownBy(mock::assertIsNotSatisfied)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected the mock not to be satisfied, but it is");
    }

    @Test
    void allMocksOfAContextOrSomeOfThem() throws Exception {
        MockEndpoint other = MockEndpoint.resolve(context, "mock:other");
        other.expectedMessageCount(1);
        MockEndpoint.assertIsSatisfied(mock);
        assertThatThrownBy(() -> MockEndpoint.assertIsSatisfied(context, 5, TimeUnit.MILLISECONDS))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("mock:other: expected 1 message, but received 0");
        assertThatThrownBy(() -> MockEndpoint.assertIsSatisfied(5, TimeUnit.MILLISECONDS, mock, other))
                .isInstanceOf(AssertionError.class);
        template.sendBody(other, 1);
        MockEndpoint.assertIsSatisfied(context);
        MockEndpoint.resetMocks(context);
        assertThat(other.getReceivedCounter()).isZero();
    }

    // ---- what is kept

    /** A test that reads 50,000 messages one after the other would copy the list 50,000 times. */
    @Test
    void theListOfMessagesIsMadeAnewOnlyAfterAnotherMessage() {
        send(1, 2);
        List<Exchange> two = mock.getReceivedExchanges();
        assertThat(mock.getReceivedExchanges()).isSameAs(two);

        send(3);
        assertThat(two).hasSize(2);
        assertThat(mock.getReceivedExchanges()).hasSize(3);
        mock.setRetainLast(1);
        assertThat(mock.getReceivedExchanges()).isEmpty();
    }

    @Test
    void aCopyIsKeptThatLaterStepsDoNotChange() throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .to(mock)
                .process(exchange -> exchange.setBody("changed"))
                .process(exchange -> exchange.setHeader("h", "changed")));
        template.sendBodyAndHeader("direct:in", "as it was", "h", 1);

        Exchange kept = mock.getReceivedExchanges().get(0);
        assertThat(kept.getBody()).isEqualTo("as it was");
        assertThat(kept.getHeader("h")).isEqualTo(1);
        assertThat(mock.getExchanges()).isEqualTo(mock.getReceivedExchanges());
    }

    @Test
    void aPooledExchangeCanBeUsedAgain() {
        try (DefaultRoutingContext pooled = new DefaultRoutingContext("pooled")) {
            pooled.getRoutingContextExtension().setExchangePool(1, false);
            pooled.start();
            pooled.createProducerTemplate().sendBody("mock:pooled", "a");
            pooled.createProducerTemplate().sendBody("mock:pooled", "b");
            assertThat(bodies(MockEndpoint.resolve(pooled, "mock:pooled"))).containsExactly("a", "b");
        }
    }

    private static List<Object> bodies(MockEndpoint mock) {
        return mock.getReceivedExchanges().stream().map(Exchange::getBody).toList();
    }

    @Test
    void theFirstAndTheLastMayBeKept() {
        mock.setRetainFirst(2);
        mock.setRetainLast(1);
        mock.message(2).body().isEqualTo("never asked");
        mock.setFailFast(false);
        send("a", "b", "c", "d");
        assertThat(bodies(mock)).containsExactly("a", "b", "d");
        assertThat(mock.getReceivedCounter()).isEqualTo(4);
        notSatisfied(
                "there is an expectation for message 2, but it was not kept: set retainFirst higher",
                "Received 4, of which 3 were kept",
                "[1] body: b",
                "[3] body: d",
                "and 1 more");
        mock.setRetainFirst(1);
        mock.setRetainLast(-1);
        assertThat(bodies(mock)).containsExactly("a");
    }

    @Test
    void theUriMaySayWhatIsKeptAndAResetReturnsToIt() {
        MockEndpoint small = MockEndpoint.resolve(context, "mock:small?retainFirst=1&retainLast=2");
        small.setRetainFirst(5);
        small.reset();
        IntStream.range(0, 9).forEach(body -> template.sendBody(small, body));
        assertThat(bodies(small)).containsExactly(0, 7, 8);
        assertThat(small.getReceivedCounter()).isEqualTo(9);
    }

    @Test
    void urisWithOtherOptionsAreOtherMocks() {
        MockEndpoint plain = MockEndpoint.resolve(context, "mock:desk");
        MockEndpoint small = MockEndpoint.resolve(context, "mock:desk?retainFirst=1");
        template.sendBody("mock:desk?retainFirst=1", "x");
        assertThat(small.getReceivedCounter()).isEqualTo(1);
        assertThat(plain.getReceivedCounter()).isZero();
        assertThat(small).isNotSameAs(plain);
    }

    @Test
    void theLastAlone() {
        mock.setRetainLast(2);
        mock.message(2).body().isEqualTo("c");
        send("a", "b", "c");
        assertThat(bodies(mock)).containsExactly("b", "c");
        satisfied();
    }

    @Test
    void whenNothingIsKeptNothingIsCopied() {
        mock.setRetainFirst(0);
        mock.expectedMessageCount(1);
        int[] asked = {0};
        mock.whenAnyExchangeReceived(exchange -> asked[0]++);
        send("a");
        satisfied();
        assertThat(bodies(mock)).isEmpty();
        assertThat(asked).containsExactly(1);
        mock.allMessages().body().isEqualTo("a");
        send("b"); // looked at as it comes, though it is not kept
        notSatisfied("message 1: expected body equal to a (java.lang.String), but was b", "of which 0 were kept");
    }

    @Test
    void byDefaultALongRunKeepsABoundedNumber() {
        Arrivals arrivals = new Arrivals();
        Exchange exchange = mock.createExchange();
        for (int i = 0; i < Arrivals.KEPT_BY_DEFAULT + 10; i++) {
            arrivals.receive(exchange);
        }
        Arrivals.Received received = arrivals.snapshot();
        assertThat(received.size()).isEqualTo(Arrivals.KEPT_BY_DEFAULT);
        assertThat(received.count()).isEqualTo(Arrivals.KEPT_BY_DEFAULT + 10);
        assertThat(Shown.messages(received)).contains("of which 100000 were kept", "and 100005 more");
    }

    @Test
    void aLongTextIsCutAndABadOneIsNamed() {
        mock.expectedMessageCount(0);
        send("x".repeat(300), new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        });
        notSatisfied("x... of 300 characters", "(its toString failed: java.lang.IllegalStateException)");
    }

    // ---- many threads

    @Test
    void messagesOfManySendersAreAllCountedAndKept() throws Exception {
        int senders = 8;
        int each = 500;
        mock.setResultWaitTime(30_000);
        mock.expectedMessageCount(senders * each);
        mock.expectsNoDuplicates(RouteBuilder.body());
        mock.expectedHeaderReceived("h", "same");
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = IntStream.range(0, senders)
                .mapToObj(sender -> new Thread(() -> {
                    await(go);
                    for (int i = 0; i < each; i++) {
                        template.sendBodyAndHeader(mock.getEndpointUri(), sender * each + i, "h", "same");
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        go.countDown();
        mock.assertIsSatisfied();
        assertThat(bodies(mock))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, senders * each).boxed().toList());
        for (Thread thread : threads) {
            thread.join();
        }
    }

    // ---- replies

    @Test
    void aProcessorForOneMessageOrForAny() {
        mock.whenExchangeReceived(2, exchange -> exchange.setBody("second"));
        mock.whenAnyExchangeReceived(exchange -> exchange.setBody("any"));
        assertThat(template.requestBody(mock.getEndpointUri(), 1)).isEqualTo("any");
        assertThat(template.requestBody(mock.getEndpointUri(), 2)).isEqualTo("second");
        assertThat(bodies(mock)).containsExactly(1, 2);
    }

    @Test
    void aReplyHasABodyAndHeaders() {
        mock.returnReplyBody(RouteBuilder.constant("reply"));
        mock.returnReplyHeader("h", RouteBuilder.body());
        Exchange answer = template.request(mock.getEndpointUri(), exchange -> exchange.setBody("question"));
        assertThat(answer.getBody()).isEqualTo("reply");
        assertThat(answer.getHeader("h")).isEqualTo("reply");
        mock.reset();
        assertThat(template.requestBody(mock.getEndpointUri(), "echo")).isEqualTo("echo");
    }

    @Test
    void aProcessorThatThrowsFailsTheExchangeAndTheMessageCounts() {
        mock.expectedMessageCount(1);
        mock.whenAnyExchangeReceived(exchange -> {
            throw new IllegalStateException("boom");
        });
        assertThatThrownBy(() -> send("x"))
                .isInstanceOf(RoutingExecutionException.class)
                .hasRootCauseMessage("boom");
        satisfied();
    }

    // ---- misuse

    @Test
    void aMockIsAskedForByItsType() {
        context.getEndpoint("direct:a");
        assertThatThrownBy(() -> context.getEndpoint("direct:a", MockEndpoint.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Endpoint direct:a is a ", "DirectEndpoint, not a ", "MockEndpoint: check");
    }

    @Test
    void nothingComesFromAMock() {
        assertThatThrownBy(() -> mock.createConsumer(exchange -> {}))
                .hasMessage(mock + " sends no messages: a route can send to a mock, not start from it");
        assertThatThrownBy(mock::createPollingConsumer).hasMessageContaining("cannot be polled");
    }

    @Test
    void badOptionsAreRefused() {
        refusedUri("mock:", "it has no name; write mock:name, as in mock:result");
        for (String option : List.of(
                "expectedCount",
                "retainFirst",
                "retainLast",
                "resultWaitTime",
                "resultMinimumWaitTime",
                "assertPeriod")) {
            refusedUri("mock:x?" + option + "=-1", "option " + option + " must be 0 or more, not -1; leave it out");
            refusedUri("mock:x?" + option + "=abc", "option " + option + " takes a ");
        }
        refusedUri("mock:x?failFast=maybe", "option failFast takes true or false");
        refusedUri("mock:x?retainFrst=1", "did you mean 'retainFirst'?");
        refusedUri("moc:x", "did you mean 'mock'?");
    }

    private void refusedUri(String uri, String why) {
        assertThatThrownBy(() -> context.getEndpoint(uri))
                .isInstanceOf(io.mehari.ResolveEndpointFailedException.class)
                .hasMessageContaining("Cannot resolve endpoint " + uri)
                .hasMessageContaining(why);
    }

    /** The exchange that the test itself makes is all that is allocated. */
    @Test
    void aMockThatKeepsNothingAndExpectsNothingCostsNothing() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:mock").to("mock:b?retainFirst=0");
            r.from("direct:none").process(exchange -> {});
        });
        long without = leastBytes("direct:none");
        assertThat(leastBytes("direct:mock")).isEqualTo(without);
    }

    private long leastBytes(String uri) {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < 20; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5_000; i++) {
                template.sendBody(uri, "body");
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
