package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that have the names and the meaning that they have in Camel. */
class JmsOptionsTest extends OnBroker {

    private MockEndpoint mock(String name) {
        return context.getEndpoint("mock:" + name, MockEndpoint.class);
    }

    // ---- acknowledgement

    @ParameterizedTest
    @CsvSource({"true,0", "false,1"})
    void aSendInATransactionIsSeenAtTheEnd(boolean transacted, long seen) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        context.addRoutes(r -> r.from("jms:in?transacted=" + transacted)
                .to("jms:out")
                .process(e -> {
                    sent.countDown();
                    assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
                }));
        context.start();
        sendText("in", "m");
        assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(broker.messages("out")).isEqualTo(seen);
        mayEnd.countDown();
        await("it is acknowledged", () -> broker.messages("in") == 0 && broker.messages("out") == 1);
    }

    @Test
    void eachOfTheConcurrentConsumersHasAMessageInTheRoute() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        context.addRoutes(r -> r.from("jms:in?concurrentConsumers=3&connectionFactory=#unbuffered")
                .process(e -> {
                    threads.add(Thread.currentThread().getName());
                    three.countDown();
                    assertThat(three.await(60, TimeUnit.SECONDS)).isTrue();
                }));
        context.start();
        for (int i = 0; i < 3; i++) {
            sendText("in", "m" + i);
        }
        assertThat(three.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(threads).hasSize(3);
        await("all are acknowledged", () -> broker.messages("in") == 0);
    }

    // ---- subscriptions

    @Test
    void aSharedDurableSubscriptionKeepsAndDividesTheMessages() throws Exception {
        Map<String, String> got = new ConcurrentHashMap<>();
        context.addRoutes(r -> {
            r.from("jms:topic:news?subscriptionShared=true&subscriptionDurable=true&subscriptionName=s"
                            + "&concurrentConsumers=2")
                    .routeId("shared")
                    .process(e ->
                            assertThat(got.put(e.getBody(String.class), "")).isNull());
            r.from("direct:in").to("jms:topic:news");
        });
        context.start();
        await("they have subscribed", () -> broker.consumers("s") == 2);
        template.sendBody("direct:in", "m0");
        await("it is there", () -> got.size() == 1);
        context.getRouteController().stopRoute("shared");
        template.sendBody("direct:in", "m1");
        template.sendBody("direct:in", "m2");
        context.getRouteController().startRoute("shared");
        await("all are acknowledged", () -> got.size() == 3 && broker.messages("s") == 0);
    }

    // ---- replies

    @Test
    void theReplyToOfAConsumerReplacesThatOfTheMessage() throws Exception {
        context.addRoutes(r -> r.from("jms:in?replyTo=here").setBody(e -> "re: " + e.getBody(String.class)));
        context.start();
        TextMessage request = session.createTextMessage("m");
        Queue elsewhere = session.createQueue("elsewhere");
        request.setJMSReplyTo(elsewhere);
        send("in", request);
        Message reply = Objects.requireNonNull(receive("here"));
        assertThat(reply.getBody(String.class)).isEqualTo("re: m");
        assertThat(reply.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
        await("it is acknowledged", () -> broker.messages("in") == 0);
        assertThat(broker.messages("elsewhere")).isZero();
    }

    @Test
    void disableReplyToSendsNoReply() throws Exception {
        context.addRoutes(r -> r.from("jms:in?disableReplyTo=true").to("mock:out"));
        context.start();
        mock("out").expectedMessageCount(1);
        TextMessage request = session.createTextMessage("m");
        request.setJMSReplyTo(session.createQueue("replies"));
        send("in", request);
        mock("out").assertIsSatisfied();
        await("it is acknowledged", () -> broker.messages("in") == 0);
        assertThat(mock("out").getExchanges().get(0).getPattern()).isEqualTo(ExchangePattern.InOnly);
        assertThat(broker.messages("replies")).isZero();
    }

    @Test
    void disableReplyToWaitsForNoReply() throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("jms:nobody?disableReplyTo=true"));
        context.start();
        assertThat(template.requestBody("direct:in", "m")).isEqualTo("m");
        Message message = Objects.requireNonNull(receive("nobody"));
        assertThat(message.getJMSReplyTo()).isNull();
    }

    // ---- quality of service

    @ParameterizedTest
    @CsvSource({"'',2,4", "deliveryPersistent=false,1,4", "deliveryPersistent=true&priority=0,2,0", "priority=9,2,9"})
    void theQualityOfServiceIsThatOfTheOptions(String options, int mode, int priority) throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("jms:qos?" + options));
        context.start();
        template.send("direct:in", e -> {
            e.setBody("m");
            e.setHeader(JmsConstants.PRIORITY, 7); // only with preserveMessageQos
            e.setHeader(JmsConstants.DELIVERY_MODE, DeliveryMode.NON_PERSISTENT);
            e.setHeader(JmsConstants.EXPIRATION, System.currentTimeMillis() + 3_600_000);
        });
        Message message = Objects.requireNonNull(receive("qos"));
        assertThat(message.getJMSDeliveryMode()).isEqualTo(mode);
        assertThat(message.getJMSPriority()).isEqualTo(priority);
        assertThat(message.getJMSExpiration()).isZero();
    }

    @Test
    void aMessageWhoseTimeToLiveIsOverIsNotReceived() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:short").to("jms:aging?timeToLive=1ms");
            r.from("direct:long").to("jms:aging?timeToLive=1h");
        });
        context.start();
        template.sendBody("direct:short", "short");
        Thread.sleep(20); // its time passes
        template.sendBody("direct:long", "long");
        try (MessageConsumer consumer = session.createConsumer(session.createQueue("aging"))) {
            Message message = Objects.requireNonNull(consumer.receive(30_000));
            assertThat(message.getBody(String.class)).isEqualTo("long");
        }
    }

    @Test
    void preserveMessageQosSendsExpirationAndReplyTo() throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("jms:qos?preserveMessageQos=true"));
        context.start();
        Queue replies = session.createQueue("replies");
        long expires = System.currentTimeMillis() + 3_600_000;
        Exchange sent = template.send("direct:in", e -> {
            e.setBody("m");
            e.setHeader(JmsConstants.EXPIRATION, expires);
            e.setHeader(JmsConstants.REPLY_TO, replies);
        });
        assertThat(sent.getException()).isNull();
        Message message = Objects.requireNonNull(receive("qos"));
        assertThat(message.getJMSReplyTo()).isEqualTo(replies);
        assertThat(message.getJMSExpiration()).isBetween(expires - 60_000, expires + 60_000);
    }

    // ---- start

    @ParameterizedTest
    @ValueSource(strings = {"jms:in", "direct:in"})
    void aRouteWithoutItsBrokerStartsUnlessTheConnectionIsTested(String from) throws Exception {
        int port = Ports.free();
        for (boolean test : new boolean[] {false, true}) {
            DefaultRoutingContext other = new DefaultRoutingContext();
            try (other) {
                JmsComponent jms = new JmsComponent();
                jms.setConnectionFactory(Broker.factory(port));
                other.addComponent(jms);
                String tested = "?testConnectionOnStartup=" + test;
                other.addRoutes(r -> r.from(from.startsWith("jms") ? from + tested : from)
                        .to(from.startsWith("jms") ? "mock:out" : "jms:out" + tested));
                if (test) {
                    assertThatThrownBy(other::start).hasStackTraceContaining("cannot connect");
                } else {
                    other.start();
                    assertThat(other.isStarted()).isTrue();
                }
            }
        }
    }
}
