package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.RecordDeserializationException.DeserializationExceptionOrigin;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Gives the records of the topics to a route. */
final class RouteConsumer implements Consumer, ShutdownAware {
    private final KafkaEndpoint endpoint;
    private final KafkaSettings settings;
    private final Processor processor;
    private final Gate gate;
    private final String name;
    private final Log failures = new Log(RouteConsumer.class);
    private final Log troubles = new Log(RouteConsumer.class);
    private volatile List<PollLoop> loops = List.of();
    private volatile @Nullable ExecutorService pool;
    private @Nullable Serde<Deserializer<?>> keys;
    private @Nullable Serde<Deserializer<?>> values;

    RouteConsumer(KafkaEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.processor = processor;
        this.gate = new Gate(settings.maxInFlight);
        this.name = processor instanceof RouteProcessor named ? named.getRouteId() : "kafka";
    }

    @Override
    public KafkaEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    KafkaSettings settings() {
        return settings;
    }

    Gate gate() {
        return gate;
    }

    ThreadPools pools() {
        return endpoint.pools();
    }

    ExchangeFactory exchanges() {
        return endpoint.getExchangeFactory();
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (!loops.isEmpty()) {
            resume();
            return;
        }
        if (settings.testsConnection) {
            Brokers.test(endpoint);
        }
        if (settings.trustsAnyHost()) {
            Brokers.warnOfAnyHost(endpoint);
        }
        keys = Serde.deserializer(settings, KafkaOptions.KEY_DESERIALIZER, true);
        values = Serde.deserializer(settings, KafkaOptions.VALUE_DESERIALIZER, false);
        pool = pools().newPool("kafka-" + name, settings.maximumPoolSize, settings.maxInFlight);
        List<PollLoop> made = new ArrayList<>();
        for (int i = 0; i < settings.consumersCount; i++) {
            made.add(new PollLoop(this, i));
        }
        loops = List.copyOf(made);
        endpoint.consumes(this);
        for (int i = 0; i < made.size(); i++) {
            pools().newThread("kafka-poll-" + name + "-" + i, made.get(i)).start();
        }
    }

    /** The consumer stays a member of the group. Its partitions are paused, and no record enters the route. */
    @Override
    public void suspend() {
        loops.forEach(each -> each.setTaking(false));
    }

    @Override
    public synchronized void resume() {
        if (loops.isEmpty()) {
            start();
        } else {
            loops.forEach(each -> each.setTaking(true));
        }
    }

    /** No more records enter the route. Records that were read but have not entered the route are read again later. */
    @Override
    public void closeIntake() {
        suspend();
    }

    /**
     * Commits the records that are done, and leaves the group. Records that are still in the route are delivered again.
     */
    @Override
    public synchronized void stop() {
        List<PollLoop> ending = loops;
        ending.forEach(PollLoop::end);
        boolean interrupted = false;
        for (PollLoop each : ending) {
            try {
                if (!each.awaitEnd()) {
                    Log.warn(
                            RouteConsumer.class,
                            text("a poll thread has not ended yet: the client waits for a broker"));
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        loops = List.of();
        ExecutorService mine = pool;
        if (mine != null) {
            mine.shutdown();
        }
        Serde.close(keys);
        Serde.close(values);
        keys = null;
        values = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Always 0. Records that wait here are not counted, because they stay in Kafka if the route stops. */
    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    @Override
    public boolean isBusy() {
        return hasTaken();
    }

    @Override
    public boolean hasTaken() {
        return gate.taken() > 0;
    }

    /** The number of partitions that the members of this route own. */
    int partitionCount() {
        return loops.stream().mapToInt(PollLoop::partitionCount).sum();
    }

    // ---- a record

    Executor executor() {
        ExecutorService mine = pool;
        if (mine == null) {
            throw new IllegalStateException(text("the consumer is not started"));
        }
        return mine;
    }

    /**
     * Creates the exchange. If the key or value cannot be deserialized, the exchange has the bytes and has failed
     * already: so no step of the route runs, and the error handler gets it.
     */
    @SuppressWarnings("CatchingUnchecked") // a deserializer of the application may throw anything
    Exchange exchangeOf(ConsumerRecord<byte[], byte[]> record, int attempt) {
        Exchange exchange = endpoint.createExchange();
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

    /** Calls the route. The callback is called exactly once, whatever the route throws, unless the route never ends. */
    @SuppressWarnings("CatchingUnchecked") // whatever a processor throws is a failure of the exchange
    boolean call(Exchange exchange, AsyncCallback callback) {
        if (processor instanceof AsyncProcessor async) {
            return async.process(exchange, callback);
        }
        try {
            processor.process(exchange);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        callback.done(true);
        return true;
    }

    // ---- what goes wrong

    /** The route has failed, and no error handler has handled the failure. */
    void hasFailed(ConsumerRecord<byte[], byte[]> record, @Nullable Throwable failure) {
        endpoint.countFailedRecord();
        Throwable why = failure == null ? new IllegalStateException("It was marked for rollback") : failure;
        String which = name(record);
        if (settings.breaksOnFirstError) {
            failures.warnOnceAMinute(text("the record " + which + " has failed and is given to the route again"), why);
        } else {
            Log.warn(
                    RouteConsumer.class,
                    text("the record " + which + " has failed and, with breakOnFirstError=false, is skipped"),
                    why);
        }
    }

    void trouble(String what, @Nullable Throwable why) {
        troubles.warnOnceAMinute(text(what) + " (brokers " + settings.brokers + ")", why);
    }

    /** Logs how many records are still in the route although their partitions are given up. */
    void left(int count, String why) {
        if (count > 0) {
            Log.warn(
                    RouteConsumer.class,
                    text(count + " records are still in the route, and " + why
                            + ": their offsets are not committed, so they are delivered again"));
        }
    }

    private String text(String what) {
        return "Route " + name + " from " + endpoint + ": " + what;
    }
}
