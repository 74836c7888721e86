package io.mehari.brokers;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;

/** Takes all messages out of a queue, with a client of the broker itself, which connects again whenever it must. */
final class Reader {
    private static final int BATCH = 100;
    private static final long IDLE_MILLIS = 50;
    private static final long PAUSE_MILLIS = 100;

    private final ConnectionFactory factory;
    private final String queue;
    private final Ledger ledger;

    Reader(ConnectionFactory factory, String queue, Ledger ledger) {
        this.factory = factory;
        this.queue = queue;
        this.ledger = ledger;
    }

    void start() {
        Thread thread = new Thread(this::run, "reader");
        thread.setDaemon(true);
        thread.start();
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
            Message message = consumer.receive(IDLE_MILLIS);
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
        }
    }

    private void take(Message message) throws JMSException {
        String[] parts = message.getBody(String.class).split(":", 3);
        ledger.arrived(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), message.getJMSMessageID());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
