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

/** One record that is sent, and the sender that waits for its acknowledgement. */
class SendCall implements Callback {
    /*
     * The sender's exchange belongs to the thread that sets `done`. It writes the result and resumes the sender; all
     * others leave the exchange alone. So a late acknowledgement touches nothing.
     */
    final ProducerRecord<byte[], byte[]> record;
    private final RouteProducer producer;
    private final @Nullable Exchange exchange;
    private final AsyncCallback whenDone;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile ThreadPools.@Nullable Delayed timer;

    /** @param exchange the sender's; null if the sender has gone on */
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

    /** Whether the sender has given up. */
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

    /** Called by the client, on its network thread: it runs no user code. */
    @Override
    public final void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        end(metadata, failure == null ? null : producer.failure(record, failure));
    }

    /** It was not sent, or is not acknowledged. */
    final void fail(Throwable why) {
        end(null, why);
    }

    /** The client has refused the record. */
    final void refused(Throwable why) {
        end(null, producer.failure(record, why));
    }

    /** The client has nothing more to do with it. */
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

    /** What the sender is told of a failure; null: nothing. */
    @Nullable
    Throwable judged(Throwable failure) {
        return failure;
    }

    /** The client has nothing more to do with this record; may be called twice. */
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

    /** A record of a transaction. */
    static final class InTransaction extends SendCall {
        private final Transaction transaction;
        private final RecordTask task;
        private final AtomicBoolean left = new AtomicBoolean();

        /** @param exchange the sender's; null if the sender has gone on */
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

        /** If the transaction has failed before, this one has done no wrong. */
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

    /** A record whose sender has gone on. */
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
