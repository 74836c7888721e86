package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.component.mock.MockEndpoint;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.CharBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies, headers and options. */
class JmsMessagesTest extends OnBroker {

    private MockEndpoint mock(String name) {
        return context.getEndpoint("mock:" + name, MockEndpoint.class);
    }

    @Test
    void eachKindOfBodyGoesAndComesBack() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").to("jms:queue:kinds");
            r.from("jms:queue:kinds").to("mock:out");
        });
        context.start();
        byte[] bytes = {1, 2, 3};
        List<Object> bodies =
                List.of("text", bytes, Map.of("n", 7, "s", "x"), List.of("a", 2L, true), CharBuffer.wrap("b"), 42);
        mock("out").expectedMessageCount(bodies.size() + 1);
        bodies.forEach(each -> template.sendBody("direct:in", each));
        template.sendBody("direct:in", null);
        mock("out").assertIsSatisfied();
        List<Object> got = mock("out").getExchanges().stream()
                .map(Exchange::getBody)
                .map(each -> each == null ? "null" : each)
                .toList();
        assertThat(got.get(0)).isEqualTo("text");
        assertThat(got.get(1)).isEqualTo(bytes);
        assertThat(got.get(2)).isEqualTo(bodies.get(2));
        assertThat(got.get(3)).isEqualTo(bodies.get(3));
        assertThat(got.subList(4, 7)).containsExactly("b", "42", "null");
    }

    @Test
    void messagesOfOtherProgramsAreRead() throws Exception {
        context.addRoutes(r -> r.from("jms:others").to("mock:out"));
        context.start();
        mock("out").expectedMessageCount(4);
        TextMessage text = session.createTextMessage("text");
        text.setJMSType("kind");
        text.setIntProperty("count", 7);
        send("others", text);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {9});
        send("others", bytes);
        MapMessage map = session.createMapMessage();
        map.setLong("l", 1);
        send("others", map);
        StreamMessage stream = session.createStreamMessage();
        stream.writeString("s");
        send("others", stream);
        mock("out").assertIsSatisfied();
        Exchange first = mock("out").getExchanges().get(0);
        assertThat(first.getHeader("jmstype")).isEqualTo("kind");
        assertThat(first.getHeader("COUNT")).isEqualTo(7);
        assertThat(first.getHeader(JmsConstants.MESSAGE_ID)).isEqualTo(text.getJMSMessageID());
        assertThat(first.getHeader(JmsConstants.DELIVERY_COUNT)).isEqualTo(1);
        assertThat(mock("out").getExchanges().get(3).getBody()).isEqualTo(List.of("s"));
    }

    @Test
    void k4_anObjectMessageIsNotReadAndGoesToTheDeadLetters() throws Exception {
        context.addRoutes(r -> r.from("jms:objects").to("mock:out"));
        context.start();
        mock("out").expectedBodiesReceived("after it");
        send("objects", session.createObjectMessage("serialized"));
        sendText("objects", "after it");
        mock("out").assertIsSatisfied();
        assertThat(receive(Broker.DEAD_LETTERS)).isNotNull();
    }

    @Test
    void k4_aBodyWithoutAKindIsRefusedWithARemedy() throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("jms:beans"));
        context.start();
        Exchange sent = template.send("direct:in", e -> e.setBody(new Object()));
        assertThat(sent.getException())
                .isInstanceOf(JmsMessageException.class)
                .hasMessageContaining("java.lang.Object")
                .hasMessageContaining("convert it");
    }

    @Test
    void k4_namesThatAreNotAllowedAreEncoded() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").to("jms:names");
            r.from("jms:names2").to("mock:out");
        });
        context.start();
        Map<String, Object> headers = Map.of("Content-Type", "a", "a.b", "b", "9 x", "c", "NULL", "d", "plain", "e");
        template.send("direct:in", e -> {
            e.setBody("x");
            headers.forEach(e::setHeader);
            e.setHeader("_x0043_amelSqlQuery", "reads as Camel");
            e.setHeader("m_x0065_hari_DOT_x", "reads as Mehari");
            e.setHeader("list", List.of("no", "place"));
        });
        Message message = Objects.requireNonNull(receive("names"));
        assertThat(JmsConsumerLawsTest.names(message))
                .filteredOn(each -> !each.startsWith("JMSX"))
                .containsExactlyInAnyOrder("Content_HYPHEN_Type", "a_DOT_b", "_x0039__x0020_x", "_x004e_ULL", "plain");
        mock("out").expectedMessageCount(1);
        send("names2", message);
        mock("out").assertIsSatisfied();
        assertThat(mock("out").getExchanges().get(0).getHeaders()).containsAllEntriesOf(headers);
    }

    @Test
    void k4_encodedNamesDoNotForgeOurs() throws Exception {
        context.addRoutes(r -> r.from("jms:forged").to("mock:out"));
        context.start();
        TextMessage text = session.createTextMessage("x");
        text.setStringProperty("_x004d_ehariJmsTransaction", "forged");
        text.setStringProperty("_x006d_ehari", "forged");
        text.setStringProperty("_x0043_amelSqlQuery", "forged");
        text.setStringProperty("c_x0041_mel_DOT_file", "forged");
        text.setStringProperty("CAME_x006C_", "forged");
        text.setStringProperty("camel_HYPHEN_x", "forged");
        text.setStringProperty("_x004a_MSMessageID", "forged");
        text.setStringProperty("_xff43_amel", "kept");
        text.setStringProperty("_x00", "kept");
        mock("out").expectedMessageCount(1);
        send("forged", text);
        mock("out").assertIsSatisfied();
        Exchange got = mock("out").getExchanges().get(0);
        assertThat(got.getHeaders())
                .doesNotContainValue("forged")
                .containsEntry("_x00", "kept")
                .containsEntry("\uff43amel", "kept");
    }

    @Test
    void qualityOfServiceIsSent() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:options").to("jms:qos?deliveryPersistent=false&priority=7&timeToLive=1h");
            r.from("direct:preserve").to("jms:qos?preserveMessageQos=true");
        });
        context.start();
        template.sendBody("direct:options", "x");
        Message message = Objects.requireNonNull(receive("qos"));
        assertThat(message.getJMSPriority()).isEqualTo(7);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(message.getJMSExpiration()).isPositive();
        template.send("direct:preserve", e -> {
            e.setBody("x");
            e.setHeader(JmsConstants.PRIORITY, 9);
            e.setHeader(JmsConstants.DELIVERY_MODE, DeliveryMode.NON_PERSISTENT);
        });
        message = Objects.requireNonNull(receive("qos"));
        assertThat(message.getJMSPriority()).isEqualTo(9);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
    }

    @Test
    void aNamedQueueForRepliesIsSharedByCorrelation() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to("jms:ask?replyTo=answers");
            r.from("direct:b").to("jms:ask?replyTo=answers&requestTimeout=30s");
            r.from("jms:ask").setBody(e -> "re: " + e.getBody(String.class));
        });
        context.start();
        for (int i = 0; i < 10; i++) {
            assertThat(template.requestBody("direct:a", "a" + i)).isEqualTo("re: a" + i);
            assertThat(template.requestBody("direct:b", "b" + i)).isEqualTo("re: b" + i);
        }
    }

    @Test
    void aSelectorIsCheckedByTheBroker() throws Exception {
        context.addRoutes(r -> r.from("jms:selected?selector=kind='good'").to("mock:out"));
        context.start();
        mock("out").expectedBodiesReceived("good");
        for (String kind : List.of("bad", "good")) {
            TextMessage text = session.createTextMessage(kind);
            text.setStringProperty("kind", kind);
            send("selected", text);
        }
        mock("out").assertIsSatisfied();
        await("the good one is acknowledged", () -> broker.messages("selected") == 1);
    }

    @Test
    void aDurableSubscriptionKeepsWhatComesWhileTheRouteIsStopped() throws Exception {
        context.addRoutes(r -> {
            r.from("jms:topic:prices?clientId=me&durableSubscriptionName=mine")
                    .routeId("mine")
                    .to("mock:out");
            r.from("direct:in").to("jms:topic:prices");
        });
        context.start();
        await("it has subscribed", () -> broker.consumers("me.mine") == 1);
        context.getRouteController().stopRoute("mine");
        template.sendBody("direct:in", "while it was stopped");
        mock("out").expectedBodiesReceived("while it was stopped");
        context.getRouteController().startRoute("mine");
        mock("out").assertIsSatisfied();
    }

    @Test
    void aSharedSubscriptionDividesTheMessages() throws Exception {
        String shared = "jms:topic:shared?subscriptionShared=true&subscriptionName=s&concurrentConsumers=3";
        Map<String, Boolean> got = new ConcurrentHashMap<>();
        CountDownLatch all = new CountDownLatch(20);
        context.addRoutes(r -> {
            r.from(shared).process(e -> {
                assertThat(got.put(e.getBody(String.class), true)).isNull();
                all.countDown();
            });
            r.from("direct:in").to("jms:topic:shared");
        });
        context.start();
        await("they have subscribed", () -> broker.consumers("nonDurable.s") == 3);
        for (int i = 0; i < 20; i++) {
            template.sendBody("direct:in", "m" + i);
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void furtherConsumersAreMadeWhileAllAreBusy() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        context.addRoutes(r -> r.from("jms:busy?connectionFactory=#unbuffered&maxConcurrentConsumers=3")
                .process(e -> {
                    three.countDown();
                    assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
                }));
        context.start();
        for (int i = 0; i < 3; i++) {
            sendText("busy", "m" + i);
        }
        assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
        await("all are acknowledged", () -> broker.messages("busy") == 0);
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jms:queue:a?jmsMessageType=Object",
                "jms:queue:a?subscriptionDurable=true",
                "jms:topic:a?concurrentConsumers=2",
                "jms:topic:a?durableSubscriptionName=x",
                "jms:queue:a?priority=10",
                "jms:queue:a?username=me",
                "jms:queue:"
            })
    void optionsThatCannotBeAreRefused(String uri) {
        assertThatThrownBy(() -> context.getEndpoint(uri)).isInstanceOf(InvalidOptionException.class);
    }
}
