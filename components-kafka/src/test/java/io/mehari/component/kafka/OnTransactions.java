package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Helpers for tests with transactions: contexts, URIs, and what readers of a topic see. */
abstract class OnTransactions {
    private final List<DefaultRoutingContext> contexts = new ArrayList<>();
    protected Kafka kafka;
    protected DefaultRoutingContext context;

    @BeforeEach
    void startContext() throws Exception {
        kafka = Kafka.shared();
        context = newContext();
    }

    @AfterEach
    void closeContexts() {
        contexts.forEach(DefaultRoutingContext::close);
    }

    protected DefaultRoutingContext newContext() {
        DefaultRoutingContext made = new DefaultRoutingContext();
        made.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(2));
        contexts.add(made);
        return made;
    }

    protected static String group(String topic) {
        return "g-" + topic;
    }

    protected String from(String topic, String options) {
        return "kafka:" + topic + "?brokers=" + kafka.address() + "&groupId=" + group(topic)
                + "&autoOffsetReset=earliest&transactionalId=tx-" + topic + options;
    }

    protected String to(String topic) {
        return "kafka:" + topic + "?brokers=" + kafka.address();
    }

    protected long committed(String topic, int partition) {
        try {
            return kafka.committed(group(topic), topic, partition);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The values that a topic has now, by partition, in their order. */
    protected static Map<Integer, List<String>> read(Kafka kafka, String topic, boolean committedOnly) {
        return read(kafka, topic, committedOnly, Map.of());
    }

    /** @param atLeast offsets that are read, too: if a transaction is open before them, this waits for its end */
    private static Map<Integer, List<String>> read(
            Kafka kafka, String topic, boolean committedOnly, Map<TopicPartition, Long> atLeast) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                kafka.address(),
                "isolation.level",
                committedOnly ? "read_committed" : "read_uncommitted",
                "key.deserializer",
                StringDeserializer.class,
                "value.deserializer",
                StringDeserializer.class);
        Map<Integer, List<String>> values = new TreeMap<>();
        try (KafkaConsumer<String, String> reader = new KafkaConsumer<>(config)) {
            List<TopicPartition> partitions = reader.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            reader.assign(partitions);
            reader.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = new HashMap<>(reader.endOffsets(partitions));
            ends.putAll(atLeast);
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            for (TopicPartition each : partitions) {
                while (reader.position(each) < ends.get(each)) {
                    assertThat(System.nanoTime()).as("reading %s", topic).isLessThan(deadline);
                    reader.poll(Duration.ofMillis(20))
                            .forEach(record -> values.computeIfAbsent(record.partition(), p -> new ArrayList<>())
                                    .add(record.value()));
                }
            }
        }
        return values;
    }

    /**
     * Waits for the transactions that are open now. A commit returns when the coordinator has stored it; the brokers
     * mark its end in each partition after that, and until then a reader does not see its records.
     */
    protected List<String> committedValues(String topic) {
        return values(read(kafka, topic, true, kafka.ends(topic)));
    }

    protected List<String> uncommittedValues(String topic) {
        return values(read(kafka, topic, false));
    }

    private static List<String> values(Map<Integer, List<String>> byPartition) {
        return byPartition.values().stream().flatMap(List::stream).toList();
    }

    protected static String[] numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(String::valueOf).toArray(String[]::new);
    }
}
