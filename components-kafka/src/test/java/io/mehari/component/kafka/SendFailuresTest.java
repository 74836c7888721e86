package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that the client cannot take, and what becomes of them and of those beside them. */
class SendFailuresTest extends OnTransactions {
    private static final String BRIEF = "&requestTimeoutMs=1000&deliveryTimeoutMs=3000";

    private ProducerTemplate template;

    @BeforeEach
    void makeTemplate() {
        template = context.createProducerTemplate();
    }

    private Exchange send(String body, String header, Object value) {
        return template.send("direct:in", exchange -> {
            exchange.setBody(body);
            exchange.setHeader(header, value);
        });
    }

    private CompletableFuture<Exchange> sendBeside(String body, String header, Object value) {
        return CompletableFuture.supplyAsync(() -> send(body, header, value), task -> new Thread(task).start());
    }

    private void startSending(String uri) throws Exception {
        context.addRoutes(r -> r.from("direct:in").to(uri));
        context.start();
    }

    private List<String> bodies(String topic, int count) {
        return kafka.read(topic, count).stream()
                .map(each -> new String(each.value(), StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        KafkaConstants.OVERRIDE_TOPIC + ",is-not-there,is-not-there",
        KafkaConstants.PARTITION_KEY + ",99,no partition 99"
    })
    void k8_whatOneMessageNamesHoldsBackNoOther(String header, String value, String named) throws Exception {
        String topic = kafka.topic(1);
        startSending(to(topic) + BRIEF);
        CompletableFuture<Exchange> lost = sendBeside("lost", header, value);
        Kafka.await("it is sent", () -> context.stats().inflight() == 1);
        List<CompletableFuture<Exchange>> others =
                IntStream.range(0, 20).mapToObj(i -> sendBeside("good", "n", i)).toList();
        for (CompletableFuture<Exchange> each : others) {
            assertThat(each.get(30, TimeUnit.SECONDS).getException()).isNull();
        }
        assertThat(lost).as("it waits beside them").isNotDone();
        assertThat(lost.get(30, TimeUnit.SECONDS).getException())
                .isInstanceOf(KafkaSendException.class)
                .hasMessageContaining(named)
                .hasMessageContaining("3000 ms, the lesser of maxBlockMs and deliveryTimeoutMs");
        if (named.equals(value)) {
            assertThat(lost.get().getException()).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
        assertThat(bodies(topic, 20)).containsOnly("good");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&requestTimeoutMs=300&deliveryTimeoutMs=600", "&maxBlockMs=600"})
    void k8_theTimeLimitOfASendIncludesTheWaitForABroker(String limit) throws Exception {
        startSending("kafka:orders?brokers=localhost:1" + limit);
        assertThat(sendBeside("one", "n", 1).get(30, TimeUnit.SECONDS).getException())
                .isInstanceOf(KafkaSendException.class)
                .hasMessageContaining("600 ms");
    }

    @Test
    void k5_recordsWaitInTheirOrderForTheirTopic() throws Exception {
        String topic = kafka.topic(1);
        String later = topic + "-later";
        startSending(to(topic) + "&completion=Queued&metadataMaxAgeMs=100");
        for (int i = 0; i < 50; i++) {
            assertThat(send("late " + i, KafkaConstants.OVERRIDE_TOPIC, later).getException())
                    .isNull();
        }
        assertThat(send("good", "n", 1).getException()).isNull();
        assertThat(bodies(topic, 1)).containsExactly("good");
        kafka.create(later, 1);
        assertThat(bodies(later, 50))
                .containsExactlyElementsOf(
                        IntStream.range(0, 50).mapToObj(i -> "late " + i).toList());
    }

    @Test
    void k5_recordsWaitInTheirOrderWhileTheBufferOfTheClientIsFull() throws Exception {
        String topic = kafka.topic(1);
        startSending(to(topic) + "&completion=Queued&bufferMemorySize=40000&producerBatchSize=1000&lingerMs=0");
        String padding = " ".repeat(5_000);
        for (int i = 0; i < 200; i++) {
            assertThat(send(i + padding, "n", i).getException()).isNull();
        }
        assertThat(bodies(topic, 200).stream().map(String::strip).toList()).containsExactly(numbers(0, 200));
    }

    /** Whichever of the two routes ends first, the message reaches the other; also if a message names the endpoint. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true"})
    void k7_aStopReportsAndCountsEachQueuedMessageThatWasNotSent(boolean reportsFirst, boolean named) throws Exception {
        String uri = "kafka:orders?brokers=localhost:1&completion=Queued&onSendFailure=direct:lost";
        ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(200));
        context.addRoutes(r -> {
            RouteDefinition in = r.from("direct:in").startupOrder(reportsFirst ? 2 : 1);
            var unused = named ? in.toD(uri) : in.to(uri);
            r.from("direct:lost")
                    .startupOrder(reportsFirst ? 1 : 2)
                    .process(exchange -> lost.add(exchange.getBody(String.class)));
        });
        context.start();
        for (int i = 0; i < 20; i++) {
            assertThat(send(String.valueOf(i), "n", i).getException()).isNull();
        }
        KafkaEndpoint endpoint = context.getEndpoint(uri, KafkaEndpoint.class);
        context.stop();
        assertThat(endpoint.getFailedSends()).isEqualTo(20);
        assertThat(endpoint.getQueuedSends()).isZero();
        assertThat(lost).containsExactlyInAnyOrder(numbers(0, 20));
    }
}
