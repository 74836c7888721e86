package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import io.mehari.ExchangePattern;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code asyncConsumer=true}: one session has several messages in the route. A message is delivered at most twice. */
class JmsAsyncConsumerTest extends OnBroker {
    private final Gate gate = new Gate();

    private void startWith(String options) throws Exception {
        context.addRoutes(r ->
                r.from("jms:in?asyncConsumer=true" + options).routeId("async").process(gate));
        context.start();
    }

    private List<String> sendMany(int count) throws JMSException {
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bodies.add("m" + i);
            sendText("in", "m" + i);
        }
        return bodies;
    }

    private void awaitInside(int count) throws InterruptedException {
        await(count + " are in the route", () -> gate.inside() == count);
    }

    private void awaitAcknowledged() throws InterruptedException {
        await("all are acknowledged", () -> broker.messages("in") == 0);
        await("nothing is in flight", () -> context.stats().inflight() == 0);
    }

    private List<String> deadLetters() throws JMSException {
        List<String> bodies = new ArrayList<>();
        try (MessageConsumer consumer = session.createConsumer(session.createQueue(Broker.DEAD_LETTERS))) {
            Message message;
            while ((message = consumer.receive(300)) != null) {
                bodies.add(message.getBody(String.class));
            }
        }
        return bodies;
    }

    // ---- how many

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void k3_asManyAsTheLimitAreInTheRouteWithOneThread(int limit) throws Exception {
        startWith("&maxInFlight=" + limit);
        List<String> sent = sendMany(2 * limit);
        awaitInside(limit);
        Thread.sleep(100); // time for one more
        assertThat(gate.bodies()).containsExactlyInAnyOrderElementsOf(sent.subList(0, limit));
        gate.bodies().forEach(gate::pass);
        awaitInside(limit);
        gate.bodies().forEach(gate::pass);
        awaitAcknowledged();
        assertThat(gate.came).containsExactlyElementsOf(sent);
        assertThat(gate.threads).hasSize(1);
    }

    @Test
    void aMessageThatComesLaterIsTakenWhileAnotherIsInTheRoute() throws Exception {
        startWith("");
        sendText("in", "first");
        awaitInside(1);
        Thread.sleep(100); // time in which there is nothing to receive
        sendText("in", "second");
        awaitInside(2);
        gate.pass("second");
        gate.pass("first");
        awaitAcknowledged();
    }

    @Test
    void withTransactedOneMessageIsInTheRoute() throws Exception {
        startWith("&transacted=true");
        sendMany(2);
        awaitInside(1);
        Thread.sleep(100); // time for a second
        assertThat(gate.bodies()).containsExactly("m0");
        gate.pass("m0");
        awaitInside(1);
        gate.pass("m1");
        awaitAcknowledged();
    }

    @Test
    void furtherConsumersAreMadeWhileAllWaitForTheRoute() throws Exception {
        startWith("&maxInFlight=2&maxConcurrentConsumers=2&connectionFactory=#unbuffered");
        List<String> sent = sendMany(6);
        awaitInside(4);
        Thread.sleep(100); // time for a fifth
        assertThat(gate.inside()).isEqualTo(4);
        assertThat(gate.threads).hasSize(2);
        await("all have passed", () -> {
            gate.bodies().forEach(gate::pass);
            return gate.came.size() == sent.size() && gate.inside() == 0;
        });
        awaitAcknowledged();
        assertThat(gate.came).containsExactlyInAnyOrderElementsOf(sent);
    }

    // ---- when they are acknowledged

    @Test
    void k1_noneIsAcknowledgedBeforeAllThatWereReceivedAreDone() throws Exception {
        startWith("");
        sendMany(3);
        awaitInside(3);
        gate.pass("m0");
        gate.pass("m2");
        await("two are done", () -> context.stats().inflight() == 1);
        for (int i = 3; i < 5; i++) { // when the last one is in the route, the session has seen that two are done
            sendText("in", "m" + i);
            awaitInside(i - 1);
        }
        Thread.sleep(200); // time for the broker to get an acknowledgement that would be too early
        assertThat(broker.messages("in")).isEqualTo(5);
        gate.bodies().forEach(gate::pass);
        awaitAcknowledged();
    }

    @Test
    void k1_messagesThatOverlapWithoutAGapAreAcknowledged() throws Exception {
        startWith("&maxInFlight=4");
        List<String> sent = sendMany(8);
        awaitInside(4);
        gate.pass("m0");
        gate.pass("m1");
        gate.pass("m2");
        Thread.sleep(100); // time for a fifth, which would put the acknowledgement off
        assertThat(gate.bodies()).containsExactly("m3");
        gate.pass("m3");
        awaitInside(4);
        assertThat(broker.messages("in")).isEqualTo(4);
        gate.bodies().forEach(gate::pass);
        awaitAcknowledged();
        assertThat(gate.came).containsExactlyElementsOf(sent);
    }

    /** Each message ends when the next one is in the route, so that the route is never empty. */
    @Test
    @Tag("slow")
    void k1_aSlowFlowWithoutAGapIsAcknowledgedAfterSomeTime() throws Exception {
        startWith("");
        sendText("in", "m0");
        awaitInside(1);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        boolean acknowledged = false;
        for (int i = 1; !acknowledged && System.nanoTime() - end < 0; i++) {
            String before = "m" + (i - 1);
            String next = "m" + i;
            sendText("in", next);
            long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            while (!gate.holds(next) && System.nanoTime() - late < 0) {
                Thread.sleep(2);
            }
            gate.pass(before);
            acknowledged = broker.messages("in") < i;
            await("the next is in the route", () -> gate.holds(next));
        }
        assertThat(acknowledged).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k1_aReplyDoesNotWaitForTheOthers(boolean named) throws Exception {
        Queue replies = session.createQueue("replies");
        startWith(named ? "&replyTo=replies" : "");
        sendText("in", "no request");
        TextMessage request = session.createTextMessage("request");
        if (!named) {
            request.setJMSReplyTo(replies);
        }
        request.setJMSCorrelationID("c7");
        send("in", request);
        awaitInside(2);
        gate.pass("request");
        Message reply = receive("replies");
        assertThat(reply.getBody(String.class)).isEqualTo("request");
        assertThat(reply.getJMSCorrelationID()).isEqualTo("c7");
        assertThat(broker.messages("in")).as("not acknowledged").isEqualTo(2);
        gate.pass("no request");
        awaitAcknowledged();
    }

    @Test
    void k1_aSecondEndOfARouteThatComesLateChangesNothing() throws Exception {
        startWith("");
        sendMany(2);
        awaitInside(2);
        AsyncCallback ended = gate.pass("m0");
        ended.done(false);
        Thread.sleep(50); // time for an acknowledgement that would be too early
        assertThat(broker.messages("in")).isEqualTo(2);
        gate.pass("m1");
        awaitAcknowledged();
        ended.done(false);
        sendText("in", "after it");
        awaitInside(1);
        gate.pass("after it");
        awaitAcknowledged();
        assertThat(deadLetters()).isEmpty();
    }

    // ---- failures

    @ParameterizedTest
    @CsvSource({"1,exception", "1,error", "1,rollback", "3,exception"})
    void k8_aMessageThatFailsEachTimeGoesAloneToTheDeadLetters(int consumers, String kind) throws Exception {
        Map<String, AtomicInteger> routed = new ConcurrentHashMap<>();
        context.addRoutes(r -> r.from("jms:in?asyncConsumer=true&concurrentConsumers=" + consumers)
                .process(e -> routed.computeIfAbsent(e.getBody(String.class), body -> new AtomicInteger())
                        .incrementAndGet())
                .delay(200) // time in which the others come
                .process(e -> {
                    if ("m4".equals(e.getBody(String.class))) {
                        fail(e, kind);
                    }
                }));
        List<String> sent = sendMany(10);
        context.start();
        awaitAcknowledged();
        assertThat(deadLetters()).containsExactly("m4");
        assertThat(routed.keySet()).containsExactlyInAnyOrderElementsOf(sent);
        routed.forEach((body, times) -> assertThat(times).as(body).hasValue("m4".equals(body) ? 2 : 1));
    }

    private static void fail(io.mehari.Exchange exchange, String kind) {
        switch (kind) {
            case "error" -> throw new AssertionError("on purpose");
            case "rollback" -> exchange.setRollbackOnly(true);
            default -> throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void k8_afterAFailureMessagesAreInTheRouteOneAtATime() throws Exception {
        startWith("");
        List<String> sent = sendMany(4);
        awaitInside(4);
        sent.forEach(gate::fail);
        for (String each : sent) {
            await(each + " is in the route again", () -> gate.holds(each));
            Thread.sleep(50); // time for one more
            assertThat(gate.inside()).isEqualTo(1);
            if ("m2".equals(each)) {
                gate.fail(each);
            } else {
                gate.pass(each);
            }
        }
        awaitAcknowledged();
        assertThat(deadLetters()).containsExactly("m2");
        sendMany(3);
        awaitInside(3); // together again
        gate.bodies().forEach(gate::pass);
        awaitAcknowledged();
    }

    @Test
    void k8_aMessageThatIsNotReadTakesNoOtherToTheDeadLetters() throws Exception {
        startWith("");
        sendText("in", "before it");
        awaitInside(1);
        send("in", session.createObjectMessage("serialized"));
        sendText("in", "after it");
        await("it is received", () -> broker.delivering("in") >= 2); // 3 if the client has taken one more
        gate.pass("before it");
        await("the next is in the route", () -> gate.holds("after it"));
        gate.pass("after it");
        awaitAcknowledged();
        assertThat(gate.came).containsExactly("before it", "after it");
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isEqualTo(1);
    }

    @Test
    void k2_messagesWithoutIdsAreRoutedAgainAndNotLost() throws Exception {
        startWith("");
        try (MessageProducer producer = session.createProducer(session.createQueue("in"))) {
            producer.setDisableMessageID(true);
            for (String body : List.of("good", "bad")) {
                producer.send(session.createTextMessage(body));
            }
        }
        awaitInside(2);
        gate.pass("good");
        gate.fail("bad");
        for (String each : List.of("good", "bad")) {
            await(each + " is in the route again", () -> gate.holds(each));
            gate.pass(each);
        }
        awaitAcknowledged();
        assertThat(deadLetters()).isEmpty();
    }

    // ---- stop

    @Test
    void k7_aStopWaitsForAllThatWereReceivedAndAcknowledgesThem() throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(60));
        startWith("&maxInFlight=3");
        sendMany(5);
        awaitInside(3);
        gate.pass("m1");
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(context::stop);
        await("it receives no more", () -> broker.consumers("in") == 0);
        assertThat(stopped).isNotDone();
        gate.pass("m0");
        gate.pass("m2");
        stopped.get(60, TimeUnit.SECONDS);
        await("they are acknowledged", () -> broker.messages("in") == 2 && broker.delivering("in") == 0);
        assertThat(gate.came).containsExactly("m0", "m1", "m2");
    }

    @Test
    void k7_whatASuspendedRouteHasReceivedIsAcknowledged() throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(60));
        startWith("");
        sendMany(3);
        awaitInside(3);
        gate.pass("m0");
        CompletableFuture<Void> suspended =
                CompletableFuture.runAsync(() -> context.getRouteController().suspendRoute("async"));
        await("it receives no more", () -> broker.consumers("in") == 0);
        sendText("in", "meanwhile");
        gate.pass("m1");
        gate.fail("m2");
        suspended.get(60, TimeUnit.SECONDS);
        await("they are given back", () -> broker.delivering("in") == 0);
        assertThat(broker.messages("in")).isEqualTo(4);
        context.getRouteController().resumeRoute("async");
        for (String each : List.of("m2", "meanwhile")) {
            await(each + " is in the route", () -> gate.holds(each));
            gate.pass(each);
        }
        awaitAcknowledged();
        assertThat(gate.came).containsExactly("m0", "m1", "m2", "m2", "meanwhile");
    }

    @Test
    void k7_aRouteThatNeverEndsIsGivenUpAndItsMessagesAreGivenBack() throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(300));
        startWith("");
        sendMany(3);
        awaitInside(3);
        gate.pass("m0");
        long begin = System.nanoTime();
        context.stop();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        await("they are given back", () -> broker.delivering("in") == 0);
        assertThat(broker.messages("in")).isEqualTo(3);
        gate.pass("m1"); // too late
        gate.pass("m2");
        await("nothing is in flight", () -> context.stats().inflight() == 0);
        assertThat(broker.messages("in")).isEqualTo(3);
    }

    // ---- a lost connection

    private CuttingProxy proxy(Broker target) throws IOException {
        CuttingProxy proxy = new CuttingProxy(0, target.port);
        context.getRegistry().bind("proxy", Broker.factory(proxy.port));
        return proxy;
    }

    @Test
    void k8_aConnectionThatIsLostInTheMiddleLosesNothing() throws Exception {
        try (CuttingProxy proxy = proxy(broker)) {
            startWith("&recoveryInterval=100&connectionFactory=#proxy");
            List<String> sent = sendMany(6);
            awaitInside(6);
            gate.pass("m0");
            gate.pass("m1");
            await("two are done", () -> context.stats().inflight() == 4);
            proxy.cut();
            await("the broker has them again", () -> broker.delivering("in") == 0);
            Thread.sleep(100); // time to connect again: not before the route is empty
            assertThat(gate.came).hasSize(6);
            gate.pass("m2");
            gate.pass("m3");
            gate.pass("m4");
            gate.fail("m5");
            await("that which has failed is in the route again", () -> gate.holds("m5"));
            gate.pass("m5");
            awaitAcknowledged();
            assertThat(gate.came).as("those that had succeeded once").hasSize(7).containsAll(sent);
            assertThat(deadLetters()).isEmpty();
        }
    }

    @Test
    void k8_aRequestIsAnsweredAlthoughItsConnectionWasLost() throws Exception {
        try (CuttingProxy proxy = proxy(broker)) {
            startWith("&recoveryInterval=100&connectionFactory=#proxy&replyTo=replies");
            sendText("in", "request");
            awaitInside(1);
            proxy.cut();
            await("the broker has it again", () -> broker.delivering("in") == 0);
            gate.pass("request");
            await(
                    "it is answered, or in the route again",
                    () -> broker.messages("replies") == 1 || gate.holds("request"));
            if (gate.holds("request")) {
                gate.pass("request");
            }
            assertThat(receive("replies").getBody(String.class)).isEqualTo("request");
            awaitAcknowledged();
        }
    }

    /** The connection is cut after a growing number of bytes, so that each step is met. */
    @Test
    void k8_connectionsThatAreCutAnywhereLoseNothing() throws Exception {
        try (Broker patient = new Broker(Ports.free(), null, -1)) {
            patient.start();
            try (CuttingProxy proxy = proxy(patient)) {
                Set<String> routed = ConcurrentHashMap.newKeySet();
                context.addRoutes(r -> r.from(
                                "jms:in?asyncConsumer=true&maxInFlight=7&recoveryInterval=100&connectionFactory=#proxy")
                        .delay(3)
                        .process(e -> routed.add(e.getBody(String.class))));
                Set<String> sent = JmsFaultsTest.fill(patient.port);
                context.start();
                for (int i = 0; i < 30 && patient.messages("in") > 0; i++) {
                    long before = patient.messages("in");
                    await("it goes on", () -> patient.messages("in") < before || patient.messages("in") == 0);
                    proxy.cutAfterToServer(1 + i * 37);
                }
                await(
                        "all are routed and acknowledged",
                        () -> routed.size() == sent.size() && patient.messages("in") == 0);
                assertThat(routed).containsExactlyInAnyOrderElementsOf(sent);
                await("nothing is in flight", () -> context.stats().inflight() == 0);
            }
        }
    }

    // ---- what else is asynchronous

    @Test
    void requestsQueuesAndThreadsLetTheNextMessageIn() throws Exception {
        Set<String> done = Collections.synchronizedSet(new HashSet<>());
        context.addRoutes(r -> {
            r.from("jms:in?asyncConsumer=true&maxInFlight=3")
                    .to(ExchangePattern.InOut, "jms:ask")
                    .process(e -> {
                        done.add(e.getBody(String.class));
                    });
            r.from("jms:ask?asyncConsumer=true").to(ExchangePattern.InOut, "seda:more");
            r.from("seda:more").process(gate).setBody(e -> "re: " + e.getBody(String.class));
        });
        context.start();
        sendMany(1);
        awaitInside(1);
        assertThat(broker.messages("in")).isEqualTo(1);
        sendText("in", "m1");
        sendText("in", "m2");
        await("all are suspended", () -> broker.delivering("in") == 3 && broker.delivering("ask") == 3);
        await("all have passed", () -> {
            gate.bodies().forEach(gate::pass);
            return done.size() == 3;
        });
        awaitAcknowledged();
        await("the requests are acknowledged", () -> broker.messages("ask") == 0);
        assertThat(done).containsExactlyInAnyOrder("re: m0", "re: m1", "re: m2");
    }
}
