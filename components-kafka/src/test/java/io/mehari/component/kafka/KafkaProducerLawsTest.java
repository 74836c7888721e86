package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * The laws for producers. The answer to a record is the broker's acknowledgement. The client does not retry ({@code
 * retries=0}), so that each fault is visible. With its default settings, a cut answer is not a failure.
 */
class KafkaProducerLawsTest extends ProducerLaws {
    private static final String WITHOUT_REPEATS = "&retries=0&enableIdempotence=false";

    @Override
    protected ProducerFixture newFixture() throws Exception {
        return new ThroughProxy(Kafka.shared(), WITHOUT_REPEATS);
    }

    /** The client sends the record again, and the broker drops the duplicate: each record arrives once, in order. */
    @Test
    void k2_aCutAcknowledgementIsRepeatedAndTheRecordIsThereOnce() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext();
                ThroughProxy fixture = new ThroughProxy(Kafka.shared(), "")) {
            fixture.start();
            context.addRoutes(r -> r.from("direct:in").to(fixture.uri("")));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            List<String> sent = new ArrayList<>();
            int length = fixture.answerLength("measured");
            sent.add("measured");
            for (int bytes = 0; bytes < length; bytes += 5) {
                String body = "cut after " + bytes;
                fixture.cutNextAnswer(bytes);
                Exchange exchange = template.send("direct:in", each -> each.setBody(body));
                assertThat(exchange.getException()).isNull();
                sent.add(body);
            }
            List<String> there = new ArrayList<>();
            fixture.kafka.readAll(fixture.topic).forEach(each -> there.add(text(each.value())));
            assertThat(there).isEqualTo(sent);
        }
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    /**
     * The connector reaches the broker through a proxy. For a client, a closed proxy looks like a broker that is down.
     * The other party reads the topic directly from the broker.
     */
    static final class ThroughProxy implements ProducerFixture {
        private static final Duration POLL = Duration.ofMillis(20);

        final Kafka kafka;
        final String topic;
        private final String more;
        private final ProduceProxy proxy;
        private final List<String> received = new CopyOnWriteArrayList<>();
        private volatile Map<String, String> lastHeaders = Map.of();
        private volatile boolean closed;
        private final Thread reader;

        ThroughProxy(Kafka kafka, String more) throws Exception {
            this.kafka = kafka;
            this.more = more;
            this.topic = kafka.topic(1);
            this.proxy = new ProduceProxy(kafka.broker.advertisedPort, kafka.broker.secondPort(), OTHER_THREADS);
            this.reader = new Thread(this::read, OTHER_THREADS + " reader");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            Map<String, Object> config = Map.of(
                    "bootstrap.servers", kafka.address(),
                    "key.deserializer", StringDeserializer.class,
                    "value.deserializer", StringDeserializer.class);
            try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(config)) {
                List<TopicPartition> all = List.of(new TopicPartition(topic, 0));
                consumer.assign(all);
                consumer.seekToBeginning(all);
                while (!closed) {
                    consumer.poll(POLL).forEach(this::take);
                }
            }
        }

        private void take(ConsumerRecord<String, String> record) {
            Map<String, String> headers = new HashMap<>();
            record.headers().forEach(each -> headers.put(each.key().toLowerCase(Locale.ROOT), text(each.value())));
            lastHeaders = headers;
            received.add(record.value());
        }

        @Override
        public String uri(String options) {
            return "kafka:" + topic + "?brokers=localhost:" + kafka.broker.advertisedPort + more
                    + (options.isEmpty() ? "" : "&" + options);
        }

        @Override
        public String uriOfUnknownHost() {
            return "kafka:" + topic + "?maxBlockMs=500&brokers=host.invalid:9092";
        }

        @Override
        public String timeout(long millis) {
            return "requestTimeout=" + millis;
        }

        @Override
        public String completion(String value) {
            return "completion=" + ("Reply".equals(value) ? "Accepted" : value);
        }

        @Override
        public String failingSoon() {
            return "maxBlockMs=500";
        }

        @Override
        public String uriWithPassword(String password) {
            return uri("maxInFlight=0&saslMechanism=PLAIN&securityProtocol=SASL_PLAINTEXT&saslJaasConfig="
                    + "RAW(org.apache.kafka.common.security.plain.PlainLoginModule required username=u password="
                    + password + ";)");
        }

        @Override
        public void start() throws IOException {
            proxy.start();
        }

        @Override
        public void stop() throws IOException {
            proxy.close();
        }

        @Override
        public void hold() {
            proxy.hold();
        }

        @Override
        public void release() {
            proxy.release();
        }

        @Override
        public void cutNextAnswer(int bytes) {
            proxy.cutNextAnswer(bytes);
        }

        /** Measured with a Kafka client. The acknowledgement of a record has the same length for every body. */
        @Override
        public int answerLength(String body) {
            Map<String, Object> config = Map.of(
                    "bootstrap.servers", "localhost:" + kafka.broker.advertisedPort,
                    "key.serializer", StringSerializer.class,
                    "value.serializer", StringSerializer.class);
            try (Producer<String, String> producer = new KafkaProducer<>(config)) {
                producer.send(new ProducerRecord<>(topic, body)).get(60, TimeUnit.SECONDS);
                return proxy.lastLength.get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<String> received() {
            return received;
        }

        @Override
        public Map<String, String> lastHeaders() {
            return lastHeaders;
        }

        @Override
        public void answerWith(Map<String, String> headers) {}

        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public boolean hasReplies() {
            return false;
        }

        @Override
        public void close() throws IOException {
            stop();
            closed = true;
            try {
                reader.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
