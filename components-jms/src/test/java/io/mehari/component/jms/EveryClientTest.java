package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.ProcessorDefinition;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a failure and a stop do to messages, with every client and its default settings, prefetching included. */
@Timeout(60)
class EveryClientTest {
    private static final int DELIVERIES = 4;

    /** Of six stops: a message that arrives while another thread ends the receive may be delivered again. */
    private static final int MOST_REPEATED = 2;

    private final int port = Ports.free();
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Map<Object, AtomicInteger> routed = new ConcurrentHashMap<>();
    private final WatchedFactory watched = new WatchedFactory();
    private Client client = Client.ARTEMIS;
    private @Nullable AutoCloseable broker;
    private Connection connection;
    private Session session;

    EveryClientTest() throws IOException {}

    private void start(Client given, int maxDeliveries) throws Exception {
        client = given;
        broker = client.startBroker(port, maxDeliveries);
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(watched.of(client.factory(port, maxDeliveries)));
        context.addComponent(jms);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        connection = client.factory(port, maxDeliveries).createConnection();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        connection.start();
    }

    @AfterEach
    void stop() throws Exception {
        context.close();
        if (connection != null) {
            Closing.quietly(connection);
        }
        if (broker != null) {
            broker.close();
        }
        assertThat(watched.faults).isEmpty();
    }

    private void send(Message... messages) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue("in"))) {
            for (Message each : messages) {
                producer.send(each);
            }
        }
    }

    private @Nullable Message deadLetter(long patienceMillis) throws JMSException {
        try (var consumer = session.createConsumer(session.createQueue(client.deadLetters()))) {
            return consumer.receive(patienceMillis);
        }
    }

    private int count(Object body) {
        AtomicInteger count = routed.get(body);
        return count == null ? 0 : count.get();
    }

    private void note(Object body) {
        routed.computeIfAbsent(body, each -> new AtomicInteger()).incrementAndGet();
    }

    private void startRoute(String options) throws Exception {
        context.addRoutes(r -> r.from("jms:in" + options).routeId("in").process(exchange -> {
            note(exchange.getBody());
            if ("bad".equals(exchange.getBody())) {
                throw new IllegalStateException("on purpose");
            }
        }));
        context.start();
    }

    @ParameterizedTest
    @CsvSource({
        "ARTEMIS,''", "ARTEMIS,?transacted=true", "ARTEMIS,?asyncConsumer=true",
        "QPID,''", "QPID,?transacted=true", "QPID,?asyncConsumer=true",
        "CLASSIC,''", "CLASSIC,?transacted=true", "CLASSIC,?asyncConsumer=true"
    })
    void k1_aMessageThatAlwaysFailsBecomesADeadLetterAndTheOthersAreRoutedOnce(Client client, String options)
            throws Exception {
        start(client, DELIVERIES);
        send(session.createTextMessage("before"), session.createTextMessage("bad"));
        send(session.createTextMessage("next"), session.createTextMessage("last"));
        startRoute(options);
        OnBroker.await("all are routed", () -> count("before") > 0 && count("next") > 0 && count("last") > 0);
        Message dead = deadLetter(30_000);
        assertThat(dead).isNotNull();
        assertThat(dead.getBody(String.class)).isEqualTo("bad");
        assertThat(deadLetter(50)).as("another dead letter").isNull();
        assertThat(count("bad")).isEqualTo(DELIVERIES);
        assertThat(count("before")).isEqualTo(1);
        assertThat(count("next")).isEqualTo(1);
        assertThat(count("last")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void k1_anObjectMessageDoesNotBlockItsQueue(Client client) throws Exception {
        start(client, DELIVERIES);
        send(session.createObjectMessage("refused"), session.createTextMessage("next"));
        startRoute("");
        OnBroker.await("the next is routed", () -> count("next") > 0);
        assertThat(deadLetter(30_000)).isNotNull();
        assertThat(deadLetter(50)).as("another dead letter").isNull();
        assertThat(routed.keySet()).containsExactly("next");
        assertThat(count("next")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void k8_aBrokerThatNeverGivesUpAMessageDoesNotKeepACoreBusy(Client client) throws Exception {
        start(client, -1);
        send(session.createTextMessage("bad"));
        startRoute("");
        OnBroker.await("it has failed often", () -> count("bad") >= 8);
        int before = count("bad");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(700));
        assertThat(count("bad") - before).isLessThan(10);
        long begin = System.nanoTime();
        context.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource({
        "ARTEMIS,''",
        "ARTEMIS,?transacted=true",
        "ARTEMIS,?asyncConsumer=true",
        "QPID,''",
        "QPID,?transacted=true",
        "QPID,?asyncConsumer=true",
        "CLASSIC,''",
        "CLASSIC,?transacted=true",
        "CLASSIC,?asyncConsumer=true"
    })
    void k7_stopsUnderLoadLoseNothingAndDoNotRepeatWhatIsInTheRoute(Client client, String options) throws Exception {
        start(client, DELIVERIES);
        int messages = 120;
        for (int i = 0; i < messages; i++) {
            send(session.createTextMessage("m" + i));
        }
        context.addRoutes(r -> {
            ProcessorDefinition<?> route = r.from("jms:in" + options).routeId("in");
            ProcessorDefinition<?> steps = options.contains("async") ? route.delay(3) : route;
            steps.process(exchange -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                note(exchange.getBody());
            });
        });
        context.start();
        for (int i = 1; i <= 6; i++) {
            int some = i * messages / 8;
            OnBroker.await("some are routed", () -> routed.size() >= some);
            context.getRouteController().stopRoute("in");
            context.getRouteController().startRoute("in");
        }
        OnBroker.await("all are routed", () -> routed.size() == messages);
        context.getRouteController().stopRoute("in");
        int repeated = routed.values().stream().mapToInt(AtomicInteger::get).sum() - messages + waiting();
        assertThat(repeated).as("repeated").isLessThanOrEqualTo(MOST_REPEATED);
    }

    /** The messages that would be routed again after another start. */
    private int waiting() throws JMSException {
        int count = 0;
        try (var left = session.createConsumer(session.createQueue("in"))) {
            while (left.receive(50) != null) {
                count++;
            }
        }
        return count;
    }
}
