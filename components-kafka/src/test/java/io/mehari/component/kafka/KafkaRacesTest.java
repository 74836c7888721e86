package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.internal.RouteThreads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Races of two threads: each test runs their steps by hand, in the order that once caused a fault. No broker runs. */
class KafkaRacesTest {
    private static final TopicPartition PARTITION = new TopicPartition("topic", 0);
    private static final String URI = "kafka:topic?brokers=localhost:1&groupId=g";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ByHand threads = new ByHand();
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void useThreads() {
        context.getRoutingContextExtension().setThreadPools(threads);
    }

    @AfterEach
    void stop() {
        context.close();
    }

    private KafkaEndpoint endpoint(String options) {
        return context.getEndpoint(URI + options, KafkaEndpoint.class);
    }

    private RouteConsumer startedConsumer() {
        return startedConsumer("");
    }

    private RouteConsumer startedConsumer(String options) {
        RouteConsumer consumer =
                new RouteConsumer(endpoint(options), exchange -> seen.add(exchange.getBody(String.class)));
        consumer.start(); // the consumer's own poll thread does not run
        return consumer;
    }

    private static MockConsumer<byte[], byte[]> clientWithThreeRecords(PollLoop loop) {
        return withThreeRecords(loop, new MockConsumer<>("earliest"));
    }

