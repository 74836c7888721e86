package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sender that waits for each of its records does not wait for a batch, too. There is no broker. */
class LingerTest {
    private static final BlockingQueue<String> SEEN = new LinkedBlockingQueue<>();

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "&lingerMs=7, 7",
        "&additionalProperties.linger.ms=8, 8",
        "&completion=Queued, null", // as the client has it
        "&completion=Queued&lingerMs=9, 9"
    })
    void theClientWaitsForMoreRecordsOnlyIfTheSenderDoesNotWait(String options, String linger) throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.start();
            context.createProducerTemplate()
                    .send(
                            "kafka:any?brokers=localhost:1&maxBlockMs=50&additionalProperties.interceptor.classes="
                                    + Seeing.class.getName() + options,
                            exchange -> exchange.setBody("x"));
            assertThat(SEEN.poll(20, TimeUnit.SECONDS)).isEqualTo(linger); // a thread of the endpoint makes the client
        }
    }

    /** Says with which setting a client was made. */
    public static final class Seeing implements ProducerInterceptor<Object, Object> {
        @Override
        public void configure(Map<String, ?> config) {
            SEEN.add(String.valueOf(config.get("linger.ms")));
        }

        @Override
        public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> sent) {
            return sent;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void close() {}
    }
}
