package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records read, the records that the route sends, and the offsets: all of them take effect, or none. */
class KafkaTransactionTest extends OnTransactions {

    private KafkaEndpoint started(String uri) {
        return context.getEndpoint(uri, KafkaEndpoint.class);
    }

    // ---- all or nothing

    @ParameterizedTest
    @ValueSource(strings = {"", "&completion=Queued"})
    void sendsAndOffsetsAreSeenTogether(String completion) throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(2);
        String other = kafka.topic(1);
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        kafka.send(in, 0, "a", "b");
        context.addRoutes(r -> r.from(from(in, ""))
                .to(to(out) + completion)
                .split(exchange -> List.of("1", "2"))
                .to(to(other) + completion)
                .end()
                .process(exchange -> {
                    if ("b".equals(exchange.getBody())) {
                        sent.countDown();
                        assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                }));
        context.start();
        assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
        Kafka.await("it is written", () -> uncommittedValues(out).contains("b"));
        assertThat(committed(in, 0)).isLessThan(2);
        mayEnd.countDown();
        kafka.awaitCommitted(group(in), in, 0, 2);
        assertThat(committedValues(out)).containsExactlyInAnyOrder("a", "b");
        assertThat(committedValues(other)).containsExactlyInAnyOrder("1", "2", "1", "2");
    }

