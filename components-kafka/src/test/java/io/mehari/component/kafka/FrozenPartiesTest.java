package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A broker, or the process of a route, is stopped (SIGSTOP) for longer than every time limit, and goes on. */
@DisabledOnOs(OS.WINDOWS)
class FrozenPartiesTest extends OnTransactions {
    private static final String READ_LIMITS =
            "&sessionTimeoutMs=1000&heartbeatIntervalMs=200&maxPollIntervalMs=1500&requestTimeoutMs=500";
    private static final String SEND_LIMITS = "&requestTimeoutMs=500&deliveryTimeoutMs=1000";

    @TempDir
    Path folder;

    private static void signal(ProcessHandle process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void k8_aFrozenBrokerFailsSendsInTimeAndLosesNothing() throws Exception {
        String in = kafka.topic(1);
        String out = kafka.topic(1);
        context.addRoutes(r -> {
            r.from(reading(in, "")).to(to(out) + SEND_LIMITS);
            r.from("direct:in").to(to(out) + SEND_LIMITS + "&clientId=of-direct");
        });
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        kafka.sendNumbers(in, 0, 0, 300);
        Kafka.await("some have passed", () -> kafka.end(out) > 20);
        signal(kafka.broker.handle(), "STOP");
        try {
            for (int i = 0; i < 2; i++) { // each for deliveryTimeoutMs: together longer than each limit
                var sending = CompletableFuture.supplyAsync(
                        () -> template.send("direct:in", exchange -> exchange.setBody("frozen")));
                Exchange sent = sending.get(30, TimeUnit.SECONDS);
                assertThat(sent.getException()).isInstanceOf(KafkaSendException.class);
            }
        } finally {
            signal(kafka.broker.handle(), "CONT");
        }
        kafka.sendNumbers(in, 0, 300, 400);
        kafka.awaitCommitted(group(in), in, 0, 400);
        template.sendBody("direct:in", "after");
        assertThat(read(kafka, out, false).get(0)).contains(numbers(0, 400)).contains("after");
    }

    /** Its partitions go to another process. When it goes on, it commits nothing, and joins again. */
    @Test
    void k8_aFrozenProcessLosesItsPartitionsAndJoinsAgain() throws Exception {
        Map<Integer, List<String>> all = copyWhileFrozen("", "");
        all.values().forEach(each -> assertThat(each).contains(numbers(0, 400)));
    }

    /** The brokers abort its open transaction, and refuse what it sends in it when it goes on. */
    @Test
    @Tag("slow")
    void k8_aFrozenProcessCommitsNothingTwice() throws Exception {
        String limit = "&transactionTimeoutMs=3000&transactionalId=";
        Map<Integer, List<String>> all = copyWhileFrozen(limit + "frozen", limit + "other");
        all.values().forEach(each -> assertThat(each).containsExactly(numbers(0, 400)));
    }

    private Map<Integer, List<String>> copyWhileFrozen(String frozen, String other) throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(2);
        sendBoth(in, 0, 200);
        Process child = Copy.start(folder.resolve("log"), reading(in, frozen), to(out));
        try {
            Kafka.await("some have passed", () -> kafka.end(out) > 20);
            signal(child.toHandle(), "STOP");
            context.addRoutes(r -> r.from(reading(in, other))
                    .setHeader(KafkaConstants.PARTITION_KEY, exchange -> exchange.getHeader(KafkaConstants.PARTITION))
                    .to(to(out)));
            context.start();
            awaitBoth(in, 200);
            signal(child.toHandle(), "CONT");
            sendBoth(in, 200, 300);
            awaitBoth(in, 300);
            context.stop(); // the process has all partitions again
            sendBoth(in, 300, 400);
            awaitBoth(in, 400);
        } finally {
            child.destroyForcibly().waitFor();
        }
        return read(kafka, out, true);
    }

    private String reading(String topic, String options) {
        return to(topic) + "&groupId=" + group(topic) + "&autoOffsetReset=earliest&maxPollRecords=20" + READ_LIMITS
                + options;
    }

    private void sendBoth(String topic, int from, int to) throws Exception {
        kafka.sendNumbers(topic, 0, from, to);
        kafka.sendNumbers(topic, 1, from, to);
    }

    private void awaitBoth(String topic, long offset) throws Exception {
        kafka.awaitCommitted(group(topic), topic, 0, offset);
        kafka.awaitCommitted(group(topic), topic, 1, offset);
    }
}
