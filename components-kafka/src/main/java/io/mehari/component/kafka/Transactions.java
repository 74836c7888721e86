package io.mehari.component.kafka;

import io.mehari.connector.ReconnectDelay;
import io.mehari.spi.internal.Log;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/** The transactions of one member of the group, one after another. Only its poll thread uses this object. */
final class Transactions {
    /*
     * The poll thread begins, commits and aborts transactions. So the assignment of this member cannot change between
     * its last check of what is done and the commit. If the brokers have changed the group in that time, they see it by
     * the generation of the group. The poll thread blocks while it waits for the brokers; the client sends heartbeats
     * on another thread.
     *
     * A record that has made a transaction fail is a suspect. The records before it are committed without it. Then it
     * enters the route alone, in a transaction of its own, so that its next failure does not abort other records.
     *
     * If the producer has failed, it is not known whether the brokers have the last commit. A new producer with the
     * same transactional id makes the brokers finish it, or abort it; then the committed offsets say which records are
     * to enter the route again.
     */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    static final long LOOK_MILLIS = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final RecordRoute owner;
    private final KafkaSettings settings;
    private final PollLoop loop;
    private final Assignment assignment;
    private final Windows windows;
    private final int index;
    private final ReconnectDelay delay = new ReconnectDelay(LONGEST_PAUSE);
    private final long timeoutNanos;
    private final long openNanos;
    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable SendClient sender;
    private @Nullable Transaction current;
    private long begun;
    private long nextAttempt = System.nanoTime();
    private boolean wasAlone;

    /** Whether it is unknown if the last commit has reached the brokers. */
    private boolean isUnsure;

    /**
     * Whether the brokers may have an open transaction, for example of a killed process. Readers of committed records
     * wait for its end. So does this member, if it gets partitions whose offsets are in that transaction.
     */
    private boolean leftOpen = true;

