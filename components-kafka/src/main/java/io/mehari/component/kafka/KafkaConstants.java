package io.mehari.component.kafka;

import io.mehari.Exchange;

/**
 * Names of headers. Those that begin with {@code Mehari} are only for routes: they are never written to a record and
 * never read from one.
 */
public final class KafkaConstants {
    private KafkaConstants() {}

    /** The topic that a record came from. */
    public static final String TOPIC = "MehariKafkaTopic";

    /** The partition that a record came from, an {@code Integer}. */
    public static final String PARTITION = "MehariKafkaPartition";

    /** The offset of a record in its partition, a {@code Long}. */
    public static final String OFFSET = "MehariKafkaOffset";

    /** The time of a record in milliseconds, a {@code Long}. */
    public static final String TIMESTAMP = "MehariKafkaTimestamp";

    /** The key of a record; a sender uses it unless its URI has the option {@code key}. */
    public static final String KEY = "MehariKafkaKey";

    /** How often a record was given to the route by this consumer, an {@code Integer}; absent the first time. */
    public static final String DELIVERY_ATTEMPT = "MehariKafkaDeliveryAttempt";

    /** The partition to send to, a number. The option {@code partitionKey} takes precedence. */
    public static final String PARTITION_KEY = "MehariKafkaPartitionKey";

    /** The topic to send to, instead of the topic in the URI. Sending removes this header. */
    public static final String OVERRIDE_TOPIC = "MehariKafkaOverrideTopic";

    /** The time of the record to send, in milliseconds. Sending removes this header. */
    public static final String OVERRIDE_TIMESTAMP = "MehariKafkaOverrideTimestamp";

    /**
     * The topic, partition and offset of a record that was sent, an {@code
     * org.apache.kafka.clients.producer.RecordMetadata}.
     */
    public static final String RECORD_METADATA = "MehariKafkaRecordMetadata";

    /**
     * Identifies the record that a message came from, as in {@code orders-3@1742}. It is the same each time the record
     * is delivered, so it fits {@code idempotentConsumer(KafkaConstants::recordId, repository)}. Null if the message
     * did not come from a record.
     */
    public static @org.jspecify.annotations.Nullable String recordId(Exchange exchange) {
        Object offset = exchange.getHeader(OFFSET);
        return offset == null ? null : exchange.getHeader(TOPIC) + "-" + exchange.getHeader(PARTITION) + "@" + offset;
    }
}
