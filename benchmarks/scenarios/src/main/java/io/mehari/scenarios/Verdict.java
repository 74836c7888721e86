package io.mehari.scenarios;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a subject did the work: each body arrived as often as required, no unknown body arrived, and the order was
 * right if order is guaranteed.
 *
 * @param expected how many bodies should have arrived
 * @param arrived how many have
 * @param lost how many of them did not arrive
 * @param doubled how many arrived too often
 * @param strange how many were never sent
 * @param disordered how many arrived after a later one, if order is guaranteed
 * @param expectedChecksum checksum of the expected bodies
 * @param checksum the checksum of the arrived bodies
 */
public record Verdict(
        long expected,
        long arrived,
        long lost,
        long doubled,
        long strange,
        long disordered,
        long expectedChecksum,
        long checksum) {

    private static final long ODD = 0x9E3779B97F4A7C15L;

    /** Compares how often each body should have arrived with how often it arrived. */
    public static Verdict of(Variation variation, long[] expected, long[] arrived, long strange, long disordered) {
        long expectedSum = 0;
        long arrivedSum = strange;
        long lost = 0;
        long doubled = 0;
        for (int i = 0; i < expected.length; i++) {
            expectedSum += expected[i];
            arrivedSum += arrived[i];
            lost += Math.max(0, expected[i] - arrived[i]);
            doubled += Math.max(0, arrived[i] - expected[i]);
        }
        return new Verdict(
                expectedSum,
                arrivedSum,
                lost,
                doubled,
                strange,
                variation.ordered() ? disordered : 0,
                checksum(expected),
                checksum(arrived));
    }

    /** A checksum that depends on how often each body arrived, not on the order. */
    private static long checksum(long[] counts) {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            long mixed = (i + 1) * ODD;
            sum += counts[i] * (mixed ^ mixed >>> 32);
        }
        return sum;
    }

    /** Whether the subject did all of the work, so that its figures are valid. */
    public boolean right() {
        return wrong().isEmpty();
    }

    /** A short description of what is wrong; empty if nothing is. */
    public String wrong() {
        List<String> faults = new ArrayList<>();
        if (expected == 0) {
            faults.add("nothing was to arrive");
        }
        add(faults, lost, "lost");
        add(faults, doubled, "came too often");
        add(faults, strange, "were never sent");
        add(faults, disordered, "came out of order");
        if (faults.isEmpty() && checksum != expectedChecksum) {
            faults.add("the checksum differs");
        }
        return faults.isEmpty() ? "" : String.join(", ", faults) + "; " + expected + " were expected";
    }

    private static void add(List<String> faults, long count, String what) {
        if (count > 0) {
            faults.add(count + " " + what);
        }
    }
}
