package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills and restarts a separate broker while a route reads from it and sends to it. */
@Tag("slow")
class BrokerRestartTest {
    private static final int COUNT = 1_000;

    @Test
    void k8_nothingIsLostWhenTheBrokerIsKilledAndStartsAgain(@TempDir Path folder) throws Exception {
        try (Kafka kafka = new Kafka(new Broker(folder, 0).start());
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            kafka.create("in", 2);
            kafka.create("out", 2);
            AtomicInteger passed = new AtomicInteger();
            String brokers = "brokers=" + kafka.address();
            context.addRoutes(r -> r.from("kafka:in?groupId=copy&autoOffsetReset=earliest&maxPollRecords=20&" + brokers)
                    .delay(1)
                    .process(exchange -> passed.incrementAndGet())
                    .to("kafka:out?" + brokers));
            context.start();
            killWhilePassing(kafka, passed, 2);
            List<String> all = new ArrayList<>();
            kafka.readAll("out").forEach(each -> all.add(new String(each.value(), StandardCharsets.UTF_8)));
            Set<String> wanted =
                    IntStream.range(0, COUNT).mapToObj(String::valueOf).collect(Collectors.toSet());
            assertThat(new HashSet<>(all)).isEqualTo(wanted);
        }
    }

    @Test
    void k8_eachRecordIsCommittedOnceWhenTheBrokerIsKilledAndStartsAgain(@TempDir Path folder) throws Exception {
        try (Kafka kafka = new Kafka(new Broker(folder, 0).start());
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            kafka.create("in", 2);
            kafka.create("out", 1);
            AtomicInteger passed = new AtomicInteger();
            String brokers = "brokers=" + kafka.address();
            context.addRoutes(r -> r.from("kafka:in?groupId=copy&autoOffsetReset=earliest&maxPollRecords=20"
                            + "&transactionalId=copy&transactionTimeoutMs=20000&retryDelay=500&" + brokers)
                    .delay(1)
                    .to("kafka:out?" + brokers)
                    .process(exchange -> passed.incrementAndGet()));
            context.start();
            killWhilePassing(kafka, passed, 3);
            assertThat(OnTransactions.read(kafka, "out", true).values())
                    .singleElement()
                    .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                    .containsExactlyInAnyOrder(OnTransactions.numbers(0, COUNT));
        }
    }

    /** Sends the records, and waits until all offsets are committed. */
    private static void killWhilePassing(Kafka kafka, AtomicInteger passed, int times) throws Exception {
        kafka.sendNumbers("in", 0, 0, COUNT / 2);
        kafka.sendNumbers("in", 1, COUNT / 2, COUNT);
        for (int round = 0; round < times; round++) {
            int before = passed.get();
            Kafka.await("some more have passed", () -> passed.get() >= Math.min(before + 50, COUNT));
            kafka.broker.kill();
            kafka.broker.start();
        }
        kafka.awaitCommitted("copy", "in", 0, COUNT / 2);
        kafka.awaitCommitted("copy", "in", 1, COUNT / 2);
    }
}
