package io.mehari.connectors;

import io.mehari.faults.KafkaAdmin;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads the messages that have arrived at a target, and counts each number. */
final class Arrivals {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Semaphore room;
    private final BitSet seen = new BitSet();
    private int repeated;
    private volatile int count;

    /** @param room semaphore that gets a permit for each arrival */
    Arrivals(Semaphore room) {
        this.room = room;
    }

    /** The number of messages since the last reset, each counted once. */
    int count() {
        return count;
    }

    synchronized void reset() {
        seen.clear();
        repeated = 0;
        count = 0;
    }

    synchronized void arrived(String text) {
        int number = Stopwatch.number(text);
        if (text.length() != Senders.body(0).length() || seen.get(number)) {
            repeated++;
            return;
        }
        seen.set(number);
        count++;
        room.release();
    }

    /** Waits until this many messages have arrived; fails if none arrives for a minute. */
    void await(int goal) throws IOException, InterruptedException {
        int before = -1;
        long end = 0;
        while (count < goal) {
            if (count != before) {
                before = count;
                end = System.nanoTime() + PATIENCE_NANOS;
            } else if (System.nanoTime() > end) {
                throw new IOException(count + " of " + goal + " messages have arrived, and none for a minute");
            }
            Thread.sleep(1);
        }
    }

    /** Fails unless exactly the messages below this number have arrived, each once and unchanged. */
    synchronized void check(String subject, int all) throws IOException {
        if (count != all || seen.length() != all || repeated != 0) {
            throw new IOException(subject + ": of " + all + " messages " + count + " have arrived, the last is "
                    + (seen.length() - 1) + ", and " + repeated + " came twice or changed");
        }
    }

    // ---- readers

    void read(ConnectionFactory factory, String queue) {
        daemon(() -> {
            try (Connection connection = factory.createConnection();
                    Session session = connection.createSession(Session.DUPS_OK_ACKNOWLEDGE);
                    MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
                connection.start();
                Message message;
                while ((message = consumer.receive()) != null) {
                    boolean right = message.getJMSDeliveryMode() == DeliveryMode.NON_PERSISTENT;
                    arrived(right ? message.getBody(String.class) : "0:");
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    void read(String brokers, String topic, int partitions) {
        var consumer = new KafkaConsumer<String, String>(KafkaAdmin.options(brokers));
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(each -> new TopicPartition(topic, each))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        daemon(() -> {
            while (true) {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofSeconds(1))) {
                    arrived(each.value());
                }
            }
        });
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "arrivals");
        thread.setDaemon(true);
        thread.start();
    }
}
