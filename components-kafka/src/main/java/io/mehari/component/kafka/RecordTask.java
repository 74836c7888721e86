package io.mehari.component.kafka;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeOwner;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** One record on its way through the route. */
final class RecordTask extends ExchangeOwner {
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 20;
    private static final int HEADER_BYTES = 100; // beside its name and value

    /** The exchange property that holds the record, for senders of Kafka. */
    static final String PROPERTY = "MehariKafkaRecord";

    @SuppressWarnings("StaticAssignmentOfThrowable") // law S4: it is set when an end must not fail; it has no trace
    private static final Exception COMES_AGAIN = new RecalledException();

    /*
     * Where an attempt is, if it is suspended or has handed its send over: the number of the attempt times STAGES, plus
     * a stage. The lane goes on when both have happened. Whichever thread does the second one lets it go on.
     */
    private static final int STAGES = 4;
    private static final int SUSPENDED = 1;
    private static final int SENT = 2;
    private static final int BOTH = 3;
    private static final AtomicIntegerFieldUpdater<RecordTask> STAGE =
            AtomicIntegerFieldUpdater.newUpdater(RecordTask.class, "stage");

    final Lane lane;
    final ConsumerRecord<byte[], byte[]> record;

    /** What the record holds: its key, its value and its headers (law K3). */
    final long bytes;

    private final PartitionWork partition;
    private final RecordRoute route;
    private int attempts;
    private boolean goesOn;
    private @Nullable Exchange exchange;
    private volatile boolean done;
    private volatile int stage;

    /** While it waits to enter the route again: the one after it. Of the lane. */
    @Nullable
    RecordTask nextAgain;

    // ---- of the owner of the exchange
    private boolean handed;
    private boolean recalled;

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

    /** What the completions of a record find that was not sent because one before it was not. It has no stack trace. */
    private static final class RecalledException extends Exception {
        RecalledException() {
            super("The record enters the route again, because a record before it was not sent", null, false, false);
        }
    }

    RecordTask(PartitionWork partition, Lane lane, ConsumerRecord<byte[], byte[]> record, RecordRoute route) {
        this.partition = partition;
        this.lane = lane;
        this.record = record;
        this.bytes = bytes(record);
        this.route = route;
    }

    /** Unread, a header would keep the whole answer of the broker in memory: the client copies it when it is read. */
    private static long bytes(ConsumerRecord<byte[], byte[]> record) {
        long sum = (long) Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
        for (Header each : record.headers().toArray()) { // allocates nothing if there are none
            byte[] value = each.value();
            sum += HEADER_BYTES + each.key().length() + (value == null ? 0 : value.length);
        }
        return sum;
    }

    boolean isDone() {
        return done;
    }

    OffsetAndMetadata offsetAfter() {
        return new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
    }

    /** Runs the route. Returns whether this thread may continue with the next record of the lane. */
    boolean enterRoute() {
        attempts++;
        int inside = attempts * STAGES;
        stage = inside;
        handed = false;
        recalled = false;
        Exchange made = route.exchangeOf(record, attempts);
        own(made);
        exchange = made;
        if (transaction != null) {
            made.getExchangeExtension().setTransacted(true);
            made.setProperty(PROPERTY, this);
        } else if (route.settings().sendWindow > 1) {
            made.setProperty(PROPERTY, this);
        }
        if (route.call(made, this)) {
            return goesOn;
        }
        boolean goesAhead = !STAGE.compareAndSet(this, inside, inside + SUSPENDED) && stage == inside + SENT;
        return goesAhead && route.admission().enter(lane); // the place of the lane is the record's now
    }

    // ---- sends

    /** Whether an exchange is that of the record, and not a part or a copy. */
    boolean isOwn(Exchange sending) {
        return sending == exchange;
    }

    SendWay beginSend(boolean last) {
        return partition.beginSend(this, last);
    }

    /** The next record may enter the route before this one ends. Called with the partition's lock. */
    void handsOver() {
        handed = true;
    }

    boolean isHanded() {
        return handed;
    }

    /** The send that was handed over has got its place in the order of the client. */
    void sent() {
        int inside = attempts * STAGES; // no other attempt begins before the lane goes on
        if (!STAGE.compareAndSet(this, inside, inside + SENT)
                && STAGE.compareAndSet(this, inside + SUSPENDED, inside + BOTH)) {
            lane.start();
        }
    }

    void sendLater(Runnable send) {
        partition.sendLater(this, send);
    }

