package io.mehari.faults;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics and consumer groups, as Kafka describes them. */
public final class KafkaAdmin implements AutoCloseable {
    private final Admin admin;

    /** @param brokers host and port */
    public KafkaAdmin(String brokers) {
        admin = Admin.create(Map.of("bootstrap.servers", brokers));
    }

    /** The options of a client whose keys and values are texts. The others are names and values in turn. */
    public static Map<String, Object> options(String brokers, Object... others) {
        Map<String, Object> all = new HashMap<>(Map.of("bootstrap.servers", brokers));
        for (String each : List.of("key", "value")) {
            all.put(each + ".serializer", StringSerializer.class);
            all.put(each + ".deserializer", StringDeserializer.class);
        }
        for (int i = 0; i < others.length; i += 2) {
            all.put(String.valueOf(others[i]), others[i + 1]);
        }
        return all;
    }

    private static <T> T get(KafkaFuture<T> answer) throws IOException, InterruptedException {
        try {
            return answer.get(2, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Kafka has not done it: " + e, e);
        }
    }

    /** Creates topics. */
    public void create(int partitions, String... names) throws IOException, InterruptedException {
        get(admin.createTopics(Stream.of(names)
                        .map(each -> new NewTopic(each, partitions, (short) 1))
                        .toList())
                .all());
    }

    /** Whether a group has this many members, and each has its partitions. */
    boolean isSettled(String name, int members) throws IOException, InterruptedException {
        try {
            ConsumerGroupDescription group =
                    get(admin.describeConsumerGroups(List.of(name)).all()).get(name);
            return group != null
                    && group.groupState() == GroupState.STABLE
                    && group.members().size() == members;
        } catch (IOException e) {
            if (e.getCause() != null && e.getCause().getCause() instanceof GroupIdNotFoundException) {
                return false; // its first member has not joined yet
            }
            throw e;
        }
    }

    /** The number of records that a group has committed. */
    public long committed(String group) throws IOException, InterruptedException {
        return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).values().stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    @Override
    public void close() {
        admin.close();
    }
}
