package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.Admission;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.internal.Log;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.RecordDeserializationException.DeserializationExceptionOrigin;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** The route as records see it: what makes their exchanges, what runs them, and who is told what goes wrong. */
final class RecordRoute {
    private final KafkaAccess access;
    private final ReceivingConsumer<?> consumer;
    private final Admission admission;
    private final Log failures;
    private final Log troubles;
    private final Log again;

    /** The partitions for which seekTo counts since the last start; false when it has been done. */
    private final ConcurrentHashMap<TopicPartition, Boolean> seeks = new ConcurrentHashMap<>();

    private volatile @Nullable ExecutorService pool;
    private @Nullable Serde<Deserializer<?>> keys;
    private @Nullable Serde<Deserializer<?>> values;

    RecordRoute(KafkaAccess access, ReceivingConsumer<?> consumer) {
        this.access = access;
        this.consumer = consumer;
        this.failures = new Log(consumer.log());
        this.troubles = new Log(consumer.log());
        this.again = new Log(consumer.log());
        this.admission = new Admission(access.settings.maxInFlight);
    }

    KafkaAccess access() {
        return access;
    }

    KafkaSettings settings() {
        return access.settings;
    }

    Admission admission() {
        return admission;
    }

    void open() {
        KafkaSettings settings = access.settings;
        seeks.clear();
        keys = Serde.deserializer(settings, KafkaOptions.KEY_DESERIALIZER, true);
        values = Serde.deserializer(settings, KafkaOptions.VALUE_DESERIALIZER, false);
        int threads = settings.options.get(KafkaOptions.MAXIMUM_POOL_SIZE);
        pool = access.pools().newPool("kafka-" + consumer.name(), threads, settings.maxInFlight);
    }

    void close() {
        ExecutorService known = pool;
        if (known != null) {
            known.shutdown();
        }
        Serde.close(keys);
        Serde.close(values);
        keys = null;
        values = null;
    }

    /**
     * The partitions for which the option seekTo counts: those of the first assignment of a member after the start of
     * the route. Others have been read by another member, and records that came meanwhile must not be skipped.
     */
    List<TopicPartition> beginning(Collection<TopicPartition> assigned, boolean first) {
        if (first) {
            assigned.forEach(each -> seeks.putIfAbsent(each, true));
        }
        return assigned.stream().filter(each -> seeks.getOrDefault(each, false)).toList();
    }

    /** The partition is read from where it was sought. If it moves to another member before, that one seeks again. */
    void hasBegun(TopicPartition partition) {
        seeks.replace(partition, false);
    }

    boolean call(Exchange exchange, AsyncCallback callback) {
        return consumer.call(exchange, callback);
    }

    // ---- a record

    Executor executor() {
        ExecutorService known = pool;
        if (known == null) {
            throw new IllegalStateException(text("the consumer is not started"));
        }
        return known;
    }

    /**
     * Creates the exchange. If the key or value cannot be deserialized, the exchange has the bytes and has failed
     * already: so no step of the route runs, and the error handler gets it.
     */
    @SuppressWarnings("CatchingUnchecked") // a deserializer of the application may throw anything
    Exchange exchangeOf(ConsumerRecord<byte[], byte[]> record, int attempt) {
        Exchange exchange = access.createExchange();
        KafkaHeaders.read(record, exchange);
        if (attempt > 1) {
            exchange.setHeader(KafkaConstants.DELIVERY_ATTEMPT, attempt);
        }
        exchange.setHeader(KafkaConstants.KEY, record.key());
        exchange.setBody(record.value());
        DeserializationExceptionOrigin part = DeserializationExceptionOrigin.KEY;
        try {
            exchange.setHeader(KafkaConstants.KEY, deserialized(keys, record, record.key()));
            part = DeserializationExceptionOrigin.VALUE;
            exchange.setBody(deserialized(values, record, record.value()));
        } catch (Exception e) {
            exchange.setException(unreadable(part, record, e));
        } catch (Throwable e) {
            exchange.setException(e); // such as an OutOfMemoryError: it says nothing about the record
        }
        return exchange;
    }

    private @Nullable Object deserialized(
            @Nullable Serde<Deserializer<?>> serde, ConsumerRecord<byte[], byte[]> record, byte @Nullable [] bytes) {
        if (serde == null) {
            throw new IllegalStateException(text("the consumer has stopped"));
        }
        return bytes == null ? null : serde.get().deserialize(record.topic(), record.headers(), bytes);
    }

    private RecordDeserializationException unreadable(
            DeserializationExceptionOrigin part, ConsumerRecord<byte[], byte[]> record, Exception why) {
        boolean isKey = part == DeserializationExceptionOrigin.KEY;
        String what = text("the " + (isKey ? "key" : "value") + " of the record " + name(record)
                + " cannot be deserialized (" + Log.describe(why) + "): correct "
                + (isKey ? KafkaOptions.KEY_DESERIALIZER : KafkaOptions.VALUE_DESERIALIZER)
                + ", or let a dead letter channel take such records");
        return new RecordDeserializationException(
                part,
                new TopicPartition(record.topic(), record.partition()),
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                buffer(record.key()),
                buffer(record.value()),
                record.headers(),
                what,
                why);
    }

    private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    private static String name(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    // ---- what goes wrong

    /** The route has failed, and no error handler has handled the failure. */
    void hasFailed(ConsumerRecord<byte[], byte[]> record, @Nullable Throwable failure, String place) {
        access.failedRecords.incrementAndGet();
        Throwable why = failure == null ? new IllegalStateException("It was marked for rollback") : failure;
        String which = "the record " + name(record) + " has failed" + place;
        if (access.settings.breaksOnFirstError) {
            failures.warnOnceAMinute(text(which + " and is given to the route again [MH-64]"), why);
        } else {
            Log.warn(consumer.log(), text(which + " and, with breakOnFirstError=false, is skipped [MH-64]"), why);
        }
    }

    /** A send has failed while others of the same partition or key were under way. */
    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // such as an OutOfMemoryError
    void sendsAgain(ConsumerRecord<byte[], byte[]> record, Throwable why) {
        try {
            again.warnOnceAMinute(
                    text("a send has failed while later ones were under way, so the records of its partition enter the"
                            + " route again, and are sent one at a time: " + name(record) + " [MH-64]"),
                    why);
        } catch (Throwable e) {
            // law S4: without the warning, the record must not become one that has failed
        }
    }

    void trouble(String what, @Nullable Throwable why) {
        troubles.warnOnceAMinute(text(what) + " (brokers " + access.settings.brokers + ") [MH-63]", why);
    }

    /** Logs how many records are still in the route although their partitions are given up. */
    void left(int count, String why) {
        if (count > 0) {
            Log.warn(
                    consumer.log(),
                    text(count + " records are still in the route, and " + why
                            + ": their offsets are not committed, so they are delivered again"));
        }
    }

    private String text(String what) {
        return consumer + ": " + what;
    }
}
