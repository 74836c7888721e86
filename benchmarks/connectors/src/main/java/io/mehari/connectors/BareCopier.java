package io.mehari.connectors;

import io.mehari.faults.KafkaAdmin;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Copies messages with loops that use only the clients of the brokers. */
final class BareCopier implements Copier {
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Semaphore acknowledged = new Semaphore(0);
    private volatile boolean closed;

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        closed = false;
        failure.set(null);
        acknowledged.drainPermits();
        return plan.kind() == Plan.Kind.JMS ? queues(plan) : records(plan);
    }

    private interface Work {
        void run() throws Exception;
    }

    private Thread thread(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                failure.compareAndSet(null, e);
            }
        });
        thread.start();
        return thread;
    }

    /** Waits until the threads have ended; fails if one of them has failed. */
    private void join(List<Thread> threads) throws Exception {
        for (Thread each : threads) {
            each.join();
        }
        Exception why = failure.get();
        if (why != null) {
            throw why;
        }
    }

    // ---- JMS

    private AutoCloseable queues(Plan plan) throws JMSException {
        Connection from = Copier.source(plan).createConnection();
        Connection to = Copier.target(plan).createConnection();
        List<MessageConsumer> consumers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < plan.consumers(); i++) {
            Session source = from.createSession(false, Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = source.createConsumer(source.createQueue(plan.source()));
            Session target = to.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = producer(target, plan);
            consumers.add(consumer);
            threads.add(thread(() -> copy(plan, consumer, target, producer)));
        }
        from.start();
        return () -> {
            closed = true;
            for (MessageConsumer each : consumers) {
                each.close(); // then receive() returns null, or throws if it is called after this
            }
            join(threads);
            from.close();
            to.close();
        };
    }

    private static MessageProducer producer(Session target, Plan plan) throws JMSException {
        MessageProducer producer = target.createProducer(target.createQueue(plan.target()));
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        return producer;
    }

    private void copy(Plan plan, MessageConsumer consumer, Session target, MessageProducer producer)
            throws JMSException {
        Message message;
        while ((message = receive(consumer)) != null) {
            String text = ((TextMessage) message).getText();
            if (plan.serviceMicros() > 0) {
                Stopwatch.serve(text, plan.serviceMicros());
            }
            producer.send(target.createTextMessage(text));
            message.acknowledge();
        }
    }

    /** The next message, or null when this has been closed. */
    private @Nullable Message receive(MessageConsumer consumer) throws JMSException {
        try {
            return consumer.receive();
        } catch (jakarta.jms.IllegalStateException e) {
            if (closed) {
                return null; // closed between two calls
            }
            throw e;
        }
    }

    // ---- Kafka

    private interface Send {
        void send(ConsumerRecord<String, String> each) throws Exception;
    }

    private interface Close extends AutoCloseable {
        @Override
        void close() throws JMSException;
    }

    /**
     * A client that sends.
     *
     * @param flush makes it send what it collects
     */
    private record Target(Send send, Runnable flush, Close client) {}

    /** Sends all records of a poll, and then waits for all acknowledgements. */
    private AutoCloseable records(Plan plan) {
        Map<String, Object> options = KafkaAdmin.options(
                plan.from(), "group.id", plan.group(), "auto.offset.reset", "earliest", "enable.auto.commit", false);
        Thread thread = thread(() -> {
            Target target = plan.kind() == Plan.Kind.KAFKA ? topic(plan) : queue(plan);
            try (var consumer = new KafkaConsumer<String, String>(options);
                    target.client) {
                consumer.subscribe(List.of(plan.source()));
                while (!closed) {
                    ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                    for (ConsumerRecord<String, String> each : records) {
                        target.send.send(each);
                    }
                    target.flush.run();
                    acknowledged.acquire(records.count());
                    join(List.of());
                    consumer.commitAsync();
                }
                consumer.commitSync();
            }
        });
        return () -> {
            closed = true;
            join(List.of(thread));
        };
    }

    private void acknowledged(@Nullable Exception e) {
        if (e != null) {
            failure.compareAndSet(null, e);
        }
        acknowledged.release();
    }

    private Target topic(Plan plan) {
        var producer = new KafkaProducer<String, String>(KafkaAdmin.options(plan.to()));
        Send send = each -> {
            var record = new ProducerRecord<>(plan.target(), each.key(), each.value());
            var unused = producer.send(record, (metadata, e) -> acknowledged(e));
        };
        return new Target(send, producer::flush, producer::close);
    }

    private Target queue(Plan plan) throws JMSException {
        Connection connection = Copier.target(plan).createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = producer(session, plan);
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                acknowledged(null);
            }

            @Override
            public void onException(Message message, Exception e) {
                acknowledged(e);
            }
        };
        return new Target(
                each -> producer.send(session.createTextMessage(each.value()), listener), () -> {}, connection::close);
    }
}
