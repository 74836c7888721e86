package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partition is read on while few bytes of it are held, wherever in the records they are. */
class HeldBytesTest extends OnTransactions {
    private static final Map<TopicPartition, AtomicInteger> READ = new ConcurrentHashMap<>();
    private static final String LARGE = "x".repeat(50_000);

    @ParameterizedTest
    @ValueSource(strings = {"value", "key", "header", "name of a header", "many headers"})
    void k3_allBytesOfARecordCount(String where) throws Exception {
        String in = kafka.topic(2);
        for (int i = 0; i < 100; i++) {
            kafka.send(record(in, where));
        }
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger others = new AtomicInteger();
        context.addRoutes(r -> r.from(to(in) + "&groupId=" + group(in) + "&autoOffsetReset=earliest"
                        + "&maxPartitionFetchBytes=100000&additionalProperties.interceptor.classes="
                        + Reading.class.getName())
                .process(exchange -> {
                    if (exchange.getHeader(KafkaConstants.PARTITION).equals(0)) {
                        release.await();
                    } else {
                        others.incrementAndGet();
                    }
                }));
        context.start();
        try {
            for (int i = 1; i <= 60; i++) { // meanwhile all of the other partition would be read, too
                int count = i;
                kafka.send(new ProducerRecord<>(in, 1, null, "small"));
                Kafka.await("it has passed", () -> others.get() == count);
            }
            assertThat(READ.get(new TopicPartition(in, 0))).hasValueBetween(1, 8);
        } finally {
            release.countDown();
        }
    }

    private static ProducerRecord<String, String> record(String in, String where) {
        ProducerRecord<String, String> record =
                new ProducerRecord<>(in, 0, where.equals("key") ? LARGE : "k", where.equals("value") ? LARGE : "v");
        switch (where) {
            case "header" -> record.headers().add("h", LARGE.getBytes(StandardCharsets.UTF_8));
            case "name of a header" -> record.headers().add(LARGE, null);
            case "many headers" -> {
                for (int i = 0; i < 10_000; i++) {
                    record.headers().add("h" + i % 10, null);
                }
            }
            default -> {}
        }
        return record;
    }

    /** Counts what the client has given to the route. */
    public static final class Reading implements ConsumerInterceptor<Object, Object> {
        @Override
        public ConsumerRecords<Object, Object> onConsume(ConsumerRecords<Object, Object> records) {
            records.partitions()
                    .forEach(each -> READ.computeIfAbsent(each, key -> new AtomicInteger())
                            .addAndGet(records.records(each).size()));
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> settings) {}
    }
}
