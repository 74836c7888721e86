package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.ProducerTemplate;
import io.mehari.UnknownOptionException;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour that is specific to Kafka: offsets, partitions, keys, headers, members of a group. */
class KafkaTest {
    private final List<DefaultRoutingContext> contexts = new ArrayList<>();
    private Kafka kafka;
    private DefaultRoutingContext context;
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        kafka = Kafka.shared();
        context = newContext();
        template = context.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        contexts.forEach(DefaultRoutingContext::close);
    }

    private DefaultRoutingContext newContext() {
        DefaultRoutingContext made = new DefaultRoutingContext();
        made.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(2));
        contexts.add(made);
        return made;
    }

    private String from(String topic, String options) {
        return "kafka:" + topic + "?brokers=" + kafka.address() + "&groupId=g-" + topic.replaceAll("\\W", "")
                + "&autoOffsetReset=earliest&commitInterval=10" + options;
    }

    private String to(String topic) {
        return "kafka:" + topic + "?brokers=" + kafka.address();
    }

    private static void acquire(Semaphore semaphore) {
        semaphore.acquireUninterruptibly();
    }

    @Test
    void s6_theLagIsWhatTheBrokerHasBeyondWhatWasRead() throws Exception {
        String topic = kafka.topic(1);
        Semaphore go = new Semaphore(0);
        for (int i = 0; i < 50; i++) {
            kafka.send(new ProducerRecord<>(topic, 0, "a", "a"));
        }
        context.addRoutes(
                r -> r.from(from(topic, "&maxPollRecords=5")).routeId("a").process(exchange -> acquire(go)));
        context.start();
        Kafka.await("some are read", () -> context.stats().lag() > 0);
        assertThat(context.getRoute("a").stats().lag()).isBetween(20L, 50L);
        go.release(1_000);
        Kafka.await(
                "all are read",
                () -> context.stats().completed() == 50 && context.stats().lag() == 0);
    }

    private long lagOnceItIsPaused() throws Exception {
        Kafka.await(
                "some are read",
                () -> context.stats().lag() > 0 && context.stats().lag() < 36);
        Thread.sleep(500);
        return context.stats().lag();
    }

    /** A client fetches up to 1 MiB of a partition at once. */
    @Test
    void k3_aPartitionIsPausedWhenItHasTwoFetchesOfLargeRecords() throws Exception {
        String topic = kafka.topic(1);
        Semaphore go = new Semaphore(0);
        for (int i = 0; i < 40; i++) {
            kafka.send(new ProducerRecord<>(topic, 0, "a", "a".repeat(200_000)));
        }
        context.addRoutes(r -> r.from(from(topic, "")).routeId("a").process(exchange -> acquire(go)));
        context.start();
        assertThat(lagOnceItIsPaused()).as("left at the broker").isBetween(20L, 35L);
        go.release(1_000);
        Kafka.await(
                "all are read",
                () -> context.stats().completed() == 40 && context.stats().lag() == 0);
    }

    /** Half of the records are done, but nothing of the many bytes: they are of the last records. */
    @Test
    void k3_aPausedPartitionIsReadAgainWhenHalfOfItsBytesAreDone() throws Exception {
        String topic = kafka.topic(1);
        Semaphore go = new Semaphore(0);
        for (int i = 0; i < 140; i++) {
            kafka.send(new ProducerRecord<>(topic, 0, "a", "a".repeat(i < 100 ? 1 : 200_000)));
        }
        context.addRoutes(r -> r.from(from(topic, "")).routeId("a").process(exchange -> acquire(go)));
        context.start();
        long left = lagOnceItIsPaused();
        go.release(75);
        Kafka.await("75 are done", () -> context.stats().completed() == 75);
        Thread.sleep(500);
        assertThat(context.stats().lag()).as("left at the broker").isEqualTo(left);
        go.release(1_000);
        Kafka.await(
                "all are read",
                () -> context.stats().completed() == 140 && context.stats().lag() == 0);
    }

    // ---- offsets

    @Test
    void k1_theLowestOffsetThatIsNotDoneIsCommitted() throws Exception {
        String topic = kafka.topic(1);
        Semaphore first = new Semaphore(0);
        ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
        for (String key : List.of("a", "b", "c", "d")) {
            kafka.send(new ProducerRecord<>(topic, 0, key, key));
        }
        context.addRoutes(r -> r.from(from(topic, "&concurrency=Key")).process(exchange -> {
            if ("b".equals(exchange.getBody())) {
                acquire(first);
            }
            done.add(exchange.getBody(String.class));
        }));
        context.start();
        kafka.awaitCommitted("g-" + topic.replaceAll("\\W", ""), topic, 0, 1);
        Kafka.await("all but one are done", () -> done.size() == 3);
        kafka.send(new ProducerRecord<>(topic, 0, "e", "e")); // and is done, too: its commit must not include b
        Kafka.await("all but one are done", () -> done.size() == 4);
        Thread.sleep(100); // time for a commit that would be wrong
        assertThat(kafka.committed("g-" + topic.replaceAll("\\W", ""), topic, 0))
                .isEqualTo(1);
        first.release();
        kafka.awaitCommitted("g-" + topic.replaceAll("\\W", ""), topic, 0, 5);
    }

    @Test
    void k2_aRecordThatWasInTheRouteAtTheStopIsDeliveredAgain() throws Exception {
        String topic = kafka.topic(1);
        kafka.send(topic, 0, "one", "two");
        Semaphore never = new Semaphore(0);
        CountDownLatch inside = new CountDownLatch(1);
        DefaultRoutingContext first = newContext();
        first.addRoutes(r -> r.from(from(topic, "")).process(exchange -> {
            if ("two".equals(exchange.getBody())) {
                inside.countDown();
                acquire(never);
            }
        }));
        first.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(100));
        first.start();
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        first.stop();
        never.release(); // the first delivery ends late, and must not commit
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> r.from(from(topic, "")).process(exchange -> seen.add(exchange.getBody(String.class))));
        context.start();
        Kafka.await("it has come again", () -> !seen.isEmpty());
        assertThat(seen).containsExactly("two");
    }

    /**
     * A group without an offset may begin at the end. Unless the start position is committed, a restart would begin
     * after the record.
     */
    @Test
    void k2_whereAGroupHasBegunIsKeptBeforeItsFirstRecordIsDone() throws Exception {
        String topic = kafka.topic(1);
        kafka.send(topic, 0, "before");
        String group = "g-" + topic.replaceAll("\\W", "");
        context.addRoutes(
                r -> r.from(from(topic, "").replace("earliest", "latest")).process(exchange -> {}));
        context.start();
        kafka.awaitCommitted(group, topic, 0, 1);
    }

    // ---- failures

    @Test
    void k1_aFailedRecordIsGivenAgainAndThoseAfterItWait() throws Exception {
        String topic = kafka.topic(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        kafka.send(topic, 0, "a", "b", "c");
        context.addRoutes(r -> r.from(from(topic, "&retryDelay=10")).process(exchange -> {
            Object attempt = exchange.getHeader(KafkaConstants.DELIVERY_ATTEMPT);
            seen.add(exchange.getBody() + "/" + attempt);
            if ("b".equals(exchange.getBody()) && !Integer.valueOf(3).equals(attempt)) {
                throw new IllegalStateException("on purpose");
            }
        }));
        context.start();
        kafka.awaitCommitted("g-" + topic.replaceAll("\\W", ""), topic, 0, 3);
        assertThat(seen).containsExactly("a/null", "b/null", "b/2", "b/3", "c/null");
        assertThat(context.stats().inflight()).isZero();
    }

    @Test
    void breakOnFirstErrorFalseLeavesAFailedRecordOut() throws Exception {
        String topic = kafka.topic(1);
        kafka.send(topic, 0, "a", "b", "c");
        ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> r.from(from(topic, "&breakOnFirstError=false")).process(exchange -> {
            if ("b".equals(exchange.getBody())) {
                throw new IllegalStateException("on purpose");
            }
            done.add(exchange.getBody(String.class));
        }));
        context.start();
        kafka.awaitCommitted("g-" + topic.replaceAll("\\W", ""), topic, 0, 3);
        assertThat(done).containsExactly("a", "c");
    }

    // ---- order

    @Test
    void k5_recordsOfAPartitionStayInOrderWhileTheRouteSuspends() throws Exception {
        String topic = kafka.topic(3);
        int count = 300;
        Map<Object, List<Integer>> seen = new ConcurrentHashMap<>();
        AtomicInteger total = new AtomicInteger();
        for (int p = 0; p < 3; p++) {
            kafka.sendNumbers(topic, p, 0, count);
        }
        context.addRoutes(r -> r.from(from(topic, "&consumersCount=2")).delay(1).process(exchange -> {
            seen.computeIfAbsent(
                            exchange.getHeader(KafkaConstants.PARTITION),
                            p -> Collections.synchronizedList(new ArrayList<>()))
                    .add(Integer.valueOf(exchange.getBody(String.class)));
            total.incrementAndGet();
        }));
        context.start();
        Kafka.await("all have come", () -> total.get() >= 3 * count);
        assertThat(seen).hasSize(3);
        seen.values().forEach(numbers -> assertThat(numbers).isSorted().doesNotHaveDuplicates());
    }

    @Test
    void k5_recordsOfAKeyStayInOrderAndOtherKeysPassThem() throws Exception {
        String topic = kafka.topic(1);
        Semaphore slow = new Semaphore(0);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        for (String each : List.of("slow1", "quick1", "slow2", "quick2", "slow3")) {
            kafka.send(new ProducerRecord<>(topic, 0, each.substring(0, 4), each));
        }
        context.addRoutes(r -> r.from(from(topic, "&concurrency=Key")).process(exchange -> {
            if ("slow".equals(exchange.getHeader(KafkaConstants.KEY))) {
                acquire(slow);
            }
            seen.add(exchange.getBody(String.class));
        }));
        context.start();
        Kafka.await("the other key has passed", () -> seen.size() == 2);
        assertThat(seen).containsExactly("quick1", "quick2");
        slow.release(3);
        Kafka.await("all have come", () -> seen.size() == 5);
        assertThat(seen).containsExactly("quick1", "quick2", "slow1", "slow2", "slow3");
    }

    // ---- a bound on what is read

    @Test
    void k3_aFullPartitionIsPausedAndTheMemberStaysInItsGroup() throws Exception {
        String topic = kafka.topic(2);
        kafka.sendNumbers(topic, 0, 0, 200);
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        context.addRoutes(r -> r.from(from(topic, "&maxPollRecords=10&maxPollIntervalMs=4000&heartbeatIntervalMs=300"))
                .process(exchange -> {
                    if (Integer.valueOf(0).equals(exchange.getHeader(KafkaConstants.PARTITION))) {
                        acquire(mayEnd);
                        ended.incrementAndGet();
                    } else {
                        others.incrementAndGet();
                    }
                }));
        context.start();
        Kafka.await("it is in the route", () -> context.stats().inflight() == 1);
        Thread.sleep(4_500); // longer than the maximum time between two polls
        kafka.sendNumbers(topic, 1, 0, 50); // the other partition is still read
        Kafka.await("the other partition is read", () -> others.get() == 50);
        mayEnd.release(200);
        Kafka.await("all have come", () -> ended.get() >= 200);
        assertThat(ended).as("each once: the partition was never lost").hasValue(200);
    }

    // ---- rebalances

    @Test
    void k2_nothingIsLostWhileMembersComeAndGo() throws Exception {
        String topic = kafka.topic(4);
        int count = 400;
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        DefaultRoutingContext second = newContext();
        for (DefaultRoutingContext each : List.of(context, second)) {
            each.addRoutes(r -> r.from(from(topic, "&heartbeatIntervalMs=200"))
                    .routeId("member")
                    .delay(1)
                    .process(exchange -> seen.merge(
                            exchange.getHeader(KafkaConstants.PARTITION) + "/" + exchange.getBody(), 1, Integer::sum)));
        }
        context.start();
        for (int p = 0; p < 4; p++) {
            kafka.sendNumbers(topic, p, 0, count);
        }
        for (int round = 0; round < 3; round++) {
            if (round == 0) {
                second.start();
            } else {
                second.getRouteController().startRoute("member");
            }
            int before = seen.size();
            Kafka.await("some more have come", () -> seen.size() > before || seen.size() == 4 * count);
            second.getRouteController().stopRoute("member");
        }
        Kafka.await("all have come", () -> seen.size() == 4 * count);
        assertThat(seen.values().stream().mapToInt(Integer::intValue).sum())
                .as("drained before each rebalance, so none comes twice")
                .isEqualTo(4 * count);
    }

    @Test
    void k2_whatCannotBeDrainedIsNotCommitted() throws Exception {
        String topic = kafka.topic(2);
        kafka.send(topic, 0, "hangs0");
        kafka.send(topic, 1, "hangs1");
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        ConcurrentLinkedQueue<String> again = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> r.from(from(topic, "&revokeTimeout=50&heartbeatIntervalMs=200"))
                .process(exchange -> {
                    inside.incrementAndGet();
                    acquire(mayEnd);
                }));
        context.start();
        Kafka.await("both are in the route", () -> inside.get() == 2);
        DefaultRoutingContext second = newContext();
        second.addRoutes(r -> r.from(from(topic, "")).process(exchange -> again.add(exchange.getBody(String.class))));
        second.start();
        Kafka.await("the new member gets what was not done", () -> !again.isEmpty());
        mayEnd.release(10);
    }

    // ---- headers, keys, partitions, times

    @Test
    void k4_headersKeyPartitionAndTimeCrossBothWays() throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(4);
        context.addRoutes(r -> r.from(from(in, ""))
                .setHeader(KafkaConstants.PARTITION_KEY, exchange -> 3)
                .setHeader(KafkaConstants.OVERRIDE_TIMESTAMP, exchange -> 1_000_000L)
                .to(to(out)));
        context.start();
        byte[] binary = {(byte) 0xff, 0, 7};
        ProducerRecord<String, String> record = new ProducerRecord<>(in, 1, "key", "body");
        record.headers().add(new RecordHeader("Text", "züge".getBytes(StandardCharsets.UTF_8)));
        record.headers().add(new RecordHeader("Binary", binary));
        record.headers().add(new RecordHeader("Twice", new byte[] {'1'}));
        record.headers().add(new RecordHeader("Twice", new byte[] {'2'}));
        record.headers().add(new RecordHeader("Nothing", null));
        for (String each : List.of("mehariSecret", "CamelSqlQuery", "cAmElFileName", KafkaConstants.OVERRIDE_TOPIC)) {
            record.headers().add(new RecordHeader(each, new byte[] {'x'}));
        }
        kafka.send(record);
        ConsumerRecord<String, byte[]> got = kafka.read(out, 1).get(0);
        assertThat(got.key()).isEqualTo("key");
        assertThat(new String(got.value(), StandardCharsets.UTF_8)).isEqualTo("body");
        assertThat(got.partition()).isEqualTo(3);
        assertThat(got.timestamp()).isEqualTo(1_000_000L);
        assertThat(got.headers().lastHeader("Text").value()).isEqualTo("züge".getBytes(StandardCharsets.UTF_8));
        assertThat(got.headers().lastHeader("Binary").value()).isEqualTo(binary);
        assertThat(got.headers().headers("Twice")).hasSize(2);
        assertThat(got.headers().lastHeader("Nothing").value()).isNull();
        assertThat(got.headers().toArray())
                .noneMatch(each -> each.key().toLowerCase(java.util.Locale.ROOT).matches("(mehari|camel).*"));
    }

    @Test
    void aSenderIsToldWhereItsRecordIs() throws Exception {
        String topic = kafka.topic(1);
        context.addRoutes(r -> r.from("direct:in").to(to(topic) + "&testConnectionOnStartup=true"));
        context.start();
        Exchange sent = template.send("direct:in", exchange -> exchange.setBody("one"));
        assertThat(sent.getException()).isNull();
        assertThat(sent.getHeader(KafkaConstants.RECORD_METADATA, RecordMetadata.class)
                        .topic())
                .isEqualTo(topic);
        assertThat(kafka.read(topic, 1)).hasSize(1);
    }

    @Test
    void severalTopicsAndPatterns() throws Exception {
        String one = kafka.topic(1);
        String other = kafka.topic(1);
        ConcurrentLinkedQueue<String> list = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> pattern = new ConcurrentLinkedQueue<>();
        kafka.send(one, 0, "1");
        kafka.send(other, 0, "2");
        context.addRoutes(r -> {
            r.from(from(one + "," + other, "")).process(exchange -> list.add(exchange.getBody(String.class)));
            r.from(from(one + "|" + other, "&topicIsPattern=true").replace("groupId=", "groupId=p"))
                    .process(exchange -> pattern.add(exchange.getBody(String.class)));
        });
        context.start();
        Kafka.await("both have come", () -> list.size() == 2 && pattern.size() == 2);
        assertThat(list).containsExactlyInAnyOrder("1", "2");
        assertThat(pattern).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void seekToBeginningReadsAgainAtEachStart() throws Exception {
        String topic = kafka.topic(1);
        kafka.send(topic, 0, "one", "two");
        AtomicInteger count = new AtomicInteger();
        context.addRoutes(r ->
                r.from(from(topic, "&seekTo=BEGINNING")).routeId("again").process(exchange -> count.incrementAndGet()));
        context.start();
        Kafka.await("both have come", () -> count.get() == 2);
        context.getRouteController().stopRoute("again");
        context.getRouteController().startRoute("again");
        Kafka.await("both have come again", () -> count.get() == 4);
    }

    // ---- mistakes

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> context.getEndpoint("kafka:orders?brokers=b:1&groupI=x"))
                .isInstanceOf(UnknownOptionException.class)
                .hasMessageContaining("groupI");
        assertThatThrownBy(() -> context.getEndpoint("kafka:orders"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("brokers=");
        assertThatThrownBy(() -> context.getEndpoint("kafka:orders?brokers=b:1&additionalProperties.group.id=x"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("group.id");
        assertThatThrownBy(() -> context.getEndpoint("kafka:a,b?brokers=b:1").createProducer())
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("one topic");
        assertThatThrownBy(() -> context.getEndpoint("kafka:a?brokers=b:1").createConsumer(exchange -> {}))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("groupId=");
    }

    @Test
    void k9_testConnectionOnStartupNamesTheBrokers() {
        assertThatThrownBy(() -> {
                    context.addRoutes(r -> r.from("direct:in")
                            .to("kafka:orders?brokers=host.invalid:9092&testConnectionOnStartup=true"));
                    context.start();
                })
                .hasStackTraceContaining("host.invalid:9092");
    }

    @Test
    void k6_aSenderWithoutBrokersIsToldAndHoldsNoSharedThread() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in")
                    .to("kafka:orders?brokers=localhost:1&maxBlockMs=300&completion=Queued"
                            + "&onSendFailure=direct:lost");
            r.from("direct:lost").to("mock:lost");
        });
        context.start();
        template.sendBody("direct:in", "one");
        var lost = context.getEndpoint("mock:lost", io.mehari.component.mock.MockEndpoint.class);
        lost.expectedBodiesReceived("one");
        lost.setResultWaitTime(60_000);
        lost.assertIsSatisfied();
    }
}
