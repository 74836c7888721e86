package io.mehari.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how near two processors are. Two threads pass a volatile counter back and forth. The time of a round trip is
 * the time in which a cache line moves to the other processor and back.
 *
 * <p>On a host that moves virtual processors, this time may change several times over from one second to the next, and
 * so does the speed of all code on two threads. So it is measured before, during and after each measurement on several
 * threads, and only samples of the same state are compared:
 *
 * <pre>{@code
 * Gauge gauge = Gauge.begin();
 * ... gauge.look(); ...
 * samples.add(new Sample(nanos, gauge.end()));
 * }</pre>
 */
public final class Gauge {

    /** How near the two processors are, according to the time of a round trip. */
    public enum State {
        /** As near as two processors that share a cache. */
        NEAR,
        /** As far as two processors that share no cache. */
        FAR,
        /** Between the two, changed during the measurement, or disturbed. */
        MIXED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Measured on machines of both kinds: 30 to 80 ns, and 300 to 350 ns. */
    private static final double NEAR_BELOW = 150;

    private static final double FAR_ABOVE = 200;

    /** Longer than any transfer of a cache line takes: the two threads shared one processor for some time. */
    private static final double DISTURBED = 1_000_000;

    /** A burst is much shorter than a time slice of the scheduler, so the median burst runs undisturbed. */
    private static final int BURSTS = 15;

    private static final int ROUND_TRIPS = 1_000;

    /** A burst is given up after this number of reads of the counter: then both threads share one processor. */
    private static final int PATIENCE = 2_000_000;

    private final List<Double> roundTrips = new ArrayList<>();

    private Gauge() {}

    /** Measures a first time, before a measurement. */
    public static Gauge begin() {
        Gauge gauge = new Gauge();
        gauge.look();
        return gauge;
    }

    /** Measures once more, for some milliseconds, in which the measurement must pause. */
    public void look() {
        roundTrips.add(roundTrip());
    }

    /** Measures a last time, and returns the state of the whole measurement. */
    public State end() {
        look();
        return state(roundTrips);
    }

    /** All round trips that it measured, in nanoseconds. */
    public List<Double> roundTrips() {
        return List.copyOf(roundTrips);
    }

    /** The state of a measurement with these round trips before, in and after it, in nanoseconds. */
    public static State state(List<Double> roundTrips) {
        if (roundTrips.stream().allMatch(each -> each < NEAR_BELOW)) {
            return State.NEAR;
        }
        return roundTrips.stream().allMatch(each -> each > FAR_ABOVE && each < DISTURBED) ? State.FAR : State.MIXED;
    }

    /**
     * Nanoseconds for a round trip; the median of some bursts, which take a few milliseconds together. A quick run shows
     * no times, so it does not measure: on a busy machine that takes much longer.
     */
    public static double roundTrip() {
        return Boolean.getBoolean(CommonOptions.QUICK) ? DISTURBED : measured();
    }

    /** The same, in a quick run too. */
    public static double measured() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return DISTURBED;
        }
        Line line = new Line();
        Thread other = new Thread(line::answerAll, "gauge");
        other.setDaemon(true);
        other.start();
        double[] times = new double[BURSTS];
        for (int i = 0; i < BURSTS; i++) {
            times[i] = line.burst();
        }
        line.counter = Long.MIN_VALUE;
        Arrays.sort(times);
        return times[BURSTS / 2];
    }

    /** The cache line that two threads pass back and forth. */
    private static final class Line {
        volatile long counter;

        /**
         * This thread makes the counter odd, the other one makes it even. There is no pause in the loop, because it
         * would be part of the measured time.
         */
        double burst() {
            long next = counter;
            int looks = 0;
            long begin = System.nanoTime();
            for (int i = 0; i < ROUND_TRIPS; i++) {
                counter = next + 1;
                next += 2;
                while (counter != next) {
                    looks++;
                }
                if (looks > PATIENCE) {
                    return DISTURBED;
                }
            }
            return (System.nanoTime() - begin) / (double) ROUND_TRIPS;
        }

        void answerAll() {
            long seen = counter;
            while (seen >= 0) {
                if ((seen & 1) == 1) {
                    counter = seen + 1;
                }
                seen = counter;
            }
        }
    }
}
