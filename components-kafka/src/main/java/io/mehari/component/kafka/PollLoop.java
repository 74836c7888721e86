package io.mehari.component.kafka;

import io.mehari.connector.ReconnectDelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** One member of the group: a Kafka client, and the only thread that calls it. */
final class PollLoop extends Member implements Runnable {
    /*
     * Only this thread calls the client, except for wakeup(). So this thread also commits the offsets.
     */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(1);
    private static final long MOST_STOP_SECONDS = 12;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final RecordRoute owner;
    private final int index;
    private final ReconnectDelay delay = new ReconnectDelay(LONGEST_PAUSE);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Assignment assignment;
    private final ConnectionWatch connections;
    private final @Nullable Transactions transactions;

    private final long shortMillis;

    // ---- of this thread
    private boolean commitUnderWay;
    private long nextCommit;

    PollLoop(RecordRoute owner, int index) {
        super(owner.settings());
        this.owner = owner;
        this.index = index;
        this.assignment = new Assignment(owner, this);
        this.connections = new ConnectionWatch(owner);
        long longest = settings.transactionalId == null
                ? settings.options.millis(KafkaOptions.COMMIT_INTERVAL)
                : Transactions.LOOK_MILLIS;
        this.shortMillis = Math.min(
                Math.min(longest, settings.options.millis(KafkaOptions.COMMIT_INTERVAL)),
                settings.options.millis(KafkaOptions.POLL_TIMEOUT));
        this.transactions = settings.transactionalId == null ? null : new Transactions(owner, this, assignment, index);
    }

    // ---- called by any thread

    boolean awaitEnd() throws InterruptedException {
        return ended.await(MOST_STOP_SECONDS, TimeUnit.SECONDS);
    }

    /** Null without transactions: then this thread commits offsets with the client that polls. */
    @Nullable
    Transactions transactions() {
        return transactions;
    }

    int partitionCount() {
        return assignment.count();
    }

    // ---- the thread

    @Override
    public void run() {
        try {
            while (!isEnding()) {
                beMember();
                rest(delay.nextMillis());
            }
        } finally {
            ended.countDown();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything; the thread must continue
    private void beMember() {
        Consumer<byte[], byte[]> kafkaConsumer = null;
        try {
            kafkaConsumer = new KafkaConsumer<>(settings.consumerConfig(index));
            setClient(kafkaConsumer);
            commitUnderWay = false;
            subscribe(kafkaConsumer);
            while (!isEnding()) {
                pollOrRest(kafkaConsumer);
            }
            commitAll(kafkaConsumer);
        } catch (Throwable e) {
            owner.trouble("the client has failed and is created again", e);
        } finally {
            setClient(null);
            close(kafkaConsumer);
            assignment.abandonAll();
            if (transactions != null) {
                transactions.close();
            }
        }
    }

    void subscribe(Consumer<byte[], byte[]> kafkaConsumer) {
        Assignment.Listener listener = assignment.listenerOf(kafkaConsumer);
        if (settings.pattern != null) {
            kafkaConsumer.subscribe(settings.pattern, listener);
        } else {
            kafkaConsumer.subscribe(settings.topics(), listener);
        }
    }

    private void pollOrRest(Consumer<byte[], byte[]> kafkaConsumer) {
        try {
            poll(kafkaConsumer);
            delay.reset();
        } catch (WakeupException e) {
            // there is something to do
        } catch (InterruptException e) {
            boolean unused = Thread.interrupted();
        } catch (FencedInstanceIdException e) {
            throw e; // the client cannot be used any more
        } catch (KafkaException e) {
            owner.trouble("polling has failed; trying again", e);
            rest(delay.nextMillis());
        }
    }

    void poll(Consumer<byte[], byte[]> kafkaConsumer) {
        boolean now = beginPoll();
        if (now && takeRestart()) {
            assignment.restart();
        }
        if (transactions != null) {
            transactions.goOn(kafkaConsumer, now);
        }
        boolean unfinished = assignment.retire(kafkaConsumer, now);
        boolean waits = transactions == null ? commit(kafkaConsumer, unfinished) : assignment.hasUnanchored();
        long millis = unfinished || waits ? shortMillis : settings.options.millis(KafkaOptions.POLL_TIMEOUT);
        ConsumerRecords<byte[], byte[]> records = kafkaConsumer.poll(Duration.ofMillis(millis));
        endPoll();
        assignment.add(records);
        connections.check(kafkaConsumer, !records.isEmpty());
    }

    // ---- commits

    /** Commits the records that are done, if the interval is over. Returns whether something is left to commit. */
    private boolean commit(Consumer<byte[], byte[]> kafkaConsumer, boolean unfinished) {
        Map<TopicPartition, OffsetAndMetadata> offsets = assignment.toCommit(kafkaConsumer);
        long now = System.nanoTime();
        if (offsets.isEmpty() || commitUnderWay || (unfinished && now - nextCommit < 0)) {
            return !offsets.isEmpty() || assignment.hasUnanchored();
        }
        nextCommit = now + TimeUnit.MILLISECONDS.toNanos(settings.options.millis(KafkaOptions.COMMIT_INTERVAL));
        commitUnderWay = true;
        boolean passed = false;
        try {
            kafkaConsumer.commitAsync(offsets, (tried, failure) -> committed(tried, failure, kafkaConsumer));
            passed = true;
        } finally {
            commitUnderWay &= passed; // it may throw, as poll does, while it looks for the coordinator
        }
        return true;
    }

    private void committed(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable Exception failure,
            Consumer<byte[], byte[]> kafkaConsumer) {
        commitUnderWay = false;
        if (failure == null) {
            assignment.committed(offsets);
        } else {
            if (failure.getCause() instanceof UnknownTopicOrPartitionException) {
                assignment.forgetDeleted(offsets.keySet(), kafkaConsumer);
            }
            owner.trouble("a commit has failed; it is tried again while this member owns the partitions", failure);
        }
    }

    private void commitAll(Consumer<byte[], byte[]> kafkaConsumer) {
        if (transactions != null) {
            transactions.endBefore(kafkaConsumer, System.nanoTime());
            return;
        }
        assignment.retire(kafkaConsumer, false);
        commitNow(kafkaConsumer, assignment.toCommit(kafkaConsumer));
    }

    void commitNow(Consumer<byte[], byte[]> kafkaConsumer, Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> left = new HashMap<>(offsets);
        long end = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        boolean again = true;
        while (again && !left.isEmpty()) {
            again = false;
            try {
                kafkaConsumer.commitSync(left, COMMIT_TIMEOUT);
                assignment.committed(left);
            } catch (WakeupException e) {
                again = true; // the wake-up was for the poll before this; it does not come twice
            } catch (InterruptException e) {
                again = Thread.interrupted();
            } catch (KafkaException e) {
                // the client itself would try again until a deleted topic is there again
                again = e instanceof TimeoutException && System.nanoTime() - end < 0;
                left.keySet().removeIf(each -> Assignment.isDeleted(each, kafkaConsumer));
                if (!again) {
                    owner.trouble("a commit has failed; the records are delivered again", e);
                }
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void close(@Nullable Consumer<byte[], byte[]> kafkaConsumer) {
        if (kafkaConsumer != null) {
            try {
                kafkaConsumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
            } catch (Throwable e) {
                owner.trouble("the client could not be closed", e);
            }
        }
    }
}
