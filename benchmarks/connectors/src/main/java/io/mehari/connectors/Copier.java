package io.mehari.connectors;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** A measured implementation: it copies messages, and acknowledges each one after the target has acknowledged it. */
interface Copier {
    /** Starts copying. The caller closes the result after all messages are copied. */
    AutoCloseable start(Plan plan) throws Exception;

    // ---- the connection factories

    static ConnectionFactory source(Plan plan) {
        return Stopwatch.timed(new ActiveMQConnectionFactory("tcp://" + plan.from()));
    }

    /**
     * For the peers: a send returns when the broker has received the message, even if the message is not persistent.
     * Mehari waits for that with the defaults of the client.
     */
    static ConnectionFactory target(Plan plan) {
        return target(plan, "?blockOnNonDurableSend=true&confirmationWindowSize=1048576");
    }

    /** The target broker. The options are those of its URL. */
    static ConnectionFactory target(Plan plan, String options) {
        var factory = new ActiveMQConnectionFactory("tcp://" + plan.to() + options);
        return plan.kind() == Plan.Kind.JMS ? Stopwatch.timed(factory) : factory;
    }
}
