package io.mehari.faults;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.Objects;

/**
 * Reads all messages of a queue with the broker's own client, and reconnects when necessary. It compares body and
 * headers with those that were sent.
 */
final class Reader {
    private static final int BATCH = 100;
    private static final long IDLE_MILLIS = 50;
    private static final long PAUSE_MILLIS = 100;

    private final ConnectionFactory factory;
    private final String queue;
    private final boolean deadLetters;
    private final Ledger ledger;
    private volatile boolean paused;

    /** @param deadLetters whether every message must be poison and have its cause */
    Reader(ConnectionFactory factory, String queue, boolean deadLetters, Ledger ledger) {
        this.factory = factory;
        this.queue = queue;
        this.deadLetters = deadLetters;
        this.ledger = ledger;
    }

    void start() {
        Thread thread = new Thread(this::run, "reader-" + queue);
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops reading, so that messages stay in the queue; or starts again. */
    void pause(boolean pause) {
        paused = pause;
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try (Connection connection = factory.createConnection();
                    Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
                    MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
                connection.start();
                read(consumer);
            } catch (JMSException e) {
                pause(); // the broker is down
            }
        }
    }

    private void read(MessageConsumer consumer) throws JMSException {
        Message last = null;
        int unacknowledged = 0;
        while (true) {
            Message message = paused ? null : consumer.receive(IDLE_MILLIS);
            if (message != null) {
                take(message);
                last = message;
                unacknowledged++;
            }
            if (last != null && (message == null || unacknowledged == BATCH)) {
                last.acknowledge();
                last = null;
                unacknowledged = 0;
            }
            if (paused) {
                pause();
            }
        }
    }

    private void take(Message message) throws JMSException {
        Numbered sent = message instanceof TextMessage text ? Numbered.parse(text.getText()) : null;
        if (sent == null || sent.poison() != deadLetters || !isAsSent(sent, message)) {
            ledger.wrong(message.toString());
        }
        if (sent != null) {
            ledger.arrived(sent.partition(), sent.number(), message.getJMSMessageID());
        }
    }

    private boolean isAsSent(Numbered sent, Message message) throws JMSException {
        for (Map.Entry<String, String> each : sent.headers().entrySet()) {
            String property = each.getKey().replace("-", "_HYPHEN_");
            if (!each.getValue().equals(message.getStringProperty(property))) {
                return false;
            }
        }
        String sale = sent.partition() + "/" + sent.number();
        String cause = new IllegalArgumentException(CheckedSalesRoute.refusal(sale)).toString();
        return Objects.equals(message.getStringProperty(CheckedSalesRoute.CAUSE), deadLetters ? cause : null);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
