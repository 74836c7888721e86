package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records whose key or value cannot be deserialized. */
class UnreadableRecordsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private Kafka kafka;

    @BeforeEach
    void start() throws Exception {
        kafka = Kafka.shared();
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(2));
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private static String group(String topic) {
        return "g-" + topic.replaceAll("\\W", "");
    }

    private String from(String topic, String options) {
        return "kafka:" + topic + "?brokers=" + kafka.address() + "&groupId=" + group(topic)
                + "&autoOffsetReset=earliest&commitInterval=10" + options;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&concurrency=Key", "&transactionalId=unreadable"})
    void k1_noStepGetsARecordThatCannotBeReadAndTheDeadLetterEndpointGetsItsBytes(String also) throws Exception {
        String topic = kafka.topic(1);
        ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();
        // by offset: records of different keys come in any order
        ConcurrentSkipListMap<Object, Exchange> dead = new ConcurrentSkipListMap<>();
        context.getRegistry().bind("strict", new StrictDeserializer());
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead")
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0));
            r.from(from(topic, "&valueDeserializer=#strict&keyDeserializer=#strict" + also))
                    .process(exchange -> seen.add(exchange.getBody()));
            r.from("direct:dead")
                    .process(exchange -> dead.put(
                            Objects.requireNonNull(exchange.getHeader(KafkaConstants.OFFSET)), exchange.copy()));
        });
        context.start();
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, 0, "key", "poison");
        record.headers().add(new RecordHeader("kind", "order".getBytes(StandardCharsets.UTF_8)));
        kafka.send(record);
        kafka.send(new ProducerRecord<>(topic, 0, "poison", "value"));
        kafka.send(topic, 0, "good");
        kafka.awaitCommitted(group(topic), topic, 0, 3);

        assertThat(seen).containsExactly("good");
        assertThat(dead).hasSize(2);
        Exchange letter = dead.firstEntry().getValue();
        assertThat(letter.getBody()).isEqualTo("poison".getBytes(StandardCharsets.UTF_8));
        assertThat(letter.getHeader("kind")).isEqualTo("order");
        assertThat(letter.getHeader(KafkaConstants.KEY)).isEqualTo("key");
        assertThat(letter.getHeader(KafkaConstants.OFFSET)).isEqualTo(0L);
        assertThat(letter.getProperty(Exchange.EXCEPTION_CAUGHT))
                .isInstanceOfSatisfying(RecordDeserializationException.class, why -> {
                    assertThat(why)
                            .hasMessageContaining("the value of the record " + topic + "-0@0 cannot be deserialized")
                            .hasMessageContaining("on purpose")
                            .hasMessageContaining("valueDeserializer")
                            .hasCauseInstanceOf(IllegalArgumentException.class);
                    assertThat(why.topicPartition()).isEqualTo(new TopicPartition(topic, 0));
                    assertThat(why.offset()).isZero();
                });
        letter = dead.lastEntry().getValue();
        assertThat(letter.getHeader(KafkaConstants.KEY)).isEqualTo("poison".getBytes(StandardCharsets.UTF_8));
        assertThat(letter.getBody()).isEqualTo("value".getBytes(StandardCharsets.UTF_8));
        assertThat(context.stats().inflight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k1_withoutAnErrorHandlerARecordThatCannotBeReadIsTreatedAsOneThatFails(boolean breaks) throws Exception {
        String topic = kafka.topic(1);
        ConcurrentLinkedQueue<Object> seen = new ConcurrentLinkedQueue<>();
        StrictDeserializer strict = new StrictDeserializer();
        context.getRegistry().bind("strict", strict);
        context.addRoutes(
                r -> r.from(from(topic, "&valueDeserializer=#strict&retryDelay=10ms&breakOnFirstError=" + breaks))
                        .process(exchange -> seen.add(exchange.getBody())));
        context.start();
        kafka.send(topic, 0, "poison", "good");
        KafkaEndpoint endpoint = (KafkaEndpoint) context.getRoutes().get(0).getEndpoint();
        if (breaks) {
            Kafka.await("it was given to the route again", () -> endpoint.getFailedRecords() >= 3);
            assertThat(seen).isEmpty(); // the records after it wait
            strict.isStrict = false;
        }
        kafka.awaitCommitted(group(topic), topic, 0, 2);
        assertThat(seen).containsExactlyElementsOf(breaks ? List.of("poison", "good") : List.of("good"));
        assertThat(endpoint.getFailedRecords()).isPositive();
    }

    private static final class StrictDeserializer implements Deserializer<String> {
        volatile boolean isStrict = true;

        @Override
        public String deserialize(String topic, byte[] data) {
            String text = new String(data, StandardCharsets.UTF_8);
            if (isStrict && text.equals("poison")) {
                throw new IllegalArgumentException("on purpose");
            }
            return text;
        }
    }
}
