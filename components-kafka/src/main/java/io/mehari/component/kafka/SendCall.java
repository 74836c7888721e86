package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.PendingSend;
import io.mehari.connector.QueuedSends;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The send of one record. */
class SendCall extends PendingSend implements Callback, WaitingCalls.Call {
    final ProducerRecord<byte[], byte[]> record;
    final SendClient client;
    private final KafkaAccess access;

    /** The brokers have refused its batch for another record. */
    boolean isInnocent;

    // ---- of the thread that passes it on; the client's thread may read `passing`, but never finds itself in it
    private long waitsSince;
    private boolean taken;
    private boolean limited;
    private @Nullable Thread passing;

    @Nullable
    Exception refusal;

    SendCall(
            KafkaAccess access,
            QueuedSends sends,
            ProducerRecord<byte[], byte[]> record,
            Exchange exchange,
            AsyncCallback callback,
            SendClient client,
            boolean queued) {
        super(sends, exchange, callback, queued);
        this.access = access;
        this.client = client;
        this.record = record;
    }

    @Override
    public final ProducerRecord<byte[], byte[]> record() {
        return record;
    }

    final void startTimer() {
        long millis = access.settings.requestMillis;
        if (millis > 0 && isWaitedFor()) {
            setDeadline(access.pools().schedule(() -> timeIsUp(millis), millis));
        }
    }

    // ---- passing it to the client

    /** Gives the record to the client. Returns why the client has not taken it; null if it has. */
    @Nullable
    Exception passTo(Producer<byte[], byte[]> client) {
        refusal = null;
        if (taken) {
            waits(); // it is sent again
        }
        passing = Thread.currentThread();
        try {
            var unused = client.send(record, this);
        } finally {
            passing = null;
        }
        taken = refusal == null;
        if (taken && waitsSince != 0 && !limited && isLimited()) {
            limited = true;
            limitRest();
        }
        return refusal;
    }

    /** Whether the sender may give up although the client may still send the record: nothing is sent after it. */
    boolean isLimited() {
        return true;
    }

    /** Whether this record must not be sent any more. */
    boolean isObsolete() {
        return false;
    }

    /** The client counts deliveryTimeoutMs from now on, and the sender has waited before. */
    private void limitRest() {
        long limit = access.settings.deliveryMillis;
        var over = new TimeoutException("deliveryTimeoutMs=" + limit + " is over");
        setDeadline(access.pools().schedule(() -> refused(over), Math.max(1, limit - waitedMillis())));
    }

    @Override
    public final void waits() {
        waitsSince = waitsSince == 0 ? System.nanoTime() | 1 : waitsSince;
    }

    @Override
    public final void waits(Exception why) {
        refusal = why;
        waits();
    }

