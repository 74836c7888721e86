package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.connector.SendingProducer;
import io.mehari.connector.SharedClient;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.internal.OnlySender;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Sends to a topic. */
final class RouteProducer extends SendingProducer<SendClient> implements OnlySender {
    private static final int MOST_OVERHEAD = 100; // of a batch and a record, or a header, beside what they contain
    private static final int BYTES_OF_CHAR = 3;

    private final KafkaAccess access;
    private final KafkaSettings settings;
    private final boolean queued;
    private final String topic;

    /** Whether the routes of received records end with this send, and send nothing else. */
    private boolean onlySends;

    /** The client for records that are sent ahead; null if none are. */
    private volatile @Nullable SendClient ahead;

    /** Null while it is not started. A send reads it once, since a stop may come in the middle of the send. */
    private @Nullable Serializers serializers;

    private record Serializers(
            @Nullable Serde<Serializer<?>> keys, @Nullable Serde<Serializer<?>> values) {}

    RouteProducer(KafkaAccess access, SharedClient<SendClient> client) {
        super(client, access.queuedSends);
        this.access = access;
        this.settings = access.settings;
        this.queued = settings.find(KafkaOptions.COMPLETION) == KafkaOptions.Completion.Queued;
        this.topic = settings.sendTopic();
    }

    @Override
    public void sendsAlone() {
        onlySends = settings.maySendAhead();
    }

    @Override
    protected void started(SendClient client) {
        Brokers.check(access);
        ahead = onlySends ? new SendClient(access, true) : null; // without a thread until it is used
        Serde<Serializer<?>> keys = Serde.serializer(settings, KafkaOptions.KEY_SERIALIZER, true);
        serializers = new Serializers(keys, null); // closed if the other one fails
        serializers = new Serializers(keys, Serde.serializer(settings, KafkaOptions.VALUE_SERIALIZER, false));
    }

    @Override
    protected void stopped() {
        Serializers old = serializers;
        serializers = null;
        SendClient own = ahead;
        ahead = null;
        if (own != null) {
            own.close();
        }
        if (old != null) {
            Serde.close(old.keys);
            Serde.close(old.values);
        }
    }

    @Override
    protected RuntimeException notStarted(String message) {
        return new KafkaConnectionException(message, null);
    }

    // ---- sending

    @Override
    protected boolean send(SendClient client, Exchange exchange, AsyncCallback callback) throws Exception {
        ProducerRecord<byte[], byte[]> record = record(exchange);
        if (exchange.getProperty(RecordTask.PROPERTY) instanceof RecordTask task) {
            Transaction transaction = exchange.isTransacted() ? task.joinedBy(exchange, settings) : null;
            if (transaction != null) {
                return sendIn(client, transaction, task, record, exchange, callback);
            } else if (!queued && !exchange.isTransacted() && task.isOwn(exchange)) {
                return sendInLane(client, task, record, exchange, callback);
            }
        }
        SendCall call = new SendCall(access, access.queuedSends, record, exchange, callback, client, queued);
        return pass(client, call, SendClient::send);
    }

    // ---- in the order of a partition

    private boolean sendInLane(
            SendClient shared,
            RecordTask task,
            ProducerRecord<byte[], byte[]> record,
            Exchange exchange,
            AsyncCallback callback) {
        SendClient own = ahead;
        SendClient client = own == null ? shared : own;
        SendCall.InLane call = new SendCall.InLane(access, record, exchange, callback, client, task);
        switch (task.beginSend(own != null && fitsIntoBatch(record))) {
            case AHEAD -> {
                call.goesAhead();
                try {
                    pass(client, call, SendClient::send);
                } finally {
                    task.sent();
                }
            }
            case ALONE -> pass(client, call, SendClient::send);
            case LATER -> task.sendLater(() -> pass(client, call, SendClient::send));
            case NEVER -> {
                task.recall();
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the record is not larger than a batch. The client may put small records into the batch of a larger one. If
     * it is too large for the topic, the client then splits this batch into the same one, again and again.
     */
    private boolean fitsIntoBatch(ProducerRecord<byte[], byte[]> record) {
        long size = (long) MOST_OVERHEAD + length(record.key()) + length(record.value());
        for (Header each : record.headers()) {
            size += MOST_OVERHEAD + (long) BYTES_OF_CHAR * each.key().length() + length(each.value());
        }
        return size <= settings.batchBytes;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    // ---- in a transaction

    private boolean sendIn(
            SendClient client,
            Transaction transaction,
            RecordTask task,
            ProducerRecord<byte[], byte[]> record,
            Exchange exchange,
            AsyncCallback callback) {
        switch (transaction.beginSend()) {
            case JOINS -> {
                if (queued) { // the route may end before the record is passed on
                    task.sends();
                }
                return pass(
                        client,
                        new SendCall.InTransaction(access, record, exchange, callback, queued, transaction, task),
                        SendClient::send);
            }
            case COMES_TOO_LATE ->
                exchange.setException(new KafkaConnectionException(
                        access + ": the transaction of the record that this message comes from is over, so nothing"
                                + " was sent: send before the route of the record ends",
                        null));
            case IS_DROPPED -> {} // the record is delivered again
        }
        return false;
    }

    // ---- a record

    private ProducerRecord<byte[], byte[]> record(Exchange exchange) throws Exception {
        Serializers current = serializers;
        if (current == null) {
            throw notStarted(getEndpoint() + " has stopped: the record was not sent");
        }
        Headers headers = new RecordHeaders();
        KafkaHeaders.write(exchange, headers);
        String to = exchange.getHeader(KafkaConstants.OVERRIDE_TOPIC, String.class);
        exchange.removeHeader(KafkaConstants.OVERRIDE_TOPIC);
        String name = to == null || to.isEmpty() ? topic : to;
        Long time = exchange.getHeader(KafkaConstants.OVERRIDE_TIMESTAMP, Long.class);
        exchange.removeHeader(KafkaConstants.OVERRIDE_TIMESTAMP);
        Object key = given(exchange, KafkaOptions.KEY, KafkaConstants.KEY);
        Object partition = given(exchange, KafkaOptions.PARTITION_KEY, KafkaConstants.PARTITION_KEY);
        Integer number = partition == null
                ? null
                : exchange.getContext().getTypeConverter().mandatoryConvertTo(Integer.class, exchange, partition);
        return new ProducerRecord<>(
                name,
                number,
                time,
                bytes(exchange, current.keys, name, headers, key),
                bytes(exchange, current.values, name, headers, exchange.getBody()),
                headers);
    }

    private @Nullable Object given(Exchange exchange, EndpointOption<?> option, String header) {
        Object value = settings.find(option);
        return value == null ? exchange.getHeader(header) : value;
    }

    @SuppressWarnings("unchecked") // the user guarantees that the serializer fits
    private static byte @Nullable [] bytes(
            Exchange exchange,
            @Nullable Serde<Serializer<?>> serde,
            String topic,
            Headers headers,
            @Nullable Object value)
            throws Exception {
        if (value == null) {
            return null; // a null body deletes the value of the key in a compacted topic
        }
        if (serde != null) {
            return ((Serializer<Object>) serde.get()).serialize(topic, headers, value);
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        byte[] bytes = exchange.getContext().getTypeConverter().convertTo(byte[].class, exchange, value);
        if (bytes != null) {
            return bytes;
        }
        String text = exchange.getContext().getTypeConverter().convertTo(String.class, exchange, value);
        if (text == null) {
            throw new InvalidPayloadException(exchange, byte[].class);
        }
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
