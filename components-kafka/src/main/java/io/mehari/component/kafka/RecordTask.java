package io.mehari.component.kafka;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** One record on its way through the route. */
final class RecordTask implements AsyncCallback {
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 20;

    final Lane lane;
    final ConsumerRecord<byte[], byte[]> record;
    private final PartitionWork partition;
    private final RouteConsumer consumer;
    private int attempts;
    private int lease;
    private boolean goesOn;
    private @Nullable Exchange exchange;
    private volatile boolean done;

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

    /** Runs the route; returns whether its thread may go on with the next record of the lane. */
    boolean enterRoute() {
        attempts++;
        Exchange made = consumer.exchangeOf(record, attempts);
        lease = consumer.exchanges().lease(made);
        exchange = made;
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
        if (failed) {
            consumer.hasFailed(record, failure);
        }
        goesOn = !failed || !consumer.settings().breaksOnFirstError;
        if (goesOn) {
            done = true;
            partition.done(this);
            if (!doneSync) {
                lane.goOn();
            }
        } else {
            partition.failed(this);
            consumer.gate().leave();
            consumer.pools().resumeAfter(() -> partition.retry(lane), delayMillis());
        }
    }

    /** Half of the time is random, so that records which have failed together do not come back together. */
    private long delayMillis() {
        long longest = consumer.settings().retryMillis;
        long delay = Math.min(longest, FIRST_DELAY_MILLIS << Math.min(attempts - 1, MOST_DOUBLINGS));
        return delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1);
    }
}
