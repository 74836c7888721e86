package io.mehari.component.kafka;

import io.mehari.spi.EndpointOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The options of {@code kafka:} that the connector itself reads. {@link ClientOptions} has the options of the client.
 */
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

    // ---- both sides
    static final EndpointOption<String> BROKERS = EndpointOption.optional(
            "brokers",
            String.class,
            "host:port of some brokers, separated by commas; default: the brokers of the component");
    static final EndpointOption<Boolean> TEST_CONNECTION = EndpointOption.of(
            "testConnectionOnStartup",
            Boolean.class,
            false,
            "fail the start if no broker answers; false: start, and connect as soon as a broker answers");
    static final EndpointOption<Integer> MAX_IN_FLIGHT = EndpointOption.of(
            "maxInFlight",
            Integer.class,
            1_000,
            "consumer: maximum records in the route at once; producer: maximum records that completion=Queued holds");

    // ---- consumer
    static final EndpointOption<String> GROUP_ID = EndpointOption.optional(
            "groupId", String.class, "consumer: the group that shares the partitions and keeps the offsets; required");
    static final EndpointOption<Integer> CONSUMERS_COUNT = EndpointOption.of(
            "consumersCount",
            Integer.class,
            1,
            "consumer: how many members of the group this route has, each with a poll thread");
    static final EndpointOption<Boolean> TOPIC_IS_PATTERN = EndpointOption.of(
            "topicIsPattern", Boolean.class, false, "consumer: the topic in the URI is a regular expression");
    static final EndpointOption<OffsetReset> AUTO_OFFSET_RESET = EndpointOption.of(
            "autoOffsetReset",
            OffsetReset.class,
            OffsetReset.latest,
            "consumer: where to begin if the group has no offset: at the next record, at the first, or not at all");
    static final EndpointOption<SeekTo> SEEK_TO = EndpointOption.optional(
            "seekTo", SeekTo.class, "consumer: begin there at each start of the route, not at the offset of the group");
    static final EndpointOption<Integer> MAX_POLL_RECORDS = EndpointOption.of(
            "maxPollRecords",
            Integer.class,
            500,
            "consumer: maximum records of one poll; a partition with that many unfinished records is paused");
    static final EndpointOption<Duration> POLL_TIMEOUT = EndpointOption.of(
            "pollTimeoutMs",
            Duration.class,
            Duration.ofSeconds(5),
            "consumer: maximum time of a poll that finds no records");
    static final EndpointOption<Duration> COMMIT_INTERVAL = EndpointOption.of(
            "commitInterval",
            Duration.class,
            Duration.ofMillis(100),
            "consumer: maximum time from the end of a record to its commit; at once if no records are in flight");
    static final EndpointOption<Boolean> BREAK_ON_FIRST_ERROR = EndpointOption.of(
            "breakOnFirstError",
            Boolean.class,
            true,
            "consumer: give a failed record to the route again, before later records; false: log it and continue");
    static final EndpointOption<Duration> RETRY_DELAY = EndpointOption.of(
            "retryDelay",
            Duration.class,
            Duration.ofSeconds(10),
            "breakOnFirstError: maximum delay before the route gets a failed record again; the first delay is 100 ms");
    static final EndpointOption<Concurrency> CONCURRENCY = EndpointOption.of(
            "concurrency",
            Concurrency.class,
            Concurrency.Partition,
            "consumer: one record in the route for each partition, or for each key of a partition");
    static final EndpointOption<Duration> REVOKE_TIMEOUT = EndpointOption.of(
            "revokeTimeout",
            Duration.class,
            Duration.ofSeconds(10),
            "consumer: maximum wait for records in the route when their partition goes to another member");
    static final EndpointOption<String> TRANSACTIONAL_ID = EndpointOption.optional(
            "transactionalId",
            String.class,
            "consumer: records, what the route sends to these brokers, and offsets are one transaction; the id must"
                    + " differ between processes");
    static final EndpointOption<Duration> TRANSACTION_TIMEOUT = EndpointOption.of(
            "transactionTimeoutMs",
            Duration.class,
            Duration.ofMinutes(1),
            "transactionalId: a transaction that takes longer is aborted, and its records enter the route again");
    static final EndpointOption<Integer> MAXIMUM_POOL_SIZE = EndpointOption.of(
            "maximumPoolSize", Integer.class, 16, "consumer: threads that run the route, created when needed");
    static final EndpointOption<Object> KEY_DESERIALIZER = EndpointOption.of(
            "keyDeserializer",
            Object.class,
            "org.apache.kafka.common.serialization.StringDeserializer",
            "consumer: converts bytes to keys; must be thread-safe");
    static final EndpointOption<Object> VALUE_DESERIALIZER = EndpointOption.of(
            "valueDeserializer",
            Object.class,
            "org.apache.kafka.common.serialization.StringDeserializer",
            "consumer: converts bytes to bodies; must be thread-safe");

    // ---- producer
    static final EndpointOption<String> KEY = EndpointOption.optional(
            "key", String.class, "producer: key of all records; without it the header MehariKafkaKey");
    static final EndpointOption<Integer> PARTITION_KEY = EndpointOption.optional(
            "partitionKey",
            Integer.class,
            "producer: partition of all records; without it the header MehariKafkaPartitionKey");
    static final EndpointOption<SendCompletion> COMPLETION = EndpointOption.of(
            "completion",
            SendCompletion.class,
            SendCompletion.Accepted,
            "producer: when the sender continues: after the acknowledgement, or at once");
    static final EndpointOption<String> ON_SEND_FAILURE = EndpointOption.optional(
            "onSendFailure",
            String.class,
            "producer: URI that gets the messages which completion=Queued could not send");
    static final EndpointOption<Duration> REQUEST_TIMEOUT = EndpointOption.of(
            "requestTimeout",
            Duration.class,
            Duration.ZERO,
            "producer: maximum wait of a sender; 0: until the client gives up, see maxBlockMs and deliveryTimeoutMs");
    static final EndpointOption<Object> KEY_SERIALIZER = EndpointOption.optional(
            "keySerializer",
            Object.class,
            "producer: converts keys to bytes; must be thread-safe; default: strings in UTF-8, bytes unchanged");
    static final EndpointOption<Object> VALUE_SERIALIZER = EndpointOption.optional(
            "valueSerializer",
            Object.class,
            "producer: converts bodies to bytes; must be thread-safe; default: strings in UTF-8, bytes unchanged");

    private static final List<EndpointOption<?>> OWN = List.of(
            BROKERS,
            TEST_CONNECTION,
            MAX_IN_FLIGHT,
            GROUP_ID,
            CONSUMERS_COUNT,
            TOPIC_IS_PATTERN,
            AUTO_OFFSET_RESET,
            SEEK_TO,
            MAX_POLL_RECORDS,
            POLL_TIMEOUT,
            COMMIT_INTERVAL,
            BREAK_ON_FIRST_ERROR,
            RETRY_DELAY,
            CONCURRENCY,
            REVOKE_TIMEOUT,
            TRANSACTIONAL_ID,
            TRANSACTION_TIMEOUT,
            MAXIMUM_POOL_SIZE,
            KEY_DESERIALIZER,
            VALUE_DESERIALIZER,
            KEY,
            PARTITION_KEY,
            COMPLETION,
            ON_SEND_FAILURE,
            REQUEST_TIMEOUT,
            KEY_SERIALIZER,
            VALUE_SERIALIZER);

    static final List<EndpointOption<?>> ALL = Stream.concat(
                    OWN.stream(),
                    Stream.of(ClientOptions.BOTH, ClientOptions.CONSUMER, ClientOptions.PRODUCER)
                            .map(Map::keySet)
                            .flatMap(java.util.Collection::stream))
            .toList();
}