    Transactions(RecordRoute owner, PollLoop loop, Assignment assignment, int index) {
        this.owner = owner;
        this.settings = owner.settings();
        this.loop = loop;
        this.assignment = assignment;
        this.windows = new Windows(assignment.works());
        this.index = index;
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.options.millis(KafkaOptions.TRANSACTION_TIMEOUT));
        this.openNanos = Math.min(
                TimeUnit.MILLISECONDS.toNanos(settings.options.millis(KafkaOptions.COMMIT_INTERVAL)), timeoutNanos / 2);
    }

    /** Called before each poll: ends a transaction, begins one, or checks whether the open one can end. */
    void goOn(Consumer<byte[], byte[]> client, boolean taking) {
        Transaction open = current;
        if (open != null) {
            endIfItCan(client, open, taking);
        }
        if (current == null) {
            begin(client, taking);
        }
    }

    // ---- begin

    private void begin(Consumer<byte[], byte[]> client, boolean taking) {
        Map<TopicPartition, OffsetAndMetadata> anchors = assignment.toCommit(client);
        boolean work = taking && windows.hasWork();
        if ((!work && anchors.isEmpty() && !isUnsure && !leftOpen) || System.nanoTime() - nextAttempt < 0) {
            return;
        }
        Producer<byte[], byte[]> kafkaProducer = producer(client);
        SendClient thread = sender;
        if (kafkaProducer == null || thread == null) {
            return;
        }
        if (!anchors.isEmpty()) { // before a record of the new partitions enters the route
            if (begins(kafkaProducer)) {
                commit(client, kafkaProducer, anchors);
            }
        } else if (work
                && windows.hasWork()
                && begins(kafkaProducer)) { // some records may have turned out to be committed
            Transaction begins = new Transaction(loop, thread);
            wasAlone = windows.open(begins, wasAlone);
            current = begins;
            assignment.restart();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private boolean begins(Producer<byte[], byte[]> kafkaProducer) {
        try {
            kafkaProducer.beginTransaction();
            begun = System.nanoTime();
            return true;
        } catch (Throwable e) {
            hasFailed("a transaction could not begin", e);
            return false;
        }
    }

    /** The producer, after the brokers have confirmed that no other transaction is open. Null if there is none. */
    private @Nullable Producer<byte[], byte[]> producer(Consumer<byte[], byte[]> client) {
        Producer<byte[], byte[]> kafkaProducer = producer == null ? newProducer() : producer;
        if (kafkaProducer != null && isUnsure) {
            windows.replaceAll(client.committed(assignment.works().keySet(), ANSWER_TIMEOUT));
            isUnsure = false;
        }
        return kafkaProducer;
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private @Nullable Producer<byte[], byte[]> newProducer() {
        Producer<byte[], byte[]> made = null;
        try {
            made = new KafkaProducer<>(settings.transactionConfig(index));
            made.initTransactions();
        } catch (Throwable e) {
            owner.trouble("no producer for transactions could be created; trying again" + hint(e), e);
            close(made);
            pause();
            return null;
        }
        producer = made;
        sender = new SendClient(owner.access(), made);
        leftOpen = false;
        return made;
    }

    // ---- end

    private void endIfItCan(Consumer<byte[], byte[]> client, Transaction open, boolean taking) {
        long age = System.nanoTime() - begun;
        if (!open.isClosing() && (!taking || age >= openNanos || windows.isComplete())) {
            close(open);
        }
        if (open.hasFailed() && open.isIdle()) {
            giveUp(open);
        } else if (open.isClosing() && open.isIdle() && windows.isComplete()) {
            commit(client, open);
        } else if (age > timeoutNanos) {
            owner.trouble(
                    "a transaction has taken longer than transactionTimeoutMs="
                            + settings.options.millis(KafkaOptions.TRANSACTION_TIMEOUT)
                            + " and is aborted: raise that limit if the route needs more time for a record",
                    null);
            giveUp(open);
        } else if (open.isIdle()) {
            assignment.restart(); // a lane was idle before there was a gap in it
        }
    }

    private void close(Transaction open) {
        open.close();
        windows.close();
    }

    private void commit(Consumer<byte[], byte[]> client, Transaction open) {
        boolean unused = open.end();
        current = null;
        Producer<byte[], byte[]> kafkaProducer = producer;
        if (kafkaProducer != null) {
            commit(client, kafkaProducer, windows.done());
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void commit(
            Consumer<byte[], byte[]> client,
            Producer<byte[], byte[]> kafkaProducer,
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            kafkaProducer.sendOffsetsToTransaction(offsets, client.groupMetadata());
            kafkaProducer.commitTransaction();
        } catch (Throwable e) {
            hasFailed("a transaction could not be committed", e);
            return;
        }
        windows.committed();
        assignment.committed(offsets);
        owner.access().committed.incrementAndGet();
        delay.reset();
    }

    /** Aborts the transaction. Its records are delivered again, to this route or to the route of another member. */
    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void giveUp(Transaction open) {
        current = null;
        open.fail();
        boolean quiet = open.end();
        owner.left(windows.replaceUsed(), "their transaction is aborted");
        Producer<byte[], byte[]> kafkaProducer = producer;
        if (!quiet) { // only closing the producer ends a blocked send
            closeProducer();
            leftOpen = true;
            owner.access().aborted.incrementAndGet();
        } else if (kafkaProducer != null) {
            try {
                kafkaProducer.abortTransaction();
                owner.access().aborted.incrementAndGet();
            } catch (Throwable e) {
                hasFailed("a transaction could not be aborted by its producer, which is created again", e);
            }
        }
    }

    private void hasFailed(String what, Throwable why) {
        owner.trouble(what + hint(why), why);
        owner.access().aborted.incrementAndGet();
        isUnsure = true;
        windows.end();
        closeProducer();
        pause();
    }

    private static String hint(Throwable why) {
        return why instanceof ProducerFencedException || why instanceof InvalidProducerEpochException
                ? ": does another process use the same transactionalId?"
                : "";
    }

    private void pause() {
        nextAttempt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay.nextMillis());
    }

    // ---- the end of an ownership

    /** Commits or aborts before partitions go to another member. */
    void endBefore(Consumer<byte[], byte[]> client, long deadlineNanos) {
        Transaction open = current;
        if (open == null) {
            return;
        }
        close(open);
        try {
            open.awaitIdle(deadlineNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the poll throws it, and the loop of this thread catches it
        }
        if (open.isIdle() && !open.hasFailed() && windows.isComplete()) {
            commit(client, open);
        } else {
            giveUp(open);
        }
    }

    /** The partitions already belong to another member, so the transaction is aborted. */
    void abort() {
        Transaction open = current;
        if (open != null) {
            giveUp(open);
        }
    }

    void close() {
        abort();
        closeProducer();
        isUnsure = false; // the next client begins at the committed offsets
        leftOpen = true;
    }

    private void closeProducer() {
        SendClient thread = sender;
        if (thread != null) {
            thread.close();
        }
        producer = null;
        sender = null;
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void close(@Nullable Producer<byte[], byte[]> made) {
        if (made != null) {
            try {
                made.close(Duration.ZERO);
            } catch (Throwable e) {
                Log.warn(Transactions.class, owner.access() + ": a producer could not be closed", e);
            }
        }
    }
}
