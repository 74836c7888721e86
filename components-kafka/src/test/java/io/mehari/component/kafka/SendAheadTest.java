package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route from Kafka to Kafka sends records of a partition while those before them are not acknowledged. */
class SendAheadTest extends OnTransactions {
    /** A batch takes a few records: so others come after the batch that the brokers refuse. */
    private static final String SMALL_BATCHES = "&producerBatchSize=250";

    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private ProduceProxy proxy;
    private String in;
    private String out;

    @BeforeEach
    void createTopics() throws Exception {
        in = kafka.topic(1);
        out = kafka.topic(1);
        proxy = new ProduceProxy(kafka.broker.advertisedPort, kafka.broker.secondPort(), "test");
        proxy.start();
    }

    @AfterEach
    void closeProxy() throws Exception {
        proxy.release();
        closeContexts();
        proxy.close();
    }

    private String reading(String options) {
        return to(in) + "&groupId=" + group(in) + "&autoOffsetReset=earliest&commitInterval=10&retryDelay=50" + options;
    }

    private String throughProxy() {
        return "kafka:" + out + "?brokers=localhost:" + kafka.broker.advertisedPort;
    }

    /** A route that counts what has entered it, and how many records were in it at most. */
    private RouteDefinition counted(RouteBuilder builder, String from) {
        return builder.from(from).process(exchange -> {
            entered.incrementAndGet();
            most.accumulateAndGet((int) context.stats().inflight(), Math::max);
        });
    }

    private void startCopying(String options, String to) throws Exception {
        context.addRoutes(r -> counted(r, reading(options)).to(to));
        context.start();
    }

    private void awaitEntered(int count) throws InterruptedException {
        Kafka.await(count + " have entered", () -> entered.get() >= count);
    }

    /** What a reader sees that drops what it has seen before. */
    private static List<String> first(List<String> values) {
        return List.copyOf(new LinkedHashSet<>(values));
    }

    // ---- the window

    @ParameterizedTest
    @CsvSource({"'&sendWindow=10', 10", "'&sendWindow=50&maxInFlight=7', 7", "'&sendWindow=1', 1"})
    void k3_soManyRecordsWaitForTheirAcknowledgementAndNoneOfThemIsCommitted(String options, int window)
            throws Exception {
        kafka.sendNumbers(in, 0, 0, 60);
        proxy.hold();
        startCopying(options, throughProxy());
        awaitEntered(window);
        assertThat(committed(in, 0)).isZero();
        proxy.release();
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(uncommittedValues(out)).containsExactly(numbers(0, 60));
        assertThat(most).hasValue(window);
    }

    @Test
    void k5_recordsOfAKeyAreSentAheadInTheirOrder() throws Exception {
        for (int i = 0; i < 40; i++) {
            kafka.send(new ProducerRecord<>(in, 0, "key " + i % 2, String.valueOf(i)));
        }
        proxy.hold();
        startCopying("&concurrency=Key&sendWindow=5", throughProxy());
        awaitEntered(10);
        proxy.release();
        kafka.awaitCommitted(group(in), in, 0, 40);
        List<Integer> all =
                uncommittedValues(out).stream().map(Integer::valueOf).toList();
        for (int key = 0; key < 2; key++) {
            int rest = key;
            assertThat(all.stream().filter(each -> each % 2 == rest)).isSorted().hasSize(20);
        }
    }

    // ---- the shape of the route

