package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.Threading;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long messages have waited in a queue, from the send until a thread takes them. Not every message is measured, but
 * one at a time: the next one is chosen after the last one was taken. The error is at most a quarter of a time.
 */
public final class WaitingTimes {
    private final long count;
    private final long medianNanos;
    private final long percentile99Nanos;
    private final long percentile999Nanos;
    private final long maxNanos;

    /** For those who count: with a new count it has another parameter. */
    public WaitingTimes(long count, long medianNanos, long percentile99Nanos, long percentile999Nanos, long maxNanos) {
        this.count = count;
        this.medianNanos = medianNanos;
        this.percentile99Nanos = percentile99Nanos;
        this.percentile999Nanos = percentile999Nanos;
        this.maxNanos = maxNanos;
    }

    /** The number of measured messages. */
    public long count() {
        return count;
    }

    /** The median: half of the messages waited no longer. */
    public long medianNanos() {
        return medianNanos;
    }

    /** One of a hundred messages waited longer. */
    public long percentile99Nanos() {
        return percentile99Nanos;
    }

    /** One of a thousand messages waited longer. */
    public long percentile999Nanos() {
        return percentile999Nanos;
    }

    /** The longest time. */
    public long maxNanos() {
        return maxNanos;
    }

    @Override
    public String toString() {
        return "WaitingTimes[count=" + count + ", medianNanos=" + medianNanos + ", percentile99Nanos="
                + percentile99Nanos + ", percentile999Nanos=" + percentile999Nanos + ", maxNanos=" + maxNanos + "]";
    }

    /** Counts the waiting times of one queue in buckets: four for each power of two. */
    static final class Histogram {
        private static final int STEPS = 4;
        private static final int STEP_BITS = 2;

        private final AtomicLongArray buckets = new AtomicLongArray(STEPS * Long.SIZE);

        void add(long nanos) {
            buckets.incrementAndGet(bucket(Math.max(0, nanos)));
        }

        private static int bucket(long nanos) {
            if (nanos < STEPS) {
                return (int) nanos;
            }
            int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
            int step = (int) (nanos >>> (power - STEP_BITS)) & (STEPS - 1);
            return (power - STEP_BITS + 1) * STEPS + step;
        }

        private static long longest(int bucket) {
            if (bucket < STEPS) {
                return bucket;
            }
            int shift = bucket / STEPS - 1;
            return ((long) (STEPS + bucket % STEPS + 1) << shift) - 1;
        }

        WaitingTimes times() {
            long[] counts = new long[buckets.length()];
            long count = 0;
            for (int i = 0; i < counts.length; i++) {
                counts[i] = buckets.get(i);
                count += counts[i];
            }
            return new WaitingTimes(
                    count,
                    at(counts, count, 0.5),
                    at(counts, count, 0.99),
                    at(counts, count, 0.999),
                    at(counts, count, 1));
        }

        private static long at(long[] counts, long count, double part) {
            long wanted = (long) Math.ceil(count * part);
            long seen = 0;
            for (int i = 0; i < counts.length && wanted > 0; i++) {
                seen += counts[i];
                if (seen >= wanted) {
                    return longest(i);
                }
            }
            return 0;
        }
    }

    /** Measures the messages of one channel, one at a time, so that a message needs no field for this. */
    static class Probe {
        private final Histogram into;
        private final AtomicReference<@Nullable Exchange> watched = new AtomicReference<>();
        private long since; // written before the message is offered to a ring, read by the thread that took it

        Probe(Histogram into) {
            this.into = into;
        }

        /** Called before an exchange is sent. */
        void sending(Exchange exchange) {
            if (watched.get() == null && watched.compareAndSet(null, exchange)) {
                since = Threading.nanoTime();
            }
        }

        void taken(Exchange exchange) {
            if (watched.get() == exchange) {
                into.add(Threading.nanoTime() - since);
                watched.set(null);
            }
        }

        /** Called if the exchange was not sent. */
        void forget(Exchange exchange) {
            watched.compareAndSet(exchange, null);
        }

        void forgetAny() {
            watched.set(null);
        }
    }

    /** Measures nothing: tells of the first message in a queue that nothing has read yet. */
    static final class FirstMessage extends Probe {
        private static final Histogram UNUSED = new Histogram();

        private final AtomicBoolean told = new AtomicBoolean();
        private final Runnable listener;

        FirstMessage(Runnable listener) {
            super(UNUSED);
            this.listener = listener;
        }

        @Override
        void sending(Exchange exchange) {
            if (!told.get() && told.compareAndSet(false, true)) {
                listener.run();
            }
        }

        @Override
        void taken(Exchange exchange) {}
    }
}
