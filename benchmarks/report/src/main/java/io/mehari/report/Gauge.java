package io.mehari.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures how near two processors are. Two threads pass a volatile counter back and forth. The time of a round trip is
 * the time in which a cache line moves to the other processor and back.
 *
 * <p>On a host that moves virtual processors, this time may change several times over from one second to the next, and
 * so does the speed of all code on two threads. So it is measured before, during and after each measurement on several
 * threads, and only samples of the same state are compared.
 *
 * <p>{@code ./bench gauge}: measures the round trip ten times a second.
 */
public final class Gauge {

    /** How near the two processors are, according to the time of a round trip. */
    public enum State {
        /** As near as two processors that share a cache. */
        NEAR,
        /** As far as two processors that share no cache. */
        FAR,
        /** Between the two, different before and after, or disturbed. */
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

    /**
     * A burst is much shorter than a time slice of the scheduler, so most bursts run undisturbed, and so does the
     * median burst.
     */
    private static final int BURSTS = 15;

    private static final int ROUND_TRIPS = 1_000;

    /** A burst is given up after this number of reads of the counter: then both threads share one processor. */
    private static final int PATIENCE = 2_000_000;

    private volatile long counter;

    private Gauge() {}

    /** The state of a measurement with these round trips before and after it, in nanoseconds. */
    public static State state(double before, double after) {
        if (before < NEAR_BELOW && after < NEAR_BELOW) {
            return State.NEAR;
        }
        boolean far = before > FAR_ABOVE && after > FAR_ABOVE;
        return far && before < DISTURBED && after < DISTURBED ? State.FAR : State.MIXED;
    }

    /** Nanoseconds for a round trip; the median of some bursts, which take a few milliseconds together. */
    public static double roundTrip() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return DISTURBED;
        }
        Gauge gauge = new Gauge();
        Thread other = new Thread(gauge::answerAll, "gauge");
        other.setDaemon(true);
        other.start();
        double[] times = new double[BURSTS];
        for (int i = 0; i < BURSTS; i++) {
            times[i] = gauge.burst();
        }
        gauge.counter = Long.MIN_VALUE;
        Arrays.sort(times);
        return times[BURSTS / 2];
    }

    /**
     * This thread makes the counter odd, the other one makes it even. There is no pause in the loop, because it would
     * be part of the measured time.
     */
    private double burst() {
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

    private void answerAll() {
        long seen = counter;
        while (seen >= 0) {
            if ((seen & 1) == 1) {
                counter = seen + 1;
            }
            seen = counter;
        }
    }

    /** See {@code ./bench gauge --help}. */
    public static void main(String[] args) throws InterruptedException {
        CommandLine arguments = CommandLine.of("", "--seconds", args);
        System.out.println(
                "Round trip of a cache line between two threads: minimum, median and maximum of each second, in ns.");
        for (long second = 1; second <= arguments.count("--seconds", 30); second++) {
            double[] times = new double[10];
            for (int i = 0; i < times.length; i++) {
                TimeUnit.MILLISECONDS.sleep(95);
                times[i] = roundTrip();
            }
            Arrays.sort(times);
            double median = times[times.length / 2];
            System.out.printf(
                    Locale.ROOT,
                    "%4d s  %6.0f %6.0f %6.0f  %s%n",
                    second,
                    times[0],
                    median,
                    times[times.length - 1],
                    state(median, median));
        }
    }
}
