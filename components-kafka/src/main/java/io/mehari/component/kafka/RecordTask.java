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

    /** The property of an exchange with the record, if it is in a transaction. */
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

    /** Runs the route; returns whether its thread may go on with the next record of the lane. */
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
            return; // called twice
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

    /** Half of the time is random, so that records which have failed together do not come back together. */
    private long delayMillis(int count) {
        long longest = consumer.settings().retryMillis;
        long delay = Math.min(longest, FIRST_DELAY_MILLIS << Math.min(count - 1, MOST_DOUBLINGS));
        return delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1);
    }

    // ---- transactions

    /** It has been admitted to the route in this transaction. */
    void enters(Transaction admitted) {
        transaction = admitted;
    }

    /** A failed record counts as done, too: its transaction is not committed, and admits nothing more. */
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
     * The transaction in which a message of that exchange is sent: that of the record itself, or of a part or copy that
     * its route waits for. Null if it is sent at once.
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

    /** Kafka has refused what this record's route has sent, so the transaction cannot be committed. */
    void sendHasFailed(Transaction mine, Throwable why) {
        if (spoil(mine, why)) {
            consumer.hasFailed(record, why);
        }
    }

    /** Returns whether the route has ended before. */
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

    /** Takes over what is known of the same record from an earlier transaction; returns whether it is left out. */
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

    /** Whether it has made a transaction fail, so that it gets one of its own. */
    synchronized boolean isSuspect() {
        return failures > 0 && !isLeftOut;
    }

    /** The time until it may enter the route again; zero or less if it may. */
    synchronized long restNanos(long now) {
        return mayEnterAt - now;
    }
}