    /** Whether a send must not begin any more, because one before it has failed. */
    boolean isObsolete(boolean ahead) {
        return (ahead || !handed) && partition.isBroken(lane);
    }

    /**
     * Returns whether the failure of a send is one of this record's route. If not, the record comes again.
     *
     * @param why null if the sender has stopped, which is not worth a warning
     */
    boolean sendHasFailed(boolean ahead, boolean byOthers, @Nullable Throwable why) {
        boolean own = partition.sendHasFailed(this, ahead, byOthers);
        if (!own) {
            recall();
            if (why != null) {
                route.sendsAgain(record, why);
            }
        }
        return own;
    }

    /** The route ends as one that is rolled back, without its error handler. */
    void recall() {
        recalled = true;
        Exchange current = exchange;
        if (current != null) {
            current.setRollbackOnly(true);
        }
    }

    // ---- the end

    @Override
    public void done(boolean doneSync) {
        Exchange ended = exchange;
        exchange = null;
        if (ended == null) {
            return; // the callback was called twice
        }
        Throwable failure = ended.getException();
        boolean failed = failure != null || ended.isRollbackOnly();
        String place = failure == null ? "" : Log.place(ended);
        if (recalled) {
            ended.setException(COMES_AGAIN); // for the completions
        }
        release(); // law K1: the completions run before the offset is committed
        Transaction ownTransaction = transaction;
        if (ownTransaction != null) {
            endIn(ownTransaction, failed, failure, place, doneSync);
            return;
        }
        boolean moved = handed && !doneSync; // the lane has gone on
        if (recalled) {
            goesOn = true;
            partition.recalled(this);
            goOn(moved, doneSync);
            return;
        }
        if (failed) {
            route.hasFailed(record, failure, place);
        }
        goesOn = !failed || !route.settings().breaksOnFirstError;
        if (goesOn) {
            done = true;
            partition.done(this);
            goOn(moved, doneSync);
        } else {
            partition.failed(this, moved);
            route.admission().leave();
            RouteThreads.resumeAfter(route.access().pools(), () -> partition.retry(lane), delayMillis(attempts));
        }
    }

    private void goOn(boolean moved, boolean doneSync) {
        if (moved) {
            route.admission().leave();
        } else if (!doneSync) {
            lane.goOn();
        }
    }

    /** Half of the delay is random, so that records which failed together do not come back together. */
    private long delayMillis(int count) {
        long longest = route.settings().options.millis(KafkaOptions.RETRY_DELAY);
        long delay = Math.min(longest, FIRST_DELAY_MILLIS << Math.min(count - 1, MOST_DOUBLINGS));
        return delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1);
    }

    // ---- transactions

    void enters(Transaction admitted) {
        transaction = admitted;
    }

    /** A failed record counts as done, too. Its transaction is not committed, and admits no more records. */
    private void endIn(
            Transaction ownTransaction, boolean failed, @Nullable Throwable failure, String place, boolean doneSync) {
        Throwable ofSend;
        synchronized (this) {
            hasEnded = true;
            ofSend = sendFailure;
        }
        if (failed || ofSend != null) {
            route.hasFailed(record, failure == null ? ofSend : failure, place);
        }
        if (failed && (hasSent || route.settings().breaksOnFirstError)) {
            spoil(ownTransaction, null);
        }
        goesOn = true;
        done = true;
        partition.done(this);
        ownTransaction.leave();
        goOn(false, doneSync);
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
        return waitedFor && route.settings().sharesTransactions(target) ? transaction : null;
    }

    void sends() {
        hasSent = true;
    }

    /** Kafka has refused a send of this record's route, so the transaction cannot be committed. */
    void sendHasFailed(Transaction ownTransaction, Throwable why) {
        if (spoil(ownTransaction, why)) {
            route.hasFailed(record, why, "");
        }
    }

    private synchronized boolean spoil(Transaction ownTransaction, @Nullable Throwable why) {
        if (!hasSpoilt) {
            hasSpoilt = true;
            failures++;
            mayEnterAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis(failures));
        }
        if (sendFailure == null) {
            sendFailure = why;
        }
        ownTransaction.fail();
        return hasEnded;
    }

    /** Copies the state of the same record from an earlier transaction. Returns whether the record is left out. */
    boolean follows(RecordTask before) {
        attempts = before.attempts;
        synchronized (before) {
            failures = before.failures;
            mayEnterAt = before.mayEnterAt;
            isLeftOut = before.isLeftOut || (before.hasSpoilt && !route.settings().breaksOnFirstError);
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
