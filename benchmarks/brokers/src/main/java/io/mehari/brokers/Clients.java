package io.mehari.brokers;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The connection factories that all subjects use. */
final class Clients {
    private Clients() {}

    static ConnectionFactory source(Plan plan) {
        return Stopwatch.timed(new ActiveMQConnectionFactory("tcp://" + plan.from()));
    }

    /** Sends of this factory return when the broker has received the message, even if the message is not persistent. */
    static ConnectionFactory target(Plan plan) {
        var factory = new ActiveMQConnectionFactory(
                "tcp://" + plan.to() + "?blockOnNonDurableSend=true&confirmationWindowSize=1048576");
        return plan.kind() == Plan.Kind.JMS ? Stopwatch.timed(factory) : factory;
    }
}
