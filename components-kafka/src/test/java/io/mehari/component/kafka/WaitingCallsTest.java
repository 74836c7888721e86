package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Producer;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that wait until the client can take them. No broker runs. */
class WaitingCallsTest {
    private static final ProducerRecord<byte[], byte[]> RECORD = new ProducerRecord<>("topic", new byte[1]);

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final KafkaAccess access = context.getEndpoint(
                    "kafka:topic?brokers=localhost:1&maxBlockMs=60000", KafkaEndpoint.class)
            .access();
    private final Client client = new Client();
    private final List<String> ends = new ArrayList<>();

    @AfterEach
    void stop() {
        context.close();
    }

    /** Knows the partitions of the topic, unless it fails. */
    private static final class Client extends MockProducer<byte[], byte[]> {
        Client() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Nullable
        RuntimeException failure = new TimeoutException("no broker yet");

        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
            if (failure != null) {
                throw failure;
            }
            return List.of();
        }
    }

    private SendCall call() {
        Exchange exchange =
                context.getEndpoint("kafka:topic?brokers=localhost:1").createExchange();
        return new SendCall(
                access, access.queuedSends, RECORD, exchange, doneSync -> {}, new SendClient(access), false);
    }

    @Test
    void k8_theTimeOfARecordThatJoinsALineBeginsThen() {
        WaitingCalls<SendCall> waiting = new WaitingCalls<>(access.settings);
        SendCall second = call();
        assertThat(waiting.add(call(), new TimeoutException("no broker yet"), client))
                .isTrue();
        assertThat(waiting.takes(second)).isTrue();
        assertThat(second.mayNotWait(60_000, null)).as("it has just come").isFalse();
        assertThat(second.mayNotWait(-1, null)).as("its time runs").isTrue();
    }

    private final class Recorded implements WaitingCalls.Call {
        private final int number;

        Recorded(int number) {
            this.number = number;
        }

        void end(String how) {
            ends.add(how + " " + number);
            if (number == 0) {
                throw new StackOverflowError("a fault that the test asked for");
            }
        }

        @Override
        public ProducerRecord<byte[], byte[]> record() {
            return RECORD;
        }

        @Override
        public void waits() {}

        @Override
        public void waits(Exception why) {}

        @Override
        public boolean mayNotWait(long limitMillis, @Nullable Exception obstacle) {
            return false;
        }

        @Override
        public void notTaken(String reason, long millis, @Nullable Exception obstacle) {}

        @Override
        public void refused(Throwable why) {
            end("refused");
        }
    }

    private void retryThree(@Nullable RuntimeException failure) {
        WaitingCalls<Recorded> waiting = new WaitingCalls<>(access.settings);
        assertThat(waiting.add(new Recorded(0), new TimeoutException("no broker yet"), client))
                .isTrue();
        assertThat(waiting.takes(new Recorded(1)) && waiting.takes(new Recorded(2)))
                .isTrue();
        client.failure = failure;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!waiting.isEmpty() && System.nanoTime() - end < 0) {
            waiting.retry(client, each -> each.end("passed"));
        }
    }

    /** The first waits for its topic. Then the buffer is full of records of another topic, and the second comes. */
    @Test
    void k5_recordsOfATopicWaitInOneLineAlsoIfTheBufferIsFull() throws Exception {
        WaitingCalls<Recorded> waiting = new WaitingCalls<>(access.settings);
        assertThat(waiting.add(new Recorded(1), new TimeoutException("no broker yet"), client))
                .isTrue();
        assertThat(waiting.add(new Recorded(3), new BufferExhaustedException("full"), client))
                .isTrue();
        assertThat(waiting.takes(new Recorded(2))).isTrue();
        client.failure = null;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ends.size() < 2 && System.nanoTime() - end < 0) {
            waiting.retry(client, each -> each.end("passed"));
        }
        assertThat(ends).startsWith("passed 1", "passed 2");
    }

    @Test
    void s4_aRecordThatCannotBeEndedLeavesTheOthersOfItsLine() {
        retryThree(new AuthenticationException("wrong password"));
        assertThat(ends).contains("refused 1", "refused 2");
    }

    @Test
    void s4_aRecordThatCannotBePassedOnLeavesTheOthersOfItsLine() {
        retryThree(null);
        assertThat(ends).containsExactly("passed 0", "refused 0", "passed 1", "passed 2");
    }

    @Test
    void aStopInTheMiddleOfASendDoesNotChangeItsSerializer() throws Exception {
        context.getRegistry().bind("counting", (Serializer<Object>) (topic, value) -> {
            ends.add("serialized");
            return new byte[1];
        });
        KafkaEndpoint endpoint = context.getEndpoint(
                "kafka:topic?brokers=localhost:1&completion=Queued&valueSerializer=#counting", KafkaEndpoint.class);
        Producer other = endpoint.createProducer();
        RouteProducer producer = (RouteProducer) endpoint.createProducer();
        other.start();
        producer.start();
        Exchange exchange = endpoint.createExchange();
        exchange.setBody("text");
        exchange.setHeader(KafkaConstants.OVERRIDE_TOPIC, new Object() {
            @Override
            public String toString() {
                producer.stop(); // between the look at the client and the serializer
                return "topic";
            }
        });
        producer.process(exchange, doneSync -> {});
        assertThat(exchange.getException()).isNull();
        assertThat(ends).containsExactly("serialized");
        other.stop();
    }

    @Test
    void s4_theThreadThatSendsSurvivesAnError() throws Exception {
        SendClient sends = new SendClient(access, client);
        CountDownLatch ended = new CountDownLatch(1);
        Exchange exchange =
                context.getEndpoint("kafka:topic?brokers=localhost:1").createExchange();
        SendCall first = new SendCall(access, access.queuedSends, RECORD, exchange, doneSync -> {}, sends, false) {
            @Override
            void left() {
                throw new StackOverflowError("a fault that the test asked for");
            }
        };
        assertThat(first.succeed()).isTrue();
        sends.send(first);
        sends.send(new SendCall(access, access.queuedSends, RECORD, exchange, doneSync -> {}, sends, false) {
            @Override
            void left() {
                ended.countDown();
            }
        });
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        sends.close();
    }
}
