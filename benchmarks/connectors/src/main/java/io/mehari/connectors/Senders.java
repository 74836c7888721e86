package io.mehari.connectors;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Twenty threads, each with its own connection. They send numbered texts of 1 kB until enough of these are in flight.
 */
final class Senders {
    private static final int SENDERS = 20;
    private static final int BYTES = 1_000;
    private static final int MOST_ON_THEIR_WAY = 2_000;

    final Semaphore room = new Semaphore(0);
    private final ConnectionFactory factory;
    private final String queue;
    private final AtomicInteger next = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Senders(ConnectionFactory factory, String queue) {
        this.factory = factory;
        this.queue = queue;
    }

    static String body(int number) {
        String begin = number + ":";
        return begin + "x".repeat(BYTES - begin.length());
    }

    void start() {
        stopped = false;
        next.set(0);
        room.drainPermits();
        room.release(MOST_ON_THEIR_WAY);
        threads.clear();
        for (int i = 0; i < SENDERS; i++) {
            Thread thread = new Thread(this::run, "sender-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void run() {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            while (!stopped) {
                if (room.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                    producer.send(session.createTextMessage(body(next.getAndIncrement())));
                }
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the threads. Returns how many messages were sent. */
    int stop() throws InterruptedException {
        stopped = true;
        for (Thread each : threads) {
            each.join();
        }
        return next.get();
    }
}
