package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a route begins to read, and what it commits. */
class KafkaOffsetsTest extends OnTransactions {
    private String reading(String topic, String options) {
        return to(topic) + "&groupId=" + group(topic) + "&autoOffsetReset=earliest&heartbeatIntervalMs=200" + options;
    }

    private static Queue<String> collect(DefaultRoutingContext context, String uri) throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> r.from(uri).process(exchange -> seen.add(exchange.getBody(String.class))));
        context.start();
        return seen;
    }

    private boolean isStable(String topic, int members) {
        try {
            ConsumerGroupDescription group = kafka.admin
                    .describeConsumerGroups(List.of(group(topic)))
                    .all()
                    .get(60, TimeUnit.SECONDS)
                    .get(group(topic));
            return group.groupState() == GroupState.STABLE && group.members().size() == members;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** All records are in memory when one of them fails. */
    @ParameterizedTest
    @ValueSource(strings = {"Partition", "Key"})
    void k1_aFailureAmongRecordsThatWereReadAheadHarmsNoOther(String concurrency) throws Exception {
        String topic = kafka.topic(1);
        kafka.sendNumbers(topic, 0, 0, 100);
        String uri = reading(topic, "&retryDelay=20&commitInterval=10&concurrency=" + concurrency);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        AtomicBoolean refuses = new AtomicBoolean(true);
        context.addRoutes(r -> r.from(uri).routeId("reads").process(exchange -> {
            if (refuses.get() && "50".equals(exchange.getBody())) {
                throw new IllegalStateException("on purpose");
            }
            seen.add(exchange.getBody(String.class));
        }));
        context.start();
        KafkaEndpoint endpoint = context.getEndpoint(uri, KafkaEndpoint.class);
        Kafka.await("it has failed", () -> endpoint.getFailedRecords() > 2);
        kafka.awaitCommitted(group(topic), topic, 0, 50);
        context.getRouteController().stopRoute("reads");
        assertThat(committed(topic, 0)).isEqualTo(50);
        refuses.set(false);
        context.getRouteController().startRoute("reads");
        kafka.awaitCommitted(group(topic), topic, 0, 100);
        assertThat(seen).contains(numbers(0, 100));
        assertThat(seen.stream().filter("50"::equals)).hasSize(1);
        if (concurrency.equals("Partition")) {
            assertThat(seen).as("in order, each once").containsExactly(numbers(0, 100));
        }
    }

    /** Its records are not those that the user wanted to skip: they came after the start of both routes. */
    @Test
    void k2_aStandbyThatTakesOverSkipsNothing() throws Exception {
        String topic = kafka.topic(1);
        kafka.send(topic, 0, "old", "old");
        Semaphore never = new Semaphore(0);
        DefaultRoutingContext first = newContext();
        first.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(100));
        // Kafka assigns the only partition to the member whose name is the first
        first.addRoutes(r ->
                r.from(reading(topic, "&seekTo=END&clientId=a")).process(exchange -> never.acquireUninterruptibly()));
        first.start();
        kafka.awaitCommitted(group(topic), topic, 0, 2);
        Queue<String> seen = collect(context, reading(topic, "&seekTo=END&clientId=b"));
        Kafka.await("both have joined", () -> isStable(topic, 2));
        kafka.send(topic, 0, "one", "two", "three");
        Kafka.await("it is in the route", () -> first.stats().inflight() == 1);
        first.stop();
        Kafka.await("the standby has read them", () -> seen.size() == 3);
        never.release();
        assertThat(seen).containsExactly("one", "two", "three");
    }

    /** The marker of a transaction and the records of one that was aborted have offsets, too. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&transactionalId=lag"})
    void theLagEndsAfterAnAbortedTransaction(String also) throws Exception {
        String topic = kafka.topic(1);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(Map.of(
                "bootstrap.servers",
                kafka.address(),
                "transactional.id",
                "of-" + topic,
                "key.serializer",
                StringSerializer.class,
                "value.serializer",
                StringSerializer.class))) {
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(topic, "committed"));
            producer.commitTransaction();
            producer.beginTransaction();
            unused = producer.send(new ProducerRecord<>(topic, "aborted"));
            producer.flush();
            producer.abortTransaction();
        }
        Queue<String> seen =
                collect(context, reading(topic, "&isolationLevel=read_committed&pollTimeoutMs=200" + also));
        Kafka.await("all is committed", () -> committed(topic, 0) == kafka.end(topic));
        assertThat(kafka.end(topic)).isEqualTo(4);
        assertThat(seen).containsExactly("committed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&transactionalId=again"})
    void k2_aTopicThatIsDeletedAndMadeAgainIsReadFromItsBeginning(String also) throws Exception {
        String topic = kafka.topic(1);
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Semaphore held = new Semaphore(0);
        kafka.sendNumbers(topic, 0, 0, 20);
        String uri =
                reading(topic, "&metadataMaxAgeMs=200&commitInterval=60000&revokeTimeout=100&pollTimeoutMs=100" + also);
        context.addRoutes(r -> r.from(uri).process(exchange -> {
            seen.add(exchange.getBody(String.class));
            if ("10".equals(exchange.getBody())) {
                held.acquireUninterruptibly();
            }
        }));
        context.start();
        Kafka.await("ten are done", () -> seen.size() == 11);
        KafkaEndpoint endpoint = context.getEndpoint(uri, KafkaEndpoint.class);
        kafka.admin.deleteTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
        Kafka.await("the route has seen it", () -> endpoint.getAssignedPartitions() == 0);
        kafka.create(topic, 1);
        seen.clear();
        kafka.sendNumbers(topic, 0, 100, 150);
        Kafka.await("the last has come", () -> seen.contains("149"));
        held.release();
        assertThat(seen).containsExactly(numbers(100, 150));
    }
}
