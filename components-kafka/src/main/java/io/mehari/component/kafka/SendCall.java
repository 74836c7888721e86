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
            sender.setException(
                    new ExchangeTimedOutException(sender, producer.getEndpoint().toString(), millis));
            producer.resume(whenDone);
        }
    }

    /** Called by the client, on its network thread: it runs no user code. */
    @Override
    public final void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure != null) {
            fail(producer.failure(record, failure));
        } else if (moveToDone()) {
            Exchange sender = exchange;
            if (sender != null && metadata != null) {
                sender.setHeader(KafkaConstants.RECORD_METADATA, metadata);
            }
            acknowledged();
        }
    }

    /** It was not sent, or is not acknowledged. */
    final void fail(Throwable why) {
        if (moveToDone()) {
            Exchange sender = exchange;
            if (sender != null) {
                sender.setException(why);
            }
            failed(why);
        }
    }

    /** The client has refused the record. */
    final void refused(Throwable why) {
        fail(producer.failure(record, why));
    }

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