    interface Rest {
        Object of(RouteDefinition route, String to);
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                shape(
                        10,
                        "a choice",
                        (route, to) -> route.choice()
                                .when(exchange -> true)
                                .to(to)
                                .otherwise()
                                .log("x")
                                .end()),
                shape(
                        10,
                        "steps before",
                        (route, to) -> route.setHeader("a", exchange -> 1)
                                .filter(exchange -> true)
                                .to(to)),
                shape(1, "two sends", (route, to) -> route.to(to).to("direct:called")),
                shape(
                        1,
                        "two sends, one at a time",
                        (route, to) -> route.choice()
                                .when(exchange -> true)
                                .to(to)
                                .otherwise()
                                .to("direct:called")
                                .end()),
                shape(1, "a step after it", (route, to) -> route.to(to).process(exchange -> {})),
                shape(1, "a called route", (route, to) -> route.to("direct:called")),
                shape(
                        1,
                        "a wire tap",
                        (route, to) -> route.wireTap("direct:tap").to(to)),
                shape(
                        1,
                        "a split",
                        (route, to) -> route.split(exchange -> List.of(1)).to(to)),
                shape(1, "a loop", (route, to) -> route.loop(1).to(to)),
                shape(
                        1,
                        "doTry",
                        (route, to) -> route.doTry().to(to).doFinally().log("x").end()),
                shape(1, "a dynamic send", (route, to) -> route.toD(to)),
                shape(1, "a time limit of the sender", (route, to) -> route.to(to + "&requestTimeout=60000")),
                shape(1, "several requests on their way", (route, to) -> route.to(to + "&maxInFlightRequest=5")));
    }

    private static Arguments shape(int ahead, String name, Rest rest) {
        return Arguments.of(ahead, name, rest);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("shapes")
    void k5_onlyRoutesThatEndWithTheirOnlySendSendAhead(int ahead, String name, Rest rest) throws Exception {
        kafka.sendNumbers(in, 0, 0, 20);
        proxy.hold();
        context.addRoutes(r -> {
            r.from("direct:called").to(throughProxy());
            r.from("direct:tap").log("x");
        });
        context.addRoutes(r -> {
            Object unused = rest.of(counted(r, reading("&sendWindow=10")), throughProxy());
        });
        context.start();
        awaitEntered(ahead);
        proxy.release();
        kafka.awaitCommitted(group(in), in, 0, 20);
        assertThat(entered).as(name).hasValue(20);
        assertThat(most.get() > 1).as("%s: %s in the route", name, most).isEqualTo(ahead > 1);
    }

    // ---- failures: a compacted topic takes no records without a key, and the brokers refuse their whole batch

    private void compact(boolean compacted) throws Exception {
        ConfigEntry policy = new ConfigEntry("cleanup.policy", compacted ? "compact" : "delete");
        kafka.admin
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, out),
                        List.of(new AlterConfigOp(policy, AlterConfigOp.OpType.SET))))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    /** Sends numbers with a key, and a route that sends these numbers without one. */
    private RouteDefinition withoutKey(RouteBuilder builder, String options, List<String> bad) throws Exception {
        compact(true);
        for (String each : numbers(0, 60)) {
            kafka.send(new ProducerRecord<>(in, 0, "key", each));
        }
        return counted(builder, reading(options)).process(exchange -> {
            if (bad.contains(exchange.getBody(String.class))) {
                exchange.removeHeader(KafkaConstants.KEY);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&concurrency=Key", "&sendWindow=3"})
    void k5_noRecordOvertakesOneThatGoesToADeadLetterQueue(String options) throws Exception {
        String dead = kafka.topic(1);
        List<String> bad = List.of("5", "6", "30", "59");
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel(to(dead)));
            withoutKey(r, options, bad).to(to(out) + SMALL_BATCHES);
        });
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(first(uncommittedValues(out)))
                .containsExactly(Stream.of(numbers(0, 60))
                        .filter(each -> !bad.contains(each))
                        .toArray(String[]::new));
        assertThat(uncommittedValues(dead)).containsExactlyElementsOf(bad);
        assertThat(most.get()).isGreaterThan(1);
    }

    /** The record that is refused enters the route again and again, until the topic takes it. */
    @Test
    void k5_noRecordOvertakesOneThatIsTriedAgain() throws Exception {
        context.addRoutes(r -> withoutKey(r, "", List.of("30")).to(to(out) + SMALL_BATCHES));
        context.start();
        Kafka.await("it was tried again", () -> failures() > 1);
        assertThat(first(uncommittedValues(out))).containsExactly(numbers(0, 30));
        assertThat(committed(in, 0)).isLessThanOrEqualTo(30);
        compact(false);
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(first(uncommittedValues(out))).containsExactly(numbers(0, 60));
    }

    private long failures() {
        return context.getEndpoint(reading(""), KafkaEndpoint.class).getFailedRecords();
    }

    /** The error handler sends the record again, while later ones would be under way. */
    @Test
    void k5_noRecordOvertakesOneThatIsRedelivered() throws Exception {
        AtomicInteger redeliveries = new AtomicInteger();
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.defaultErrorHandler()
                    .maximumRedeliveries(-1)
                    .redeliveryDelay(20)
                    .onRedelivery(exchange -> redeliveries.incrementAndGet()));
            withoutKey(r, "", List.of("30")).to(to(out) + SMALL_BATCHES);
        });
        context.start();
        Kafka.await("it was redelivered", () -> redeliveries.get() > 2);
        assertThat(first(uncommittedValues(out))).containsExactly(numbers(0, 30));
        compact(false);
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(first(uncommittedValues(out))).containsExactly(numbers(0, 60));
    }

    /** The client refuses such a record itself, or the brokers do: nothing is sent after it meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&maxRequestSize=3000"})
    void k5_noRecordOvertakesOneThatIsTooLarge(String options) throws Exception {
        String dead = kafka.topic(1);
        ConfigEntry limit = new ConfigEntry("max.message.bytes", "2000");
        kafka.admin
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, out),
                        List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                .all()
                .get(60, TimeUnit.SECONDS);
        String[] all = numbers(0, 60);
        all[30] = "x".repeat(6_000);
        kafka.send(in, 0, all);
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel(to(dead)));
            counted(r, reading("")).to(to(out) + "&producerBatchSize=1000" + options);
        });
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(first(uncommittedValues(out)))
                .containsExactly(
                        Stream.of(all).filter(each -> each.length() < 1_000).toArray(String[]::new));
        assertThat(uncommittedValues(dead)).containsExactly(all[30]);
    }

    /** A step fails for a record while the sends of those before it are under way. */
    @Test
    void k5_aStepThatFailsDoesNotChangeTheOrder() throws Exception {
        kafka.sendNumbers(in, 0, 0, 60);
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> counted(r, reading(""))
                .process(exchange -> {
                    String body = exchange.getBody(String.class);
                    if (body.endsWith("3") && !failed.contains(body)) {
                        failed.add(body);
                        throw new IllegalStateException("on purpose");
                    }
                })
                .to(to(out)));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(uncommittedValues(out)).containsExactly(numbers(0, 60));
    }

    // ---- at least once

    /** The answers of the broker are lost, and the process that has the partition ends without a commit. */
    @Test
    void k2_whatWasNotAcknowledgedIsNotCommittedAtAStop() throws Exception {
        kafka.sendNumbers(in, 0, 0, 60);
        proxy.hold();
        startCopying("", throughProxy());
        awaitEntered(60);
        context.stop();
        assertThat(committed(in, 0)).isZero();
        context = newContext();
        startCopying("", to(out));
        kafka.awaitCommitted(group(in), in, 0, 60);
        assertThat(first(uncommittedValues(out))).containsExactly(numbers(0, 60));
    }

    @Test
    void k2_aProcessThatIsKilledLosesNothingAndKeepsTheOrder(@TempDir Path folder) throws Exception {
        in = kafka.topic(2);
        out = kafka.topic(2);
        int sent = 0;
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 2; i++) {
                kafka.sendNumbers(in, i, sent, sent + 1_000);
            }
            sent += 1_000;
            long written = kafka.end(out);
            Process child = Copy.start(folder.resolve("log"), reading("&groupInstanceId=only"), to(out));
            try {
                Kafka.await("something is written", () -> kafka.end(out) > written);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                        ThreadLocalRandom.current().nextInt(100)));
            } finally {
                child.destroyForcibly().waitFor();
            }
        }
        Process child = Copy.start(folder.resolve("log"), reading("&groupInstanceId=only"), to(out));
        try {
            kafka.awaitCommitted(group(in), in, 0, sent);
            kafka.awaitCommitted(group(in), in, 1, sent);
        } finally {
            child.destroyForcibly().waitFor();
        }
        for (List<String> each : read(kafka, out, false).values()) {
            assertThat(first(each)).containsExactly(numbers(0, sent));
        }
    }

    @Test
    void k7_anotherMemberTakesOverWithoutALossAndInOrder() throws Exception {
        in = kafka.topic(2);
        out = kafka.topic(2);
        String from = reading("&heartbeatIntervalMs=200");
        int count = 3_000;
        for (int i = 0; i < 2; i++) {
            kafka.sendNumbers(in, i, 0, count);
        }
        String header = KafkaConstants.PARTITION_KEY;
        context.addRoutes(r -> counted(r, from)
                .setHeader(header, exchange -> exchange.getHeader(KafkaConstants.PARTITION))
                .to(to(out)));
        context.start();
        awaitEntered(200);
        DefaultRoutingContext other = newContext();
        other.addRoutes(r -> r.from(from)
                .setHeader(header, exchange -> exchange.getHeader(KafkaConstants.PARTITION))
                .to(to(out)));
        other.start();
        for (int i = 0; i < 2; i++) {
            kafka.awaitCommitted(group(in), in, i, count);
        }
        read(kafka, out, false).values().forEach(each -> assertThat(first(each)).containsExactly(numbers(0, count)));
    }
}
