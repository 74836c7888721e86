package io.mehari.component.jms;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/** Clients of Jakarta Messaging with their default settings, each with a broker that it speaks to. */
enum Client {
    ARTEMIS,
    /** AMQP, to an Artemis server. */
    QPID,
    /** OpenWire, to ActiveMQ Classic, whose client counts the deliveries itself. */
    CLASSIC,
    /** The client of Artemis in a pool of connections. */
    POOLED;

    /** Starts a broker that gives a message up after so many deliveries; -1: never. */
    KnownBroker startBroker(int port, int maxDeliveries) throws Exception {
        if (this == CLASSIC) {
            return new ClassicBroker(port);
        }
        Broker broker = new Broker(port, null, maxDeliveries);
        broker.start();
        return broker;
    }

    /** The client of the other party. */
    Client plain() {
        return this == POOLED ? ARTEMIS : this;
    }

    ConnectionFactory factory(int port, int maxDeliveries) {
        return switch (this) {
            case ARTEMIS ->
                new org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory("tcp://localhost:" + port);
            case POOLED -> {
                JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
                pool.setConnectionFactory(ARTEMIS.factory(port, maxDeliveries));
                yield pool;
            }
            case QPID -> new JmsConnectionFactory("amqp://localhost:" + port);
            case CLASSIC -> {
                ActiveMQConnectionFactory made = new ActiveMQConnectionFactory("tcp://localhost:" + port);
                made.getRedeliveryPolicy().setMaximumRedeliveries(maxDeliveries < 0 ? -1 : maxDeliveries - 1);
                made.getRedeliveryPolicy().setInitialRedeliveryDelay(0);
                made.getRedeliveryPolicy().setRedeliveryDelay(0);
                yield made;
            }
        };
    }

    String deadLetters() {
        return this == CLASSIC ? "ActiveMQ.DLQ" : Broker.DEAD_LETTERS;
    }
}
