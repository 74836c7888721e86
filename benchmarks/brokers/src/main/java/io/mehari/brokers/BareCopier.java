package io.mehari.brokers;

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
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Copies messages with loops that use only the clients of the brokers. */
final class BareCopier implements Copier {
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean closed;

    @Override
    public AutoCloseable start(Plan plan) throws Exception {
        closed = false;
        failure.set(null);
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
        Connection from = Clients.source(plan).createConnection();
        Connection to = Clients.target(plan).createConnection();
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
            for (MessageConsumer each : consumers) {
                each.close(); // then receive() returns null
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

    private static void copy(Plan plan, MessageConsumer consumer, Session target, MessageProducer producer)
            throws JMSException {
        Message message;
        while ((message = consumer.receive()) != null) {
            String text = ((TextMessage) message).getText();
            if (plan.serviceMicros() > 0) {
                Stopwatch.serve(text, plan.serviceMicros());
            }
            producer.send(target.createTextMessage(text));
            message.acknowledge();
        }
    }

    // ---- Kafka

    /** Sends all records of a poll, and then waits for all acknowledgements. */
    private interface Target extends AutoCloseable {
        void send(ConsumerRecord<String, String> each) throws Exception;

        void await(int count) throws Exception;

        @Override
        void close() throws JMSException;
    }

    private AutoCloseable records(Plan plan) {
        Thread thread = thread(() -> {
            try (var consumer = new KafkaConsumer<String, String>(Map.of(
                            "bootstrap.servers",
                            plan.from(),
                            "group.id",
                            plan.group(),
                            "auto.offset.reset",
                            "earliest",
                            "enable.auto.commit",
                            false,
                            "key.deserializer",
                            StringDeserializer.class,
                            "value.deserializer",
                            StringDeserializer.class));
                    Target target = plan.kind() == Plan.Kind.KAFKA ? topic(plan) : queue(plan)) {
                consumer.subscribe(List.of(plan.source()));
                while (!closed) {
                    ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                    for (ConsumerRecord<String, String> each : records) {
                        target.send(each);
                    }
                    target.await(records.count());
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

    private Target topic(Plan plan) {
        var producer = new KafkaProducer<String, String>(Map.of(
                "bootstrap.servers",
                plan.to(),
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                StringSerializer.class));
        return new Target() {
            @Override
            public void send(ConsumerRecord<String, String> each) {
                var unused = producer.send(
                        new ProducerRecord<>(plan.target(), each.key(), each.value()), (metadata, e) -> failed(e));
            }

            @Override
            public void await(int count) throws Exception {
                producer.flush();
                join(List.of());
            }

            @Override
            public void close() {
                producer.close();
            }
        };
    }

    private void failed(@Nullable Exception e) {
        if (e != null) {
            failure.compareAndSet(null, e);
        }
    }

    private Target queue(Plan plan) throws JMSException {
        Connection connection = Clients.target(plan).createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = producer(session, plan);
        Semaphore acknowledged = new Semaphore(0);
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                acknowledged.release();
            }

            @Override
            public void onException(Message message, Exception e) {
                failed(e);
                acknowledged.release();
            }
        };
        return new Target() {
            @Override
            public void send(ConsumerRecord<String, String> each) throws JMSException {
                producer.send(session.createTextMessage(each.value()), listener);
            }

            @Override
            public void await(int count) throws Exception {
                acknowledged.acquire(count);
                join(List.of());
            }

            @Override
            public void close() throws JMSException {
                connection.close();
            }
        };
    }
}
