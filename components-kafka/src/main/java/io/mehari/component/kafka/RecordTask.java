package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** One record on its way through the route. */
final class RecordTask implements AsyncCallback {
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 20;

    /** The exchange property that holds the record, if the record is in a transaction. */
    static final String PROPERTY = "MehariKafkaTransaction";

    final Lane lane;
    final ConsumerRecord<byte[], byte[]> record;
    private final PartitionWork partition;
    private final RouteConsumer consumer;
    private int attempts;
    private int lease;
    private boolean goesOn;
    private @Nullable Exchange exchange;
    private volatile boolean done;

    // ---- with transactions
    private @Nullable Transaction transaction;
    private volatile boolean hasSent;
    private boolean isLeftOut;

    // ---- with transactions, guarded by this
    private int failures;
    private long mayEnterAt;
    private boolean hasSpoilt;
    private boolean hasEnded;
    private @Nullable Throwable sendFailure;

    RecordTask(PartitionWork partition, Lane lane, ConsumerRecord<byte[], byte[]> record, RouteConsumer consumer) {
        this.partition = partition;
        this.lane = lane;
        this.record = record;
        this.consumer = consumer;
    }

    /** Whether the offset of this record may be committed. */
    boolean isDone() {
        return done;
    }

    OffsetAndMetadata offsetAfter() {
        return new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
    }

    /** Runs the route. Returns whether this thread may continue with the next record of the lane. */
    boolean enterRoute() {
        attempts++;
        Exchange made = consumer.exchangeOf(record, attempts);
        lease = consumer.exchanges().lease(made);
        exchange = made;
        if (transaction != null) {
            made.getExchangeExtension().setTransacted(true);
            made.setProperty(PROPERTY, this);
        }
        return consumer.call(made, this) && goesOn;
    }

    @Override
    public void done(boolean doneSync) {
        Exchange ended = exchange;
        exchange = null;
        if (ended == null) {
            return; // the callback was called twice
        }
        Throwable failure = ended.getException();
        boolean failed = failure != null || ended.isRollbackOnly() || ended.isRollbackOnlyLast();
        consumer.exchanges().release(ended, lease); // law K1: the completions run before the offset is committed
        Transaction mine = transaction;
        if (mine != null) {
            endIn(mine, failed, failure, doneSync);
            return;
        }
        if (failed) {
            consumer.hasFailed(record, failure);
        }
        goesOn = !failed || !consumer.settings().breaksOnFirstError;
        if (goesOn) {
            isDone(doneSync);
        } else {
            partition.failed(this);
            consumer.gate().leave();
            consumer.pools().resumeAfter(() -> partition.retry(lane), delayMillis(attempts));
        }
    }

    private void isDone(boolean doneSync) {
        done = true;
        partition.done(this);
        if (!doneSync) {
            lane.goOn();
        }
    }

    /** Half of the delay is random, so that records which failed together do not come back together. */
    private long delayMillis(int count) {
        long longest = consumer.settings().retryMillis;
        long delay = Math.min(longest, FIRST_DELAY_MILLIS << Math.min(count - 1, MOST_DOUBLINGS));
        return delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1);
    }

    // ---- transactions

    /** The record was admitted to the route in this transaction. */
    void enters(Transaction admitted) {
        transaction = admitted;
    }

    /** A failed record counts as done, too. Its transaction is not committed, and admits no more records. */
    private void endIn(Transaction mine, boolean failed, @Nullable Throwable failure, boolean doneSync) {
        Throwable ofSend;
        synchronized (this) {
            hasEnded = true;
            ofSend = sendFailure;
        }
        if (failed || ofSend != null) {
            consumer.hasFailed(record, failure == null ? ofSend : failure);
        }
        if (failed && (hasSent || consumer.settings().breaksOnFirstError)) {
            spoil(mine, null);
        }
        goesOn = true;
        done = true;
        partition.done(this);
        mine.leave();
        if (!doneSync) {
            lane.goOn();
        }
    }

    /**
     * The transaction in which a message of that exchange is sent. The exchange is the record's own, or a part or copy
     * for which the route waits. Null if the message is sent at once, without a transaction.
     */
    @Nullable
    Transaction joinedBy(Exchange sending, KafkaSettings target) {
        boolean waitedFor = sending == exchange
                || sending.getExchangeExtension().getSplitIndex() >= 0
                || sending.getProperty(Exchange.MULTICAST_INDEX) != null;
        return waitedFor && consumer.settings().sharesTransactions(target) ? transaction : null;
    }

    void sends() {
        hasSent = true;
    }

    /** Kafka has refused a send of this record's route, so the transaction cannot be committed. */
    void sendHasFailed(Transaction mine, Throwable why) {
        if (spoil(mine, why)) {
            consumer.hasFailed(record, why);
        }
    }

    /** Returns whether the route had already ended. */
    private synchronized boolean spoil(Transaction mine, @Nullable Throwable why) {
        if (!hasSpoilt) {
            hasSpoilt = true;
            failures++;
            mayEnterAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis(failures));
        }
        if (sendFailure == null) {
            sendFailure = why;
        }
        mine.fail();
        return hasEnded;
    }

    /** Copies the state of the same record from an earlier transaction. Returns whether the record is left out. */
    boolean follows(RecordTask before) {
        attempts = before.attempts;
        synchronized (before) {
            failures = before.failures;
            mayEnterAt = before.mayEnterAt;
            isLeftOut = before.isLeftOut || (before.hasSpoilt && !consumer.settings().breaksOnFirstError);
        }
        done = isLeftOut;
        return isLeftOut;
    }

    /** Whether this record has made a transaction fail. Then it gets a transaction of its own. */
    synchronized boolean isSuspect() {
        return failures > 0 && !isLeftOut;
    }

    /** The time until it may enter the route again; zero or less if it may. */
    synchronized long restNanos(long now) {
        return mayEnterAt - now;
    }
}
