package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The brokers refuse a whole batch for one record: here one without a key, for a compacted topic. */
class RefusedBatchTest extends OnTransactions {
    private static final int PARTITIONS = 8;
    private static final int COUNT = 4_000;
    private static final int EACH = 50; // record is one that the topic refuses
    private static final int KEYS = 40;

    private String in;
    private String out;

    @BeforeEach
    void createTopics() throws Exception {
        in = kafka.topic(PARTITIONS);
        out = in + "-compacted";
        kafka.admin
                .createTopics(
                        List.of(new NewTopic(out, PARTITIONS, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    private static boolean isBad(int number) {
        return number % EACH == EACH - 1;
    }

    private static String key(int number) {
        return isBad(number) ? null : "key " + number % KEYS;
    }

    private static String[] bad(int count) {
        return IntStream.range(0, count)
                .filter(RefusedBatchTest::isBad)
                .mapToObj(String::valueOf)
                .toArray(String[]::new);
    }

    private String reading(String options) {
        return to(in) + "&groupId=" + group(in) + "&autoOffsetReset=earliest&commitInterval=10&retryDelay=50" + options;
    }

    /** All records of a key are in one partition of the topic. */
    private void fill() throws Exception {
        try (KafkaProducer<String, String> producer = producer()) {
            for (int i = 0; i < COUNT; i++) {
                var unused = producer.send(new ProducerRecord<>(in, i % KEYS % PARTITIONS, key(i), String.valueOf(i)));
            }
        }
    }

    private KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(Map.of(
                "bootstrap.servers",
                kafka.address(),
                "linger.ms",
                500,
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                StringSerializer.class));
    }

    private void awaitAllCommitted() throws Exception {
        for (int i = 0; i < PARTITIONS; i++) {
            kafka.awaitCommitted(group(in), in, i, COUNT / PARTITIONS);
        }
    }

    /** All good records are there, and those of a key are in their order. */
    private void assertAllGoodAreThereInOrder(int count) {
        List<Integer> values = new ArrayList<>(new LinkedHashSet<>(
                uncommittedValues(out).stream().map(Integer::valueOf).toList()));
        for (int i = 0; i < KEYS; i++) {
            int key = i;
            assertThat(values.stream().filter(each -> each % KEYS == key))
                    .containsExactlyElementsOf(IntStream.range(0, count)
                            .filter(each -> each % KEYS == key && !isBad(each))
                            .boxed()
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&concurrency=Key", "&sendWindow=1", "&sendWindow=1&concurrency=Key"})
    void k1_onlyTheRecordsThatAreRefusedGoToTheDeadLetters(String options) throws Exception {
        fill();
        String dead = kafka.topic(1);
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel(to(dead)));
            r.from(reading(options)).to(to(out));
        });
        context.start();
        awaitAllCommitted();
        assertThat(new LinkedHashSet<>(uncommittedValues(dead))).containsExactlyInAnyOrder(bad(COUNT));
        assertAllGoodAreThereInOrder(COUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&concurrency=Key"})
    void k1_onlyTheRecordsThatAreRefusedAreSkipped(String options) throws Exception {
        fill();
        context.addRoutes(
                r -> r.from(reading("&breakOnFirstError=false" + options)).to(to(out)));
        context.start();
        awaitAllCommitted();
        assertAllGoodAreThereInOrder(COUNT);
        assertThat(context.getEndpoint(reading("&breakOnFirstError=false" + options), KafkaEndpoint.class)
                        .getFailedRecords())
                .isEqualTo(bad(COUNT).length);
    }

    /** A refused batch was not written, so nothing is there twice. */
    @Test
    void k1_ofManySendersOnlyThoseOfRefusedRecordsFail() throws Exception {
        int threads = 16;
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        AtomicInteger next = new AtomicInteger();
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        Runnable sending = () -> {
            int number;
            while ((number = next.getAndIncrement()) < COUNT) {
                int sent = number;
                if (template.send(to(out), each -> {
                            each.setBody(String.valueOf(sent));
                            each.setHeader(KafkaConstants.KEY, key(sent));
                        })
                        .isFailed()) {
                    failed.add(String.valueOf(sent));
                }
            }
        };
        CompletableFuture<?>[] senders = IntStream.range(0, threads)
                .mapToObj(i -> CompletableFuture.runAsync(sending, task -> new Thread(task).start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(senders).get(120, TimeUnit.SECONDS);
        assertThat(failed).containsExactlyInAnyOrder(bad(COUNT));
        assertThat(uncommittedValues(out))
                .hasSize(COUNT - failed.size())
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(failed);
    }

    /** Later ones may be written already, so it would come after them: it is reported, and the application decides. */
    @Test
    void k5_aQueuedRecordOfARefusedBatchIsReportedAndNotSentAfterLaterOnes() throws Exception {
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        String uri = to(out) + "&partitionKey=0&completion=Queued&lingerMs=500&onSendFailure=direct:lost";
        context.addRoutes(r -> {
            r.from("direct:in").to(uri);
            r.from("direct:lost").process(each -> failed.add(each.getBody(String.class)));
        });
        context.start();
        KafkaEndpoint endpoint = context.getEndpoint(uri, KafkaEndpoint.class);
        ProducerTemplate template = context.createProducerTemplate();
        template.sendBodyAndHeader("direct:in", "before", KafkaConstants.KEY, "key");
        Kafka.await("it is sent", () -> endpoint.getQueuedSends() == 0);
        template.sendBodyAndHeader("direct:in", "good", KafkaConstants.KEY, "key");
        template.sendBody("direct:in", "bad");
        Kafka.await("both are reported", () -> endpoint.getQueuedSends() == 0);
        assertThat(failed).containsExactlyInAnyOrder("good", "bad");
        assertThat(uncommittedValues(out)).containsExactly("before");
    }

    /** How the client tells that, which {@link SendCall} relies on. */
    @ParameterizedTest
    @ValueSource(strings = {"key,,key,key", ",key,,key"})
    void k1_theClientTellsForWhichRecordsItsBatchWasRefused(String keys) throws Exception {
        Map<Integer, Exception> failures = new ConcurrentHashMap<>();
        String[] all = keys.split(",", -1);
        try (KafkaProducer<String, String> producer = producer()) {
            for (int i = 0; i < all.length; i++) {
                int number = i;
                String key = all[i].isEmpty() ? null : all[i];
                var unused = producer.send(
                        new ProducerRecord<>(out, 0, key, "value"), (data, failure) -> failures.put(number, failure));
            }
        }
        assertThat(failures).hasSize(all.length);
        failures.forEach((number, failure) -> assertThat(SendCall.isInnocent(failure))
                .as("%s: %s", number, failure)
                .isEqualTo(!all[number].isEmpty()));
    }

    /** Dead letters that are no part of the transaction are there although it is aborted. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&concurrency=Key"})
    void k1_inATransactionOnlyTheRecordsThatAreRefusedFail(String options) throws Exception {
        fill();
        Queue<String> dead = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"));
            r.from(from(in, "&retryDelay=50&breakOnFirstError=false" + options)).to(to(out));
            r.from("direct:dead").process(each -> dead.add(each.getBody(String.class)));
        });
        context.start();
        Kafka.await(
                "all good records are there",
                () -> new LinkedHashSet<>(committedValues(out)).size() == COUNT - bad(COUNT).length);
        assertThat(new LinkedHashSet<>(dead)).isSubsetOf(bad(COUNT));
    }
}
