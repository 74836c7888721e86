package io.mehari.component.kafka;

import io.mehari.spi.EndpointOption;
import io.mehari.spi.OptionSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The options of {@code kafka:} that the connector itself reads. {@link ClientOptions} has the client's. */
final class KafkaOptions {
    private KafkaOptions() {}

    /** Which records of a partition may be in the route at the same time. */
    enum Concurrency {
        Partition,
        Key
    }

    /** Where a route begins to read. */
    enum SeekTo {
        BEGINNING,
        END
    }

    /** Where to begin if the group has no offset for a partition. */
    enum OffsetReset {
        latest,
        earliest,
        none
    }

    /** When a sender continues. */
    enum Completion {
        Accepted,
        Queued
    }

    static final OptionSet ALL = new OptionSet();

    // ---- both sides
    static final EndpointOption<String> BROKERS = ALL.text(
            "brokers", "host:port of some brokers, separated by commas; default: the brokers of the component");
    static final EndpointOption<Boolean> TEST_CONNECTION = ALL.of(
            "testConnectionOnStartup", false, "fail the start if no broker answers; false: connect when one answers");
    static final EndpointOption<Integer> MAX_IN_FLIGHT = ALL.atLeast(
            1, "maxInFlight", 1_000, "consumer: maximum records in the route; producer: maximum of completion=Queued");

    // ---- consumer
    static final EndpointOption<String> GROUP_ID =
            ALL.text("groupId", "consumer: the group that shares the partitions and keeps the offsets; required");
    static final EndpointOption<Integer> CONSUMERS_COUNT = ALL.atLeast(
            1, "consumersCount", 1, "consumer: how many members of the group this route has, each with a poll thread");
    static final EndpointOption<Boolean> TOPIC_IS_PATTERN =
            ALL.of("topicIsPattern", false, "consumer: the topic in the URI is a regular expression");
    static final EndpointOption<OffsetReset> AUTO_OFFSET_RESET =
            ALL.of("autoOffsetReset", OffsetReset.latest, "consumer: where to begin if the group has no offset");
    static final EndpointOption<SeekTo> SEEK_TO = ALL.optional(
            "seekTo", SeekTo.class, "consumer: begin there at each start of the route, not at the offset of the group");
    static final EndpointOption<Integer> MAX_POLL_RECORDS = ALL.atLeast(
            1, "maxPollRecords", 2_000, "consumer: maximum records of a poll, and of a partition before it is paused");
    static final EndpointOption<Duration> POLL_TIMEOUT = ALL.atLeast(
            Duration.ofMillis(1),
            "pollTimeoutMs",
            Duration.ofSeconds(5),
            "consumer: maximum time of a poll that finds no records");
    static final EndpointOption<Duration> COMMIT_INTERVAL = ALL.atLeast(
            Duration.ofMillis(1),
            "commitInterval",
            Duration.ofMillis(100),
            "consumer: maximum time from the end of a record to its commit; at once if no records are in flight");
    static final EndpointOption<Boolean> BREAK_ON_FIRST_ERROR = ALL.of(
            "breakOnFirstError", true, "consumer: repeat a failed record before later ones; false: log and skip it");
    static final EndpointOption<Duration> RETRY_DELAY = ALL.atLeast(
            Duration.ofMillis(1),
            "retryDelay",
            Duration.ofSeconds(10),
            "breakOnFirstError: longest delay before a retry; the first is 100 ms");
    static final EndpointOption<Concurrency> CONCURRENCY = ALL.of(
            "concurrency", Concurrency.Partition, "consumer: one record in the route for each partition, or each key");
    static final EndpointOption<Integer> SEND_WINDOW = ALL.atLeast(
            1,
            "sendWindow",
            100,
            "consumer: how many records of a partition, or key, may wait for the acknowledgement of their sends, if"
                    + " the route ends with its only send; 1: each waits for the one before");
    static final EndpointOption<Duration> REVOKE_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "revokeTimeout",
            Duration.ofSeconds(10),
            "consumer: maximum wait for its records when a partition moves");
    static final EndpointOption<String> TRANSACTIONAL_ID = ALL.text(
            "transactionalId",
            "consumer: records, what the route sends to these brokers, and offsets are one transaction; the id must"
                    + " differ between processes");
    static final EndpointOption<Duration> TRANSACTION_TIMEOUT = ALL.atLeast(
            Duration.ofMillis(1),
            "transactionTimeoutMs",
            Duration.ofMinutes(1),
            "transactionalId: aborts and repeats what takes longer");
    static final EndpointOption<Integer> MAXIMUM_POOL_SIZE =
            ALL.atLeast(1, "maximumPoolSize", 16, "consumer: threads that run the route, created when needed");
    static final EndpointOption<Object> KEY_DESERIALIZER = ALL.add(EndpointOption.of(
            "keyDeserializer",
            Object.class,
            "org.apache.kafka.common.serialization.StringDeserializer",
            "consumer: converts bytes to keys; must be thread-safe"));
    static final EndpointOption<Object> VALUE_DESERIALIZER = ALL.add(EndpointOption.of(
            "valueDeserializer",
            Object.class,
            "org.apache.kafka.common.serialization.StringDeserializer",
            "consumer: converts bytes to bodies; must be thread-safe"));

    // ---- producer
    static final EndpointOption<String> KEY =
            ALL.text("key", "producer: key of all records; without it the header MehariKafkaKey");
    static final EndpointOption<Integer> PARTITION_KEY = ALL.optional(
            "partitionKey", Integer.class, "producer: partition of records; default: header MehariKafkaPartitionKey");
    static final EndpointOption<Completion> COMPLETION = ALL.of(
            "completion", Completion.Accepted, "producer: the sender continues after the acknowledgement, or at once");
    static final EndpointOption<String> ON_SEND_FAILURE =
            ALL.text("onSendFailure", "producer: URI that gets the messages which completion=Queued could not send");
    static final EndpointOption<Duration> REQUEST_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "requestTimeout",
            Duration.ZERO,
            "producer: maximum wait of a sender; 0: until the client gives up");
    static final EndpointOption<Object> KEY_SERIALIZER = ALL.optional(
            "keySerializer", Object.class, "producer: keys to bytes; must be thread-safe; default: strings in UTF-8");
    static final EndpointOption<Object> VALUE_SERIALIZER = ALL.optional(
            "valueSerializer", Object.class, "producer: bodies to bytes; must be thread-safe; default: text in UTF-8");

    static {
        for (Map<EndpointOption<?>, String> each :
                List.of(ClientOptions.BOTH, ClientOptions.CONSUMER, ClientOptions.PRODUCER)) {
            each.keySet().forEach(ALL::add);
        }
    }
}
