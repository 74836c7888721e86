package io.mehari.load;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.Verdict;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Where messages arrive: tells how late each is, and what was lost, doubled, changed or out of order. */
final class Arrivals extends Sink {
    /*
     * A message need not carry the time at which it was due, so that nothing is made or written for each. Bodies go
     * round a ring and have numbers: when number n of a producer arrives for the k-th time, it is the message at place
     * k * RING + n of that producer, and the schedule tells when that was due. However many are under way, a message is
     * only taken for another one if it is overtaken by the one a whole ring after it; the sum over both stays the same
     * even then.
     *
     * Each count has a cache line of its own, since threads that take in turn have neighbouring numbers at the same
     * time.
     */
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(30);
    private static final int DIGITS = 3;
    private static final int LINE = 16;
    private static final int CARRIERS = 64;

    private final Variation variation;
    private final Schedule schedule;
    private final Bodies[] bodies;
    private final int numbers;
    private final int copies;
    private final boolean ordered;
    private final AtomicIntegerArray counts;
    private final long[] last;
    private final LongAdder strange = new LongAdder();
    private final LongAdder disordered = new LongAdder();
    private final Recorder latencies = new Recorder(LONGEST_NANOS, DIGITS);

    /** Lets what carried a body escape, as with a real route. */
    private final @Nullable Object[] carriers = new Object[CARRIERS * LINE];

    private volatile @Nullable Timing timing;

    /** From when on times count: each producer's first message that does, and when the schedule begins. */
    private static final class Timing {
        final long begin;
        final long[] first;

        Timing(long begin, long[] first) {
            this.begin = begin;
            this.first = first;
        }
    }

    /** Compares with those bodies, one for each producer. */
    Arrivals(Variation variation, Schedule schedule, Bodies... bodies) {
        this.variation = variation;
        this.schedule = schedule;
        this.bodies = bodies;
        numbers = bodies.length * Payload.RING;
        copies = variation.scenario() == Scenario.FAN_OUT ? Variation.FAN : 1;
        ordered = variation.ordered();
        counts = new AtomicIntegerArray(numbers * LINE);
        last = new long[bodies.length * LINE];
        Arrays.fill(last, -1);
    }

    /** To be called while nothing is under way. What each producer sends from that place on is timed. */
    void timeFrom(long begin, long[] first) {
        timing = new Timing(begin, first);
    }

    @Override
    public void deliver(Object carrier, Object body) {
        long now = System.nanoTime();
        carriers[((int) Thread.currentThread().getId() & CARRIERS - 1) * LINE] = carrier;
        int number = Payload.numberOf(body);
        if (number < 0 || number >= numbers || !bodies[number / Payload.RING].isWhole(number % Payload.RING, body)) {
            strange.increment();
            return;
        }
        int before = counts.getAndIncrement(number * LINE) / copies;
        int producer = number / Payload.RING;
        long place = (long) before * Payload.RING + number % Payload.RING;
        Timing from = timing;
        if (from != null) {
            long due = from.begin + schedule.nanos(producer, place - from.first[producer]);
            latencies.recordValue(Math.min(LONGEST_NANOS, Math.max(0, now - due)));
        }
        if (ordered) {
            follow(producer * LINE, place);
        }
    }

    private void follow(int slot, long place) {
        if (place < last[slot]) {
            disordered.increment();
        }
        last[slot] = place;
    }

    /** How many bodies have arrived so far. */
    long arrived() {
        long sum = 0;
        for (long each : countsByNumber()) {
            sum += each;
        }
        return sum;
    }

    private long[] countsByNumber() {
        long[] all = new long[numbers];
        for (int i = 0; i < numbers; i++) {
            all[i] = counts.get(i * LINE);
        }
        return all;
    }

    /** The times since this was asked before. */
    Histogram latencies(@Nullable Histogram reused) {
        return latencies.getIntervalHistogram(reused);
    }

    /** Compares what arrived with what was sent: how many by each producer. */
    Verdict verdict(long[] sent) {
        long[] expected = new long[numbers];
        for (int i = 0; i < numbers; i++) {
            int index = i % Payload.RING;
            long all = sent[i / Payload.RING];
            long times = all / Payload.RING + (index < all % Payload.RING ? 1 : 0);
            expected[i] = times * variation.arrivalsOf(bodies[i / Payload.RING].sample(index));
        }
        return Verdict.of(variation, expected, countsByNumber(), strange.sum(), disordered.sum());
    }
}
