package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.TransactionRolledBackException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/** What a broker or its client refuses is no lost connection. */
class RefusalsTest extends OnTwoBrokers {
    private @Nullable AutoCloseable classicBroker;

    @ParameterizedTest
    @CsvSource({
        "direct:in,deliveryPersistent=true",
        "direct:in,deliveryPersistent=false",
        "direct:in,preserveMessageQos=true",
        "jms:in,deliveryPersistent=true",
        "jms:in,deliveryPersistent=false"
    })
    void k1_aSendSucceedsIfTheBrokerHasTheMessage(String from, String options) throws Exception {
        startCopy(from, "jms:refusing?connectionFactory=#there&" + options);
        for (int i = 1; i <= 20; i++) {
            int count = i;
            if (from.startsWith("jms")) {
                sendText("in", "x".repeat(1_000));
            } else {
                template.sendBody(from, "x".repeat(1_000));
            }
            await("it is through", () -> threadsAfter.size() == count);
        }
        assertThat(failures)
                .isNotEmpty()
                .allSatisfy(each ->
                        assertThat(each).isInstanceOf(JMSException.class).hasMessageContaining("full"));
        assertThat(other.messages(Broker.REFUSING)).isEqualTo(20 - failures.size());
        assertThat(watched.connections).hasValue(1);
    }

    @Test
    void k1_anAsynchronousSendThatIsRefusedIsNoLostConnection() throws Exception {
        context.getRegistry()
                .bind("confirming", watched.of(Broker.factory(other.port, "&confirmationWindowSize=10000")));
        startCopy("direct:in", "jms:refusing?connectionFactory=#confirming&asyncSend=true");
        for (int i = 0; i < 20; i++) {
            template.sendBody("direct:in", "x".repeat(1_000));
        }
        assertThat(failures)
                .hasSizeGreaterThan(3)
                .allSatisfy(each -> assertThat(each).hasMessageContaining("full"));
        assertThat(other.messages(Broker.REFUSING)).isEqualTo(20 - failures.size());
        assertThat(watched.connections).hasValue(1);
        // the connection's own and the endpoint's; those of another test may still be closing
        await("there are two sessions", () -> other.sessions() == 2);
    }

    @Test
    void s4_theThreadThatSendsSurvivesAnErrorOfTheClient() throws Exception {
        startCopy("direct:in", "jms:out?connectionFactory=#there&requestTimeout=5000");
        template.sendBody("direct:in", "m0");
        watched.nextFailure.set(new JMSException("on purpose"));
        watched.nextSessionFailure.set(new StackOverflowError("a fault that the test asked for"));
        template.sendBody("direct:in", "m1");
        template.sendBody("direct:in", "m2");
        assertThat(failures).singleElement().isInstanceOf(JmsConnectionException.class);
        assertThat(drain(other, "out")).containsExactly("m0", "m2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&transacted=true", "&asyncConsumer=true"})
    void k1_aCommitThatIsRolledBackGivesTheMessageBackAndKeepsTheConnection(String options) throws Exception {
        AtomicInteger routed = new AtomicInteger();
        context.addRoutes(
                r -> r.from("jms:in?connectionFactory=#here" + options).process(e -> routed.incrementAndGet()));
        watched.nextRolledBack.set(new TransactionRolledBackException("on purpose"));
        context.start();
        sendText("in", "m");
        int times = options.contains("async") ? 1 : 2;
        // while the broker takes the message back, the queue may seem to be empty
        await("it is acknowledged", () -> routed.get() >= times && broker.messages("in") == 0);
        assertThat(routed).hasValue(times);
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isZero();
        assertThat(watched.connections).hasValue(1);
    }

