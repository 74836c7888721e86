package io.mehari.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Sends numbered records to the partitions in turn at a fixed rate, with Kafka's own client. */
final class Load {
    /*
     * The producer is not idempotent. The idempotent producer of client 4.3.1 did not recover from a kill of the broker
     * in one of these runs: it restarted its sequence numbers at 0, which the broker always refused
     * (OutOfOrderSequenceException). Without idempotence, one request at a time keeps the order. But a record whose
     * acknowledgement is lost is then written twice.
     */
    private static final int PATIENCE_MILLIS = 600_000;
    private static final double NANOS = 1e9;

    private final Producer<String, String> producer;
    private final String topic;
    private final int partitions;
    private final double rate;
    private final Ledger ledger;
    private final Ledger deadLetters;
    private final int poisonEvery;
    private final Thread thread = new Thread(this::run, "load");
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;

    /** @param poisonEvery one of this many messages of each partition is poison; 0: none */
    Load(
            String brokers,
            String topic,
            int partitions,
            double rate,
            Ledger ledger,
            Ledger deadLetters,
            int poisonEvery) {
        this.poisonEvery = poisonEvery;
        this.topic = topic;
        this.partitions = partitions;
        this.rate = rate;
        this.ledger = ledger;
        this.deadLetters = deadLetters;
        Map<String, Object> options = KafkaAdmin.options(
                brokers, "enable.idempotence", false, "max.in.flight.requests.per.connection", 1, "linger.ms", 5);
        options.put("max.block.ms", PATIENCE_MILLIS);
        options.put("delivery.timeout.ms", PATIENCE_MILLIS);
        producer = new KafkaProducer<>(options);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        long begin = System.nanoTime();
        for (long i = 0; !stopped; i++) {
            long due = begin + (long) (i * NANOS / rate);
            while (due - System.nanoTime() > 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            int number = (int) (i / partitions);
            send(new Numbered((int) (i % partitions), number, poisonEvery > 0 && number % poisonEvery == 0));
        }
    }

    private void send(Numbered message) {
        List<Header> headers = new ArrayList<>();
        message.headers().forEach((name, value) -> headers.add(new RecordHeader(name, value.getBytes(UTF_8))));
        ProducerRecord<String, String> sent =
                new ProducerRecord<>(topic, message.partition(), (String) null, message.body(), headers);
        var unused = producer.send(sent, (metadata, e) -> {
            if (e == null) {
                (message.poison() ? deadLetters : ledger).acknowledged(message.partition(), message.number());
            } else {
                failure.compareAndSet(null, e);
            }
        });
    }

    /** Stops sending, and waits until all records are acknowledged. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
        producer.flush();
        producer.close();
    }

    /** Why a record was not acknowledged; null if all were acknowledged. */
    @Nullable
    Exception failure() {
        return failure.get();
    }
}
