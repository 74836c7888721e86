package io.mehari.brokers;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Creates and fills Kafka topics for a study. */
final class Topics {
    static final int PARTITIONS = 16;
    private static final int KEYS = 1_000;

    private Topics() {}

    static void create(String brokers, String... names) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            admin.createTopics(Stream.of(names)
                            .map(each -> new NewTopic(each, PARTITIONS, (short) 1))
                            .toList())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("The topics cannot be created", e);
        }
    }

    /**
     * Writes this number of numbered records of 1 kB, with a thousand different keys. Fails if one is not accepted.
     *
     * <p>It sends one request at a time. A broker may refuse the first request for a new topic, because it has not
     * created the log yet, and accept the second. An idempotent producer sends the first one again, the broker refuses
     * its sequence number from then on, and after two minutes the producer drops those records (KAFKA-15591, until
     * Kafka 4.5).
     */
    static void fill(String brokers, String topic, int records) throws IOException {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (var producer = new KafkaProducer<String, String>(Map.of(
                "bootstrap.servers",
                brokers,
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                StringSerializer.class,
                "enable.idempotence",
                false,
                "max.in.flight.requests.per.connection",
                1))) {
            for (int i = 0; i < records; i++) {
                var unused = producer.send(
                        new ProducerRecord<>(topic, "key-" + i % KEYS, Senders.body(i)),
                        (metadata, e) -> failure.compareAndSet(null, e));
            }
        }
        Exception first = failure.get();
        if (first != null) {
            throw new IOException("Kafka has not accepted all records of " + topic, first);
        }
    }

    /** The number of records that a group has committed. */
    static long committed(String brokers, String group) throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (ExecutionException e) {
            throw new IOException("Kafka does not tell the offsets", e);
        }
    }
}