    @Test
    void k1_aFullQueueRollsATransactionBackAndKeepsTheConnection() throws Exception {
        context.addRoutes(r -> r.from("jms:in?transacted=true&connectionFactory=#here")
                .to("jms:refusing?deliveryPersistent=false&connectionFactory=#here"));
        context.start();
        for (int i = 0; i < 20; i++) {
            sendText("in", "x".repeat(1_000));
        }
        await("all are somewhere else", () -> broker.messages("in") == 0);
        await(
                "each is in one queue",
                () -> broker.messages(Broker.DEAD_LETTERS) + broker.messages(Broker.REFUSING) == 20);
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isPositive();
        assertThat(watched.connections).hasValue(1);
    }

    // ---- clients that cannot do everything

    private WatchedFactory useClassic() throws Exception {
        int port = Ports.free();
        classicBroker = Client.CLASSIC.startBroker(port, 2);
        WatchedFactory classic = new WatchedFactory();
        context.getRegistry().bind("classic", classic.of(Client.CLASSIC.factory(port, 2)));
        return classic;
    }

    @AfterEach
    void stopClassic() throws Exception {
        if (classicBroker != null) {
            context.close();
            classicBroker.close();
        }
    }

    @Test
    void anAsynchronousSendThatTheClientDoesNotHaveIsNamed() throws Exception {
        WatchedFactory classic = useClassic();
        startCopy("direct:in", "jms:out?connectionFactory=#classic&asyncSend=true");
        for (int i = 0; i < 3; i++) {
            template.sendBody("direct:in", "m" + i);
        }
        assertThat(failures)
                .hasSize(3)
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessageContaining("leave out asyncSend=true"));
        assertThat(classic.connections).hasValue(1);
    }

    @Test
    void aSharedSubscriptionThatTheClientDoesNotHaveIsNamed() throws Exception {
        useClassic();
        try (Lines lines = new Lines()) {
            context.addRoutes(
                    r -> r.from("jms:topic:t?connectionFactory=#classic&subscriptionShared=true&subscriptionName=s")
                            .to("mock:out"));
            context.start();
            await("it is said", () -> lines.text().contains("leave out subscriptionShared=true"));
            assertThat(lines.text()).contains("cannot receive").doesNotContain("lost its connection");
        }
    }

    @Test
    void aClientIdThatAPoolRefusesIsNamed() throws Exception {
        ConnectionFactory pool = Client.POOLED.factory(broker.port, -1);
        context.getRegistry().bind("pool", pool);
        try (Lines lines = new Lines();
                Connection used = pool.createConnection()) {
            used.createSession();
            context.addRoutes(r -> r.from(durable()).to("mock:out"));
            context.start();
            await("it is said", () -> lines.text().contains("if it is a pool"));
        }
    }

    @Test
    void theClientIdOfAPoolIsTheOneThatItsFactoryHas() throws Exception {
        ActiveMQConnectionFactory named = new ActiveMQConnectionFactory("tcp://localhost:" + broker.port);
        named.setClientID("me");
        JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
        pool.setConnectionFactory(named);
        context.getRegistry().bind("pool", pool);
        context.addRoutes(r -> r.from(durable()).to("mock:out"));
        context.start();
        await("it receives", () -> broker.consumers("me.s") == 1);
    }

    private static String durable() {
        return "jms:topic:t?connectionFactory=#pool&clientId=me&subscriptionDurable=true&subscriptionName=s";
    }

    @Test
    void aSelectorThatTheBrokerRefusesIsNoLostConnection() throws Exception {
        try (Lines lines = new Lines()) {
            context.addRoutes(r -> r.from("jms:in?selector=a%20is%20not").to("mock:out"));
            context.start();
            await("it is said", () -> lines.text().contains("cannot receive"));
            assertThat(lines.text()).doesNotContain("lost its connection");
        }
    }

    /** What was logged. */
    private static final class Lines extends Handler implements AutoCloseable {
        private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
        private final Logger logger = Logger.getLogger("io.mehari");

        Lines() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage() + " " + line.getThrown());
        }

        String text() {
            List<String> all = new ArrayList<>(lines);
            return String.join("\n", all);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
