package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long messages have waited in a queue, from the sender to the thread that took them. One message at a time is
 * timed: the next as soon as that one was taken. The times are exact to a quarter of their size.
 *
 * @param count how many messages were timed
 * @param medianNanos half of them waited no longer
 * @param percentile99Nanos of a hundred, one waited longer
 * @param percentile999Nanos of a thousand, one waited longer
 * @param maxNanos none waited longer
 */
public record WaitingTimes(
        long count, long medianNanos, long percentile99Nanos, long percentile999Nanos, long maxNanos) {

    /** Counts waiting times of one queue in buckets, four to a power of two. */
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

        /** The longest time that is counted there. */
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

    /** Times messages of one channel, one at a time, so that no message carries a time for this. */
    static final class Probe {
        private final Histogram into;
        private final AtomicReference<@Nullable Exchange> watched = new AtomicReference<>();

        /**
         * When the watched message was sent. Written before it goes into a ring, read by the thread that has taken it.
         */
        private long since;

        Probe(Histogram into) {
            this.into = into;
        }

        /** An exchange is about to be sent. */
        void sending(Exchange exchange) {
            if (watched.get() == null && watched.compareAndSet(null, exchange)) {
                since = System.nanoTime();
            }
        }

        void taken(Exchange exchange) {
            if (watched.get() == exchange) {
                into.add(System.nanoTime() - since);
                watched.set(null);
            }
        }

        /** It was not sent after all. */
        void forget(Exchange exchange) {
            watched.compareAndSet(exchange, null);
        }

        void forgetAny() {
            watched.set(null);
        }
    }
}