    final long waitedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - waitsSince);
    }

    @Override
    public boolean mayNotWait(long limitMillis, @Nullable Exception obstacle) {
        return isDone() || waitedMillis() > limitMillis || isObsolete();
    }

    /** The client calls this on its network thread, or within {@link #passTo}, so it runs no user code. */
    @Override
    public final void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure != null && passing == Thread.currentThread()) {
            refusal = failure;
        } else if (failure != null) {
            try {
                isInnocent = isInnocent(failure) && !client.isBroken() && !client.isClosed();
                boolean isLast = isWaitedFor() && isLimited(); // else what its sender sent since may be written before
                if (!isInnocent || !isLast || !client.sendsAgain(this)) {
                    refused(failure);
                }
            } finally {
                failedInClient();
            }
        } else {
            succeed(metadata);
            left();
        }
    }

    /**
     * Whether nothing is wrong with the record: the brokers have refused its batch for another one, and written nothing
     * of it. The client has no class for this, but what else it tells callbacks has one, or a cause, if it is open.
     */
    static boolean isInnocent(Exception failure) {
        return failure.getClass() == KafkaException.class && failure.getCause() == null;
    }

    @Override
    protected final void take(Exchange exchange, Object metadata) {
        exchange.setHeader(KafkaConstants.RECORD_METADATA, metadata);
    }

    @Override
    public final void refused(Throwable why) {
        fail(made(() -> new KafkaSendException(
                access + ": a record for the topic " + SafeText.of(record.topic()) + " was not acknowledged by the"
                        + " brokers " + access.settings.brokers + " (" + Log.describe(why)
                        + "); it may be in the topic or not. Check that the brokers run and that the topic exists",
                why)));
    }

    @Override
    public void notTaken(String reason, long millis, @Nullable Exception obstacle) {
        notTaken(reason, millis + " ms, the lesser of maxBlockMs and deliveryTimeoutMs", obstacle);
    }

    final void notTaken(String reason, String time, @Nullable Exception obstacle) {
        Exception why = obstacle == null ? refusal : obstacle;
        fail(made(() -> new KafkaSendException(
                access + ": a record for the topic " + SafeText.of(record.topic()) + " was not sent: for " + time + ", "
                        + reason + ". Check that the brokers " + access.settings.brokers + " run and that the topic"
                        + " exists",
                why == null || why.getCause() == null ? why : why.getCause())));
    }

    @Override
    public final void fail(Throwable why) {
        try {
            super.fail(why);
        } finally {
            left();
        }
    }

    /** The client has taken this record, but could not send it. Called on the client's thread. */
    void failedInClient() {}

    /** The client has finished with this record. May be called twice. */
    void left() {}

    /** The send of a record from a partition, which keeps its place among the other records of its lane. */
    static final class InLane extends SendCall {
        private final RecordTask task;
        private boolean isAhead;
        private boolean comesAgain;

        InLane(
                KafkaAccess access,
                ProducerRecord<byte[], byte[]> record,
                Exchange exchange,
                AsyncCallback callback,
                SendClient client,
                RecordTask task) {
            super(access, access.queuedSends, record, exchange, callback, client, false);
            this.task = task;
        }

        /** Called before it is passed on. */
        void goesAhead() {
            isAhead = true;
        }

        @Override
        boolean isLimited() {
            return !isAhead;
        }

        @Override
        boolean isObsolete() {
            return task.isObsolete(isAhead);
        }

        @Override
        protected @Nullable Throwable judged(Throwable failure) {
            comesAgain = true; // law S4: also if something is thrown now, nothing after it may be written
            boolean byOthers = isInnocent || client.isBroken();
            comesAgain = !task.sendHasFailed(isAhead, byOthers, client.isClosed() ? null : failure);
            return comesAgain ? null : failure;
        }

        /** Nothing that comes after this record may be written before it is sent again. */
        @Override
        void failedInClient() {
            if (comesAgain && isAhead) {
                client.breakOff();
            }
        }
    }

    /**
     * A send in a transaction. If its sender has continued, the commit waits for the acknowledgement. The client of the
     * transaction blocks until it knows the topic. So the client for other sends looks for the topic first.
     */
    static final class InTransaction extends SendCall {
        private static final AtomicIntegerFieldUpdater<InTransaction> LEFT =
                AtomicIntegerFieldUpdater.newUpdater(InTransaction.class, "left");
        private static final long LONGEST_WAIT_MILLIS = 10_000;

        /** For a topic that the brokers do not know: they may be making it. */
        private static final long UNKNOWN_MILLIS = 1_000;

        private final Transaction transaction;
        private final RecordTask task;
        private boolean isThere;
        private boolean notTaken;

        @SuppressWarnings("UnusedVariable") // through LEFT
        private volatile int left;

        InTransaction(
                KafkaAccess access,
                ProducerRecord<byte[], byte[]> record,
                Exchange exchange,
                AsyncCallback callback,
                boolean queued,
                Transaction transaction,
                RecordTask task) {
            super(access, access.sendsInTransactions, record, exchange, callback, transaction.client(), queued);
            this.transaction = transaction;
            this.task = task;
        }

        @Override
        @Nullable
        Exception passTo(Producer<byte[], byte[]> client) {
            if (isThere) {
                return super.passTo(client);
            }
            Integer partition = record.partition();
            if (partition != null && client.partitionsFor(record.topic()).size() <= partition) {
                return new TimeoutException(new UnknownTopicOrPartitionException("no partition " + partition));
            }
            isThere = true;
            task.sends();
            transaction.client().send(this);
            return null;
        }

        @Override
        public boolean mayNotWait(long limitMillis, @Nullable Exception obstacle) {
            Exception why = obstacle == null ? refusal : obstacle;
            boolean unknown = why != null && why.getCause() instanceof UnknownTopicOrPartitionException;
            long limit = Math.min(limitMillis, unknown ? UNKNOWN_MILLIS : LONGEST_WAIT_MILLIS);
            return transaction.hasFailed() || super.mayNotWait(limit, obstacle);
        }

        /** The transaction has not got this record. A sender that waits for it may do something else instead. */
        @Override
        public void notTaken(String reason, long millis, @Nullable Exception obstacle) {
            notTaken = isWaitedFor();
            notTaken(reason, waitedMillis() + " ms, and the transaction waits for it", obstacle);
        }

        /** If the transaction has failed, or fails, for another reason, this send is not to blame. */
        @Override
        protected @Nullable Throwable judged(Throwable failure) {
            if (isInnocent || transaction.hasFailed()) {
                return null;
            }
            if (!notTaken) {
                task.sendHasFailed(transaction, failure);
            }
            return isWaitedFor() ? failure : null;
        }

        @Override
        void left() {
            if (LEFT.compareAndSet(this, 0, 1)) {
                transaction.endSend();
            }
        }
    }
}
