package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import io.mehari.spi.ShutdownAware;
import io.mehari.support.DefaultAsyncProducer;
import io.mehari.support.QueuedSends;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Sends to a topic. The sender's exchange is suspended until the brokers have acknowledged; no thread waits. */
final class RouteProducer extends DefaultAsyncProducer implements ShutdownAware {
    private final KafkaEndpoint endpoint;
    private final KafkaSettings settings;
    private final boolean queues;
    private final String topic;
    private final QueuedSends queuedSends;
    private volatile @Nullable SendClient client;
    private @Nullable Serde<Serializer<?>> keys;
    private @Nullable Serde<Serializer<?>> values;

    RouteProducer(KafkaEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.queues = settings.find(KafkaOptions.COMPLETION) == SendCompletion.Queued;
        this.topic = settings.sendTopic();
        this.queuedSends = endpoint.queuedSends();
    }

    @Override
    public KafkaEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    protected void doStart() {
        if (settings.testsConnection) {
            Brokers.test(endpoint);
        }
        if (settings.trustsAnyHost()) {
            Brokers.warnOfAnyHost(endpoint);
        }
        keys = Serde.serializer(settings, KafkaOptions.KEY_SERIALIZER, true);
        values = Serde.serializer(settings, KafkaOptions.VALUE_SERIALIZER, false);
        client = endpoint.client().hold();
    }

    @Override
    protected void doStop() {
        if (client != null) {
            client = null;
            endpoint.client().release();
        }
        Serde.close(keys);
        Serde.close(values);
        keys = null;
        values = null;
    }

    // ---- sending

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (send(exchange, callback)) {
            return false;
        }
        callback.done(true);
        return true;
    }

    /** Returns whether the callback will be called. If not, the send is done or the exchange has failed. */
    @SuppressWarnings("CatchingUnchecked") // a type converter or a serializer of the application may throw anything
    private boolean send(Exchange exchange, AsyncCallback callback) {
        try {
            SendClient open = client;
            if (open == null) {
                throw new KafkaConnectionException(
                        endpoint + " is not started: start the context or the route that sends", null);
            }
            ProducerRecord<byte[], byte[]> record = record(exchange);
            RecordTask task = taken(exchange);
            Transaction transaction = task == null ? null : task.joinedBy(exchange, settings);
            if (task != null && transaction != null) {
                return sendIn(transaction, task, record, exchange, callback);
            }
            boolean leaves = queues && queuedSends.tryBegin();
            pass(
                    open,
                    leaves
                            ? queuedSends.make(exchange, kept -> new SendCall.Queued(this, queuedSends, record, kept))
                            : new SendCall(this, record, exchange, callback));
            return !leaves;
        } catch (Throwable e) {
            exchange.setException(e);
            return false;
        }
    }

    // ---- in a transaction

    /** The record from which an exchange came, if the consumer of the record has transactions. */
    private static @Nullable RecordTask taken(Exchange exchange) {
        return exchange.isTransacted() && exchange.getProperty(RecordTask.PROPERTY) instanceof RecordTask task
                ? task
                : null;
    }

    /** With {@code completion=Queued} the sender continues at once, and the commit waits for the acknowledgement. */
    private boolean sendIn(
            Transaction transaction,
            RecordTask task,
            ProducerRecord<byte[], byte[]> record,
            Exchange exchange,
            AsyncCallback callback) {
        switch (transaction.beginSend()) {
            case JOINS -> {
                task.sends();
                boolean leaves = queues && transaction.sends() <= settings.maxInFlight;
                SendCall call = leaves
                        ? new SendCall.InTransaction(this, record, null, doneSync -> {}, transaction, task)
                        : new SendCall.InTransaction(this, record, exchange, callback, transaction, task);
                pass(transaction.client(), call);
                return !leaves;
            }
            case COMES_TOO_LATE ->
                exchange.setException(new KafkaConnectionException(
                        endpoint + ": the transaction of the record that this message comes from is over, so nothing"
                                + " was sent: send before the route of the record ends",
                        null));
            case IS_DROPPED -> {} // the record is delivered again
        }
        return false;
    }

    /** From now on the call completes the send, even if no thread or timer can be created. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private static void pass(SendClient open, SendCall call) {
        try {
            call.startTimer();
            open.send(call);
        } catch (Throwable e) {
            call.fail(e);
        }
    }

    // ---- a record

    private ProducerRecord<byte[], byte[]> record(Exchange exchange) throws Exception {
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
                bytes(exchange, keys, name, headers, key),
                bytes(exchange, values, name, headers, exchange.getBody()),
                headers);
    }

    /** The value of the option; if it is not set, the header. */
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

    // ---- called by calls

    long timeoutMillis() {
        return settings.requestMillis;
    }

    /** The sender continues on a thread that may run user code. */
    void resume(AsyncCallback callback) {
        resume(callback, endpoint.pools());
    }

    /** The exception that the sender gets for a failure of the client. */
    KafkaSendException failure(ProducerRecord<?, ?> record, Throwable why) {
        return new KafkaSendException(
                endpoint + ": a record for the topic " + SafeText.of(record.topic()) + " was not acknowledged by the"
                        + " brokers " + settings.brokers + " (" + Log.describe(why)
                        + "); it may be in the topic or not. Check that the brokers run and that the topic exists",
                why);
    }

    // ---- stop

    /** The number of sends that are not acknowledged yet. A stop waits for them. */
    @Override
    public int getPendingExchangesSize() {
        return queuedSends.size();
    }
}
