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

/**
 * The end at which messages arrive. It measures how late each message is, and finds lost, duplicated, changed and
 * reordered messages.
 */
final class Arrivals extends Sink {
    /*
     * A message does not carry the time at which it was due, so nothing is created or written for each message. The
     * bodies form a ring and have numbers: when number n of a producer arrives for the k-th time, it is the message at
     * place k * RING + n of that producer, and the schedule has the time at which it was due. A message is mistaken for
     * another one only if the message one whole ring later overtakes it. Even then, the sum of both latencies is right.
     *
     * Each count has its own cache line, because threads that take messages in turn have adjacent numbers at the same
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

    /** Makes the object that carried a body escape, as in a real route. */
    private final @Nullable Object[] carriers = new Object[CARRIERS * LINE];

    private volatile @Nullable Timing timing;

    /** The start of the timing: the first timed message of each producer, and the beginning of the schedule. */
    private static final class Timing {
        final long begin;
        final long[] first;

        Timing(long begin, long[] first) {
            this.begin = begin;
            this.first = first;
        }
    }

    /** Creates an end for these bodies, one object for each producer. */
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

    /**
     * Starts the timing: messages of each producer count from the given place on. Call this while no message is in
     * flight.
     */
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

    /** The latencies since the previous call. */
    Histogram latencies(@Nullable Histogram reused) {
        return latencies.getIntervalHistogram(reused);
    }

    /** Compares the arrivals with the number of messages that each producer has sent. */
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
