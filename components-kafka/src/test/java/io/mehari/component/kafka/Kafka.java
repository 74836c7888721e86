package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The test's own Kafka clients, for one broker. The tests of a JVM share one broker that is never killed. */
final class Kafka implements AutoCloseable {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static Kafka shared;

    final Broker broker;
    final Admin admin;
    private final KafkaProducer<String, String> producer;

    Kafka(Broker broker) {
        this.broker = broker;
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
        this.producer = new KafkaProducer<>(Map.of(
                "bootstrap.servers", broker.address(),
                "key.serializer", StringSerializer.class,
                "value.serializer", StringSerializer.class));
    }

    /** Starts the broker when it is first needed. */
    static synchronized Kafka shared() throws Exception {
        if (shared == null) {
            Path folder = Files.createTempDirectory("mehari-kafka");
            shared = new Kafka(new Broker(folder, Broker.freePorts(1)[0]).start());
        }
        return shared;
    }

    String address() {
        return broker.address();
    }

    /** Creates a topic with a new name. */
    String topic(int partitions) throws Exception {
        String name = "topic-" + NAMES.incrementAndGet() + "-"
                + ProcessHandle.current().pid();
        create(name, partitions);
        return name;
    }

    void create(String name, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    RecordMetadata send(ProducerRecord<String, String> record) throws Exception {
        return producer.send(record).get(60, TimeUnit.SECONDS);
    }

    /** Sends values to a partition, in this order. */
    void send(String topic, int partition, String... values) throws Exception {
        for (String each : values) {
            send(new ProducerRecord<>(topic, partition, null, each));
        }
    }

    /** Sends {@code from} to {@code to - 1} as texts without waiting between them. */
    void sendNumbers(String topic, int partition, int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            var unused = producer.send(new ProducerRecord<>(topic, partition, null, String.valueOf(i)));
        }
        producer.flush();
    }

    /** Makes the brokers refuse further sends of other producers with this id. */
    void fence(String transactionalId) {
        try (KafkaProducer<String, String> other = new KafkaProducer<>(Map.of(
                "bootstrap.servers",
                broker.address(),
                "transactional.id",
                transactionalId,
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                StringSerializer.class))) {
            other.initTransactions();
        }
    }

    /** The offset that the group has committed; 0 if it has committed none. */
    long committed(String group, String topic, int partition) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(60, TimeUnit.SECONDS);
        OffsetAndMetadata offset = offsets.get(new TopicPartition(topic, partition));
        return offset == null ? 0 : offset.offset();
    }

    /** Waits as long as the group gets on: on a busy machine that may be slow. */
    void awaitCommitted(String group, String topic, int partition, long offset) throws Exception {
        long last = committed(group, topic, partition);
        while (last < offset) {
            long before = last;
            await(
                    "more than offset " + before + " is committed",
                    () -> committedOr(before, group, topic, partition) > before);
            last = committed(group, topic, partition);
        }
        assertThat(last).isEqualTo(offset);
    }

    private long committedOr(long other, String group, String topic, int partition) {
        try {
            return committed(group, topic, partition);
        } catch (Exception e) {
            return other;
        }
    }

    /** Reads a topic from its beginning, until it has read this number of records. */
    List<ConsumerRecord<String, byte[]>> read(String topic, int count) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers", broker.address(),
                "key.deserializer", StringDeserializer.class,
                "value.deserializer", ByteArrayDeserializer.class));
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(config)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (records.size() < count && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    /** Reads all records that a topic has now. */
    List<ConsumerRecord<String, byte[]>> readAll(String topic) throws Exception {
        return read(topic, (int) end(topic));
    }

    /** The number of records written to a topic, including records of aborted transactions and transaction markers. */
    long end(String topic) {
        return ends(topic).values().stream().mapToLong(each -> each).sum();
    }

    /** The number of records in each partition; see {@link #end}. */
    Map<TopicPartition, Long> ends(String topic) {
        try {
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(60, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions()
                    .forEach(each -> ends.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest()));
            Map<TopicPartition, Long> offsets = new HashMap<>();
            admin.listOffsets(ends)
                    .all()
                    .get(60, TimeUnit.SECONDS)
                    .forEach((partition, each) -> offsets.put(partition, each.offset()));
            return offsets;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting until " + what).isLessThan(end);
            Thread.sleep(5);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
        broker.close();
    }
}
