package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ThreadPools;
import io.mehari.support.QueuedSends;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** One send of a record, and the sender that waits for its acknowledgement. */
class SendCall implements Callback {
    /*
     * The thread that sets `done` owns the exchange of the sender: it writes the result and resumes the sender. No
     * other thread touches the exchange. So a late acknowledgement changes nothing.
     */
    final ProducerRecord<byte[], byte[]> record;
    private final RouteProducer producer;
    private final @Nullable Exchange exchange;
    private final AsyncCallback whenDone;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile ThreadPools.@Nullable Delayed timer;

    /** @param exchange the sender's exchange; null if the sender has already continued */
    SendCall(
            RouteProducer producer,
            ProducerRecord<byte[], byte[]> record,
            @Nullable Exchange exchange,
            AsyncCallback whenDone) {
        this.producer = producer;
        this.record = record;
        this.exchange = exchange;
        this.whenDone = whenDone;
    }

    /** Whether the call is done, for example because the sender has given up. */
    final boolean isDone() {
        return done.get();
    }

    final void startTimer() {
        long millis = producer.timeoutMillis();
        Exchange sender = exchange;
        if (millis > 0 && sender != null) {
            timer = producer.getEndpoint().pools().schedule(() -> timeIsUp(sender, millis), millis);
        }
    }

    private void timeIsUp(Exchange sender, long millis) {
        if (done.compareAndSet(false, true)) {
            finish(
                    null,
                    new ExchangeTimedOutException(sender, producer.getEndpoint().toString(), millis));
        }
    }

    /** The client calls this on its network thread, so it runs no user code. */
    @Override
    public final void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        end(metadata, failure == null ? null : producer.failure(record, failure));
    }

    /** The record was not sent, or is not acknowledged. */
    final void fail(Throwable why) {
        end(null, why);
    }

    /** The client has refused the record. */
    final void refused(Throwable why) {
        end(null, producer.failure(record, why));
    }

    /** The client has finished with this record. */
    private void end(@Nullable RecordMetadata metadata, @Nullable Throwable failure) {
        if (moveToDone()) {
            finish(metadata, failure);
        }
        left();
    }

    private void finish(@Nullable RecordMetadata metadata, @Nullable Throwable failure) {
        Throwable told = failure == null ? null : judged(failure);
        Exchange sender = exchange;
        if (told != null) {
            if (sender != null) {
                sender.setException(told);
            }
            failed(told);
        } else {
            if (sender != null && metadata != null) {
                sender.setHeader(KafkaConstants.RECORD_METADATA, metadata);
            }
            acknowledged();
        }
    }

    /** The failure that the sender gets; null if it gets none. */
    @Nullable
    Throwable judged(Throwable failure) {
        return failure;
    }

    /** The client has finished with this record. May be called twice. */
    void left() {}

    void acknowledged() {
        producer.resume(whenDone);
    }

    void failed(Throwable why) {
        producer.resume(whenDone);
    }

    private boolean moveToDone() {
        boolean mine = done.compareAndSet(false, true);
        ThreadPools.Delayed waiting = timer;
        if (mine && waiting != null) {
            waiting.cancel();
        }
        return mine;
    }

    /** A send in a transaction. */
    static final class InTransaction extends SendCall {
        private final Transaction transaction;
        private final RecordTask task;
        private final AtomicBoolean left = new AtomicBoolean();

        /** @param exchange the sender's exchange; null if the sender has already continued */
        InTransaction(
                RouteProducer producer,
                ProducerRecord<byte[], byte[]> record,
                @Nullable Exchange exchange,
                AsyncCallback whenDone,
                Transaction transaction,
                RecordTask task) {
            super(producer, record, exchange, whenDone);
            this.transaction = transaction;
            this.task = task;
        }

        /** If the transaction has already failed for another reason, this send is not to blame. */
        @Override
        @Nullable
        Throwable judged(Throwable failure) {
            if (transaction.hasFailed()) {
                return null;
            }
            task.sendHasFailed(transaction, failure);
            return failure;
        }

        @Override
        void left() {
            if (left.compareAndSet(false, true)) {
                transaction.endSend();
            }
        }
    }

    /** A send whose sender has already continued. */
    static final class Queued extends SendCall {
        private final QueuedSends sends;
        private final @Nullable Exchange kept;

        /** @param kept a copy for {@code onSendFailure}; null if there is none */
        Queued(
                RouteProducer producer,
                QueuedSends sends,
                ProducerRecord<byte[], byte[]> record,
                @Nullable Exchange kept) {
            super(producer, record, null, doneSync -> {});
            this.sends = sends;
            this.kept = kept;
        }

        @Override
        void acknowledged() {
            sends.done();
        }

        @Override
        void failed(Throwable why) {
            sends.failed(kept, why);
        }
    }
}
