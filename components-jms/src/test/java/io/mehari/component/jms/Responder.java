package io.mehari.component.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Answers the messages of a queue with {@code re: } and their bodies, by Artemis's own client. */
final class Responder implements AutoCloseable {
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final IntConsumer cutting;
    private volatile Map<String, String> lastHeaders = Map.of();
    private volatile Map<String, String> answerHeaders = Map.of();
    private volatile @Nullable Connection connection;

    // ---- guarded by this
    private final List<Message> held = new ArrayList<>();
    private boolean holding;
    private @Nullable Integer cut;
    private @Nullable Session session;

    Responder(IntConsumer cutting) {
        this.cutting = cutting;
    }

    void start(ConnectionFactory factory, String queue) throws JMSException {
        Connection made = factory.createConnection();
        Session mine = made.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = mine.createConsumer(mine.createQueue(queue));
        synchronized (this) {
            session = made.createSession(false, Session.AUTO_ACKNOWLEDGE);
        }
        made.start();
        connection = made;
        Thread thread = new Thread(() -> run(consumer), "other party responder");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(MessageConsumer consumer) {
        try {
            Message message;
            while ((message = consumer.receive()) != null) {
                lastHeaders = JmsConsumerLawsTest.properties(message);
                received.add(message.getBody(String.class));
                take(message);
            }
        } catch (JMSException e) {
            // stopped
        }
    }

    private synchronized void take(Message message) throws JMSException {
        if (holding) {
            held.add(message);
        } else {
            answer(message);
        }
    }

    private void answer(Message message) throws JMSException {
        Session mine = session;
        if (message.getJMSReplyTo() == null || mine == null) {
            return;
        }
        TextMessage answer = mine.createTextMessage("re: " + message.getBody(String.class));
        answer.setJMSCorrelationID(message.getJMSCorrelationID());
        for (Map.Entry<String, String> each : answerHeaders.entrySet()) {
            answer.setStringProperty(each.getKey().replace("-", "_HYPHEN_"), each.getValue());
        }
        Integer bytes = cut;
        cut = null;
        if (bytes != null && bytes >= 0) {
            cutting.accept(bytes);
        }
        try (MessageProducer producer = mine.createProducer(message.getJMSReplyTo())) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(answer);
        } catch (jakarta.jms.InvalidDestinationException e) {
            // the sender has gone
        }
    }

    synchronized void hold() {
        holding = true;
    }

    synchronized void release() {
        holding = false;
        try {
            for (Message each : held) {
                answer(each);
            }
        } catch (JMSException e) {
            // stopped meanwhile
        }
        held.clear();
    }

    synchronized void cutNextAnswer(int bytes) {
        cut = bytes;
    }

    List<String> received() {
        return received;
    }

    Map<String, String> lastHeaders() {
        return lastHeaders;
    }

    void answerWith(Map<String, String> headers) {
        answerHeaders = headers;
    }

    @Override
    public void close() {
        Connection mine = connection;
        connection = null;
        synchronized (this) {
            session = null;
            held.clear();
        }
        if (mine != null) {
            try {
                mine.close();
            } catch (JMSException e) {
                // the broker has stopped
            }
        }
    }
}
