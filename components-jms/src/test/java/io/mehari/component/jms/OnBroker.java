package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A context with a broker in memory, and a plain client as the other party. */
abstract class OnBroker {
    final DefaultRoutingContext context = new DefaultRoutingContext();
    final ProducerTemplate template = context.createProducerTemplate();
    Broker broker;
    Connection connection;
    Session session;

    @BeforeEach
    final void start() throws Exception {
        broker = new Broker(Ports.free(), null, 2);
        broker.start();
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(broker.factory());
        context.addComponent(jms);
        context.getRegistry().bind("unbuffered", Broker.unbuffered(broker.port));
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        connection = broker.factory().createConnection();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        connection.start();
    }

    @AfterEach
    final void stop() throws IOException {
        context.close();
        Closing.quietly(connection);
        broker.close();
    }

    void send(String queue, Message message) throws JMSException {
        try (var producer = session.createProducer(session.createQueue(queue))) {
            producer.send(message);
        }
    }

    void sendText(String queue, String text) throws JMSException {
        send(queue, session.createTextMessage(text));
    }

    @Nullable
    Message receive(String queue) throws JMSException {
        try (var consumer = session.createConsumer(session.createQueue(queue))) {
            return consumer.receive(30_000);
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(end);
            Thread.sleep(2);
        }
    }
}