    /** What a reader of committed records gets while the transaction is open: no record, and its offset stays zero. */
    @Test
    void nothingIsSeenBeforeTheCommit() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        String reader = kafka.topic(1);
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        context.addRoutes(r -> {
            r.from(from(in, "")).to(to(out)).process(exchange -> {
                sent.countDown();
                assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
            });
            r.from(to(out) + "&groupId=" + reader + "&autoOffsetReset=earliest&isolationLevel=read_committed")
                    .process(exchange -> seen.add(exchange.getBody(String.class)));
        });
        context.start();
        kafka.send(in, 0, "a");
        assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(uncommittedValues(out)).containsExactly("a");
        Thread.sleep(300); // time for a reader that would wrongly see records
        assertThat(seen).isEmpty();
        assertThat(committed(in, 0)).isZero();
        mayEnd.countDown();
        Kafka.await("it is seen", () -> !seen.isEmpty());
        kafka.awaitCommitted(group(in), in, 0, 1);
    }

    @Test
    void aFailureAbortsTheSendsWithTheOffsets() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        List<Object> attempts = Collections.synchronizedList(new ArrayList<>());
        kafka.send(in, 0, "a", "b", "c");
        context.addRoutes(r -> r.from(from(in, "&retryDelay=20")).to(to(out)).process(exchange -> {
            if ("b".equals(exchange.getBody())) {
                attempts.add(String.valueOf(exchange.getHeader(KafkaConstants.DELIVERY_ATTEMPT)));
                if (attempts.size() < 3) {
                    throw new IllegalStateException("on purpose");
                }
            }
        }));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 3);
        assertThat(committedValues(out)).containsExactly("a", "b", "c");
        assertThat(uncommittedValues(out)).as("written again after each abort").hasSizeGreaterThan(4);
        assertThat(attempts).containsExactly("null", "2", "3");
        assertThat(started(from(in, "&retryDelay=20")).getAbortedTransactions()).isEqualTo(2);
        assertThat(context.stats().inflight()).isZero();
    }

    /** The route handles the failure in the same transaction, which is committed. */
    @ParameterizedTest
    @CsvSource({
        KafkaConstants.OVERRIDE_TOPIC + ",is-not-there,is-not-there",
        KafkaConstants.PARTITION_KEY + ",99,no partition 99"
    })
    void k8_whatOneRecordNamesHoldsBackNoOther(String header, String value, String named) throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(1);
        String dead = kafka.topic(1);
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch lost = new CountDownLatch(1);
        kafka.send(in, 0, "lost");
        context.addRoutes(r -> {
            r.onException(KafkaSendException.class)
                    .handled(true)
                    .process(exchange -> failures.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)
                            .getMessage()))
                    .removeHeader(header)
                    .to(to(dead));
            r.from(from(in, "&commitInterval=20s"))
                    .process(exchange -> {
                        if ("lost".equals(exchange.getBody(String.class))) {
                            exchange.setHeader(header, value);
                            lost.countDown();
                        }
                    })
                    .to(to(out));
        });
        context.start();
        assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
        kafka.send(in, 1, "a", "b", "c");
        Kafka.await("the others are sent", () -> uncommittedValues(out).size() == 3);
        Kafka.await("it has failed", () -> failures.size() == 1);
        assertThat(failures.get(0)).contains(named);
        context.stop();
        kafka.awaitCommitted(group(in), in, 0, 1);
        kafka.awaitCommitted(group(in), in, 1, 3);
        assertThat(committedValues(out)).containsExactly("a", "b", "c");
        assertThat(committedValues(dead)).containsExactly("lost");
        assertThat(started(from(in, "&commitInterval=20s")).getAbortedTransactions())
                .isZero();
    }

    /** All records before it and in other partitions are committed, each once. */
    @ParameterizedTest
    @EnumSource(KafkaOptions.Concurrency.class)
    void aRecordThatAlwaysFailsHoldsOnlyItsPartition(KafkaOptions.Concurrency concurrency) throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(2);
        AtomicBoolean heals = new AtomicBoolean();
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            kafka.send(new ProducerRecord<>(in, 0, "key" + i % 4, i == 7 ? "poison" : "first" + i));
            kafka.send(new ProducerRecord<>(in, 1, "key" + i % 4, "second" + i));
        }
        context.addRoutes(r -> r.from(from(in, "&retryDelay=50&concurrency=" + concurrency))
                .delay(1)
                .to(to(out))
                .process(exchange -> {
                    if ("poison".equals(exchange.getBody()) && !heals.get()) {
                        failures.incrementAndGet();
                        throw new IllegalStateException("on purpose");
                    }
                }));
        context.start();
        kafka.awaitCommitted(group(in), in, 1, 20);
        kafka.awaitCommitted(group(in), in, 0, 7);
        kafka.sendNumbers(in, 1, 0, 20);
        Kafka.await("more of the other partition is committed", () -> committed(in, 1) == 40);
        int before = failures.get();
        Kafka.await("it is tried again", () -> failures.get() > before + 2);
        assertThat(committed(in, 0)).isEqualTo(7);
        heals.set(true);
        kafka.awaitCommitted(group(in), in, 0, 20);
        List<String> seen = committedValues(out);
        assertThat(seen).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void breakOnFirstErrorFalseLeavesARecordAndItsSendsOut() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        kafka.send(in, 0, "a", "bad", "b", "bad", "c");
        context.addRoutes(r -> r.from(from(in, "&breakOnFirstError=false"))
                .to(to(out))
                .process(exchange -> {
                    if ("bad".equals(exchange.getBody())) {
                        throw new IllegalStateException("on purpose");
                    }
                }));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 5);
        assertThat(committedValues(out)).containsExactly("a", "b", "c");
    }

    @Test
    void breakOnFirstErrorFalseAbortsNothingIfTheFailedRecordHasSentNothing() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        AtomicInteger entered = new AtomicInteger();
        kafka.send(in, 0, "a", "bad", "b");
        context.addRoutes(r -> r.from(from(in, "&breakOnFirstError=false"))
                .process(exchange -> {
                    entered.incrementAndGet();
                    if ("bad".equals(exchange.getBody())) {
                        throw new IllegalStateException("on purpose");
                    }
                })
                .to(to(out)));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 3);
        assertThat(committedValues(out)).containsExactly("a", "b");
        assertThat(entered).hasValue(3);
    }

    /**
     * Kafka does not commit such a transaction. Here the record is skipped; with breakOnFirstError=true it would come
     * again.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "&completion=Queued"})
    void aSendThatKafkaRefusesAbortsEvenIfTheRouteHandlesIt(String completion) throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        ConcurrentLinkedQueue<String> dead = new ConcurrentLinkedQueue<>();
        kafka.send(in, 0, "a", "long", "b");
        String uri = from(in, "&breakOnFirstError=false&maxRequestSize=1000");
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"));
            r.from(uri)
                    .setBody(exchange -> exchange.getBody().equals("long") ? "x".repeat(2000) : exchange.getBody())
                    .to(to(out) + completion);
            r.from("direct:dead").process(exchange -> dead.add(exchange.getBody(String.class)));
        });
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 3);
        assertThat(committedValues(out)).containsExactly("a", "b");
        assertThat(dead)
                .as("only the record itself, and none that was aborted with it")
                .hasSize(completion.isEmpty() ? 1 : 0);
        assertThat(started(uri).getAbortedTransactions()).isPositive();
        assertThat(started(uri).getFailedRecords()).isEqualTo(1);
    }

    // ---- what is outside

    @Test
    void aWireTapIsOutsideOfTheTransactionAndAFailedRecordIsTappedAgain() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        context.addRoutes(r -> {
            r.from(from(in, "")).wireTap("direct:tap").process(exchange -> mayEnd.await(60, TimeUnit.SECONDS));
            r.from("direct:tap").to(to(out));
        });
        context.start();
        kafka.send(in, 0, "a");
        Kafka.await("it is seen at once", () -> committedValues(out).equals(List.of("a")));
        assertThat(committed(in, 0)).isZero();
        mayEnd.countDown();
        kafka.awaitCommitted(group(in), in, 0, 1);
    }

    @Test
    void aSendAfterTheTransactionIsRefused() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        AtomicReference<Exchange> part = new AtomicReference<>();
        context.addRoutes(r -> {
            r.from(from(in, "")).split(exchange -> List.of("part")).process(exchange -> part.set(exchange.copy()));
            r.from("direct:late").to(to(out));
        });
        context.start();
        kafka.send(in, 0, "a");
        kafka.awaitCommitted(group(in), in, 0, 1);
        Exchange late = context.createProducerTemplate().send("direct:late", part.get());
        assertThat(late.getException()).hasMessageContaining("before the route of the record ends");
        assertThat(uncommittedValues(out)).isEmpty();
    }

    // ---- a record that hangs

    @Test
    void aRecordThatHangsIsGivenUpAndComesAgainWhenItHasEnded() throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(1);
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger entered = new AtomicInteger();
        kafka.send(in, 0, "hangs");
        context.addRoutes(r -> r.from(from(in, "&transactionTimeoutMs=1500"))
                .to(to(out))
                .process(exchange -> {
                    if ("hangs".equals(exchange.getBody()) && entered.incrementAndGet() == 1) {
                        mayEnd.acquireUninterruptibly();
                    }
                }));
        context.start();
        Kafka.await("it hangs", () -> entered.get() == 1);
        kafka.sendNumbers(in, 1, 0, 50);
        Kafka.await("the other partition continues", () -> committed(in, 1) == 50);
        assertThat(entered).as("no second delivery while the first one runs").hasValue(1);
        mayEnd.release();
        kafka.awaitCommitted(group(in), in, 0, 1);
        assertThat(entered).hasValue(2);
        assertThat(committedValues(out)).hasSize(51).doesNotHaveDuplicates();
    }

    // ---- order

    @Test
    void k5_recordsOfAKeyStayInOrderAndEachIsCommittedOnce() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        AtomicInteger calls = new AtomicInteger();
        int count = 300;
        for (int i = 0; i < count; i++) {
            kafka.send(new ProducerRecord<>(in, 0, "key" + i % 5, "key" + i % 5 + "/" + i));
        }
        context.addRoutes(r -> r.from(from(in, "&concurrency=Key&retryDelay=10&commitInterval=20"))
                .process(exchange -> {
                    if (calls.incrementAndGet() % 60 == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                    Thread.sleep(calls.get() % 3);
                })
                .to(to(out)));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, count);
        List<String> seen = committedValues(out);
        assertThat(seen).hasSize(count).doesNotHaveDuplicates();
        for (int key = 0; key < 5; key++) {
            String prefix = "key" + key + "/";
            assertThat(seen.stream()
                            .filter(each -> each.startsWith(prefix))
                            .map(each -> Integer.valueOf(each.substring(5))))
                    .isSorted();
        }
    }

    // ---- stop, suspend

    @Test
    void k7_aStopCommitsWhatHasEndedAndLeavesNoThread() throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(1);
        kafka.sendNumbers(in, 0, 0, 100);
        kafka.sendNumbers(in, 1, 100, 200);
        context.addRoutes(r ->
                r.from(from(in, "&consumersCount=2")).routeId("copy").delay(2).to(to(out)));
        context.start();
        for (int round = 0; round < 4; round++) {
            int before = (round + 1) * 20;
            Kafka.await("some are committed", () -> committed(in, 0) + committed(in, 1) >= Math.min(before, 200));
            context.getRouteController().stopRoute("copy");
            List<String> seen = committedValues(out);
            assertThat(seen).doesNotHaveDuplicates();
            Kafka.await("the offsets fit", () -> committed(in, 0) + committed(in, 1) >= seen.size());
            assertThat(committed(in, 0) + committed(in, 1)).isEqualTo(seen.size());
            context.getRouteController().startRoute("copy");
        }
        Kafka.await("all are committed", () -> committed(in, 0) + committed(in, 1) == 200);
        context.getRouteController().suspendRoute("copy");
        context.getRouteController().resumeRoute("copy");
        kafka.send(in, 0, "after");
        kafka.awaitCommitted(group(in), in, 0, 101);
        assertThat(committedValues(out)).hasSize(201).doesNotHaveDuplicates();
        context.stop();
        String id = "tx-" + in;
        Kafka.await(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().contains(id)
                                || each.getName().equals("kafka-send-" + in)
                                || each.getName().startsWith("kafka-poll-copy")));
    }

    // ---- members

    @Test
    void k2_nothingIsLostOrDoubledWhileMembersComeAndGo() throws Exception {
        String in = kafka.topic(4);
        String out = kafka.topic(2);
        int count = 250;
        DefaultRoutingContext second = newContext();
        AtomicInteger passed = new AtomicInteger();
        int index = 0;
        for (DefaultRoutingContext each : List.of(context, second)) {
            String id = "-" + index++;
            each.addRoutes(r -> r.from(from(in, id + "&heartbeatIntervalMs=200&commitInterval=30"))
                    .routeId("member")
                    .delay(1)
                    .to(to(out))
                    .process(exchange -> passed.incrementAndGet()));
        }
        context.start();
        for (int p = 0; p < 4; p++) {
            kafka.sendNumbers(in, p, p * count, (p + 1) * count);
        }
        for (int round = 0; round < 3; round++) {
            if (round == 0) {
                second.start();
            } else {
                second.getRouteController().startRoute("member");
            }
            int before = passed.get();
            Kafka.await("some more have passed", () -> passed.get() > before + 20 || passed.get() >= 4 * count);
            second.getRouteController().stopRoute("member");
        }
        for (int p = 0; p < 4; p++) {
            kafka.awaitCommitted(group(in), in, p, count);
        }
        assertThat(committedValues(out)).containsExactlyInAnyOrder(numbers(0, 4 * count));
    }

    /**
     * A member whose record hangs gives up the partition. The new owner processes the record, and sends of the old
     * route are dropped.
     */
    @Test
    void k2_aLateRouteSendsNothingAfterItsPartitionHasGone() throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(1);
        Semaphore mayEnd = new Semaphore(0);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        kafka.send(in, 0, "hangs0");
        kafka.send(in, 1, "hangs1");
        context.addRoutes(r -> r.from(from(in, "&revokeTimeout=50&heartbeatIntervalMs=200"))
                .process(exchange -> {
                    inside.incrementAndGet();
                    mayEnd.acquireUninterruptibly();
                })
                .to(to(out))
                .process(exchange -> ended.incrementAndGet()));
        context.start();
        Kafka.await("both are in the route", () -> inside.get() == 2);
        DefaultRoutingContext second = newContext();
        second.addRoutes(r -> r.from(from(in, "-second")).to(to(out)));
        second.start();
        Kafka.await("the new member passes one on", () -> committed(in, 0) + committed(in, 1) == 1);
        mayEnd.release(10);
        Kafka.await("the other one is passed on", () -> committed(in, 0) + committed(in, 1) == 2);
        Kafka.await("the late routes have ended", () -> ended.get() >= 2);
        assertThat(committedValues(out)).containsExactlyInAnyOrder("hangs0", "hangs1");
    }

    /** Another producer with the same id makes the brokers refuse this one. Open records are then delivered again. */
    @Test
    void k8_aProducerThatIsFencedIsMadeAgain() throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(1);
        int count = 300;
        kafka.sendNumbers(in, 0, 0, count);
        kafka.sendNumbers(in, 1, count, 2 * count);
        AtomicInteger passed = new AtomicInteger();
        context.addRoutes(r -> r.from(from(in, "&retryDelay=20&commitInterval=30"))
                .delay(1)
                .to(to(out))
                .process(exchange -> passed.incrementAndGet()));
        context.start();
        for (int i = 1; i <= 4; i++) {
            int before = i * 50;
            Kafka.await("some have passed", () -> passed.get() >= before);
            kafka.fence("tx-" + in);
        }
        kafka.awaitCommitted(group(in), in, 0, count);
        kafka.awaitCommitted(group(in), in, 1, count);
        assertThat(committedValues(out)).containsExactlyInAnyOrder(numbers(0, 2 * count));
        assertThat(started(from(in, "&retryDelay=20&commitInterval=30")).getAbortedTransactions())
                .isPositive();
    }

    // ---- mistakes

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> context.getEndpoint("kafka:a?brokers=b:1&transactionalId=x")
                        .createProducer())
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("transactionalId is for the endpoint that a route starts from");
        assertThatThrownBy(() -> context.getEndpoint("kafka:a?brokers=b:1&transactionalId=x&requestRequiredAcks=1"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("requestRequiredAcks=all");
        assertThatThrownBy(() -> context.getEndpoint("kafka:a?brokers=b:1&transactionalId=x&enableIdempotence=false"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("enableIdempotence");
        assertThatThrownBy(() -> context.getEndpoint("kafka:a?brokers=b:1&additionalProperties.transactional.id=x"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("use transactionalId");
    }
}
