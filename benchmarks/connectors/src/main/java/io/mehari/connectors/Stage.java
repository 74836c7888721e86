package io.mehari.connectors;

import io.mehari.faults.Broker;
import io.mehari.faults.KafkaAdmin;
import io.mehari.faults.Workplace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogManager;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of {@code ./bench brokers}, each in its own process. The senders and readers are in this process.
 */
final class Stage implements AutoCloseable {
    private static final String IN = "in";
    private static final String OUT = "out";
    private static final int PARTITIONS = 16;
    private static final int KEYS = 1_000;
    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

    final Senders senders;
    final Arrivals arrivals;
    private final Broker source;
    private final Broker target;
    private final @Nullable Broker kafka;
    private final Workplace workplace = new Workplace();

    /** @param records in the Kafka topic; 0: no Kafka is started */
    Stage(int records) throws IOException, InterruptedException {
        LogManager.getLogManager().reset(); // what fails is noticed by what has arrived
        source = Broker.artemis(workplace.folder, "source", FLAGS);
        target = Broker.artemis(workplace.folder, "target", FLAGS);
        source.start();
        target.start();
        senders = new Senders(new ActiveMQConnectionFactory("tcp://" + source.address()), IN);
        arrivals = new Arrivals(senders.room);
        arrivals.read(new ActiveMQConnectionFactory("tcp://" + target.address()), OUT);
        kafka = records == 0 ? null : kafka(records);
    }

    private Broker kafka(int records) throws IOException, InterruptedException {
        Broker made = Broker.kafka(workplace.folder, false, FLAGS);
        made.start();
        try (KafkaAdmin admin = new KafkaAdmin(made.address())) {
            admin.create(PARTITIONS, IN, OUT);
        }
        fill(made.address(), records);
        arrivals.read(made.address(), OUT, PARTITIONS);
        return made;
    }

    /** The file that makes all processes quiet. */
    Path logging() {
        return Workplace.logging(workplace.folder);
    }

    /**
     * Writes this number of numbered records of 1 kB, with a thousand different keys. Fails if one is not accepted.
     *
     * <p>It sends one request at a time. A broker may refuse the first request for a new topic, because it has not
     * created the log yet, and accept the second. An idempotent producer sends the first one again, the broker refuses
     * its sequence number from then on, and after two minutes the producer drops those records (KAFKA-15591, until
     * Kafka 4.5).
     */
    private static void fill(String brokers, int records) throws IOException {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (var producer = new KafkaProducer<String, String>(
                KafkaAdmin.options(brokers, "enable.idempotence", false, "max.in.flight.requests.per.connection", 1))) {
            for (int i = 0; i < records; i++) {
                var unused = producer.send(
                        new ProducerRecord<>(IN, "key-" + i % KEYS, Senders.body(i)),
                        (metadata, e) -> failure.compareAndSet(null, e));
            }
        }
        Exception first = failure.get();
        if (first != null) {
            throw new IOException("Kafka has not accepted all records", first);
        }
    }

    /** From queue to queue. */
    Plan queues(int consumers, int threads, boolean events, int micros) {
        return new Plan(
                Plan.Kind.JMS, source.address(), target.address(), IN, OUT, "-", consumers, threads, events, micros);
    }

    /** From Kafka to there. */
    Plan records(Plan.Kind kind, String group, int consumers) {
        String from = kafka == null ? "" : kafka.address();
        String to = kind == Plan.Kind.KAFKA ? from : target.address();
        return new Plan(kind, from, to, IN, OUT, group, consumers, 0, false, 0);
    }

    /** The number of records that a consumer group has committed. */
    long committed(String group) throws IOException, InterruptedException {
        try (KafkaAdmin admin = new KafkaAdmin(kafka == null ? "" : kafka.address())) {
            return admin.committed(group);
        }
    }

    @Override
    public void close() {
        for (@Nullable Broker each : new @Nullable Broker[] {source, target, kafka}) {
            if (each != null) {
                each.kill();
            }
        }
        workplace.delete();
    }
}