    private static MockConsumer<byte[], byte[]> withThreeRecords(PollLoop loop, MockConsumer<byte[], byte[]> client) {
        loop.subscribe(client);
        client.updateBeginningOffsets(Map.of(PARTITION, 0L));
        client.rebalance(List.of(PARTITION));
        for (int i = 0; i < 3; i++) {
            byte[] value = ("record " + i).getBytes(StandardCharsets.UTF_8);
            client.addRecord(new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), i, null, value));
        }
        return client;
    }

    @Test
    void aPauseThatThePollThreadNeverSawLeavesNoRecordBehind() {
        RouteConsumer consumer = startedConsumer();
        PollLoop loop = new PollLoop(consumer.route(), 0);
        MockConsumer<byte[], byte[]> client = clientWithThreeRecords(loop);
        loop.poll(client);
        loop.setTaking(false);
        threads.runAll(); // the lane sees the pause and becomes idle
        assertThat(seen).isEmpty();
        loop.setTaking(true);
        loop.poll(client);
        threads.runAll();
        assertThat(seen).containsExactly("record 0", "record 1", "record 2");
        assertThat(consumer.route().admission().taken()).isZero();
    }

    @Test
    void aRestartWhileALaneIsActiveRunsNothingTwice() {
        RouteConsumer consumer = startedConsumer();
        PollLoop loop = new PollLoop(consumer.route(), 0);
        MockConsumer<byte[], byte[]> client = clientWithThreeRecords(loop);
        loop.poll(client);
        loop.setTaking(false);
        loop.setTaking(true);
        loop.poll(client);
        assertThat(threads.tasks).hasSize(1);
        threads.runAll();
        assertThat(seen).containsExactly("record 0", "record 1", "record 2");
    }

    @Test
    void aThreadThatCannotBeMadeCostsNoRecordAndNoPlace() {
        RouteConsumer consumer = startedConsumer();
        PollLoop loop = new PollLoop(consumer.route(), 0);
        MockConsumer<byte[], byte[]> client = clientWithThreeRecords(loop);
        threads.scarce = true;
        loop.poll(client);
        assertThat(consumer.route().admission().taken()).isZero();
        threads.scarce = false;
        loop.poll(client);
        threads.runAll();
        assertThat(seen).containsExactly("record 0", "record 1", "record 2");
        assertThat(consumer.route().admission().taken()).isZero();
    }

    @Test
    void aCommitThatThrowsDoesNotStopTheCommitsAfterIt() {
        AtomicBoolean failed = new AtomicBoolean();
        PollLoop loop = new PollLoop(startedConsumer().route(), 0);
        MockConsumer<byte[], byte[]> client = withThreeRecords(loop, new MockConsumer<>("earliest") {
            @Override
            public synchronized void commitAsync(
                    Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
                if (!failed.getAndSet(true)) {
                    throw new WakeupException(); // as the client does while it looks for its coordinator
                }
                super.commitAsync(offsets, callback);
            }
        });
        assertThatThrownBy(() -> loop.poll(client)).isInstanceOf(WakeupException.class);
        loop.poll(client);
        threads.runAll();
        loop.poll(client);
        assertThat(client.committed(Set.of(PARTITION)).values())
                .extracting(OffsetAndMetadata::offset)
                .containsExactly(3L);
    }

    /** The topic was deleted. A commit that comes when it is there again would be one of the new topic. */
    @Test
    void k2_aCommitThatFindsNoTopicIsNotRepeated() {
        List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();
        PollLoop loop = new PollLoop(startedConsumer().route(), 0);
        MockConsumer<byte[], byte[]> client = withThreeRecords(loop, new MockConsumer<>("earliest") {
            @Override
            public synchronized void commitAsync(
                    Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
                commits.add(offsets);
                callback.onComplete(
                        offsets, new RetriableCommitFailedException(new UnknownTopicOrPartitionException()));
            }
        });
        loop.poll(client);
        threads.runAll();
        commits.clear();
        loop.poll(client);
        loop.poll(client);
        assertThat(commits).hasSize(1);
    }

    /** The client still has its old position. Made again, the topic would begin with it. */
    @Test
    void k2_afterACommitThatFindsNoTopicNoOldPositionIsCommitted() throws Exception {
        List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();
        PollLoop loop = new PollLoop(startedConsumer().route(), 0);
        MockConsumer<byte[], byte[]> client = withThreeRecords(loop, new MockConsumer<>("earliest") {
            @Override
            public synchronized void commitAsync(
                    Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
                commits.add(offsets);
                boolean deleted = commits.size() == 2;
                callback.onComplete(
                        offsets,
                        deleted ? new RetriableCommitFailedException(new UnknownTopicOrPartitionException()) : null);
            }
        });
        loop.poll(client); // commits where the route begins
        threads.runAll();
        loop.poll(client); // the topic is gone
        assertThat(commits).hasSize(2);
        Thread.sleep(1_100); // then it looks for positions without records
        loop.poll(client);
        assertThat(commits).hasSize(2);
        client.addRecord(new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), 3, null, new byte[1]));
        loop.poll(client);
        threads.runAll();
        loop.poll(client);
        assertThat(commits).as("a record of the new topic").hasSize(3);
    }

    /** The second member of the route gets a partition that the first has read since the start. */
    @Test
    void k2_aPartitionIsSoughtOnceForEachStartOfTheRoute() {
        RouteConsumer consumer = startedConsumer("&seekTo=END");
        List<TopicPartition> sought = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            PollLoop loop = new PollLoop(consumer.route(), i);
            MockConsumer<byte[], byte[]> client = new MockConsumer<>("earliest") {
                @Override
                public synchronized void seekToEnd(Collection<TopicPartition> partitions) {
                    sought.addAll(partitions);
                    super.seekToEnd(partitions);
                }
            };
            loop.subscribe(client);
            client.updateEndOffsets(Map.of(PARTITION, 7L));
            client.updateBeginningOffsets(Map.of(PARTITION, 0L));
            client.rebalance(List.of(PARTITION));
            loop.poll(client);
            client.rebalance(List.of());
        }
        assertThat(sought).containsExactly(PARTITION);
    }

    @Test
    void aClientThatIsClosedWhileItsKafkaClientIsMadeSendsNothing() {
        KafkaEndpoint endpoint =
                endpoint("&maxBlockMs=5000&additionalProperties.interceptor.classes=" + WhileMade.class.getName());
        SendClient client = new SendClient(endpoint.access());
        Exchange exchange = endpoint.createExchange();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("topic", new byte[1]);
        client.send(new SendCall(
                endpoint.access(), endpoint.access().queuedSends, record, exchange, doneSync -> {}, client, false));
        WhileMade.action.set(client::close);
        client.run();
        assertThat(exchange.getException()).hasMessageContaining("has stopped");
    }

    /** A plugin of the Kafka client, which the client creates in its constructor. */
    public static final class WhileMade implements ProducerInterceptor<byte[], byte[]> {
        static final AtomicReference<Runnable> action = new AtomicReference<>(() -> {});

        public WhileMade() {}

        @Override
        public void configure(Map<String, ?> settings) {
            action.get().run();
        }

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception failure) {}

        @Override
        public void close() {}
    }

    /** Thread pools without threads: tasks run when the test says so. */
    private static final class ByHand extends RouteThreads {
        final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        boolean scarce;

        void runAll() {
            Runnable next;
            while ((next = tasks.poll()) != null) {
                next.run();
            }
        }

        private void add(Runnable task) {
            if (scarce) {
                throw new OutOfMemoryError("unable to create native thread: a fault that the test asked for");
            }
            tasks.add(task);
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            return new AbstractExecutorService() {
                @Override
                public void execute(Runnable task) {
                    add(task);
                }

                @Override
                public void shutdown() {}

                @Override
                public List<Runnable> shutdownNow() {
                    return List.of();
                }

                @Override
                public boolean isShutdown() {
                    return false;
                }

                @Override
                public boolean isTerminated() {
                    return false;
                }

                @Override
                public boolean awaitTermination(long timeout, TimeUnit unit) {
                    return true;
                }
            };
        }

        @Override
        public Thread newThread(String name, Runnable task) {
            return new Thread(() -> {}, name);
        }

        @Override
        public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isVirtualThreads() {
            return false;
        }

        @Override
        public void setVirtualThreads(boolean virtualThreads) {}

        @Override
        public Executor shared() {
            return this::add;
        }

        @Override
        protected void resume(Runnable suspended) {
            suspended.run();
        }

        @Override
        protected boolean isSharedThread() {
            return false;
        }

        @Override
        public void runShared(Runnable task) {
            task.run();
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}
    }
}
