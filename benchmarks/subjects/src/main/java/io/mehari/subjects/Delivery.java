package io.mehari.subjects;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a subject did the work: each body arrived as often as required, no unknown body arrived, and the order was
 * right if order is guaranteed.
 *
 * @param expected how many bodies should have arrived
 * @param lost how many of them did not arrive
 * @param doubled how many arrived too often
 * @param strange how many were never sent
 * @param disordered how many arrived after a later one, if order is guaranteed
 */
record Delivery(long expected, long lost, long doubled, long strange, long disordered) {

    /** Compares how often each body should have arrived with how often it arrived. */
    static Delivery of(Scenario scenario, long[] expected, long[] arrived, long strange, long disordered) {
        long sum = 0;
        long lost = 0;
        long doubled = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += expected[i];
            lost += Math.max(0, expected[i] - arrived[i]);
            doubled += Math.max(0, arrived[i] - expected[i]);
        }
        return new Delivery(sum, lost, doubled, strange, scenario.ordered() ? disordered : 0);
    }

    /** A short description of what is wrong; empty if the subject did all of the work. */
    String wrong() {
        List<String> faults = new ArrayList<>();
        if (expected == 0) {
            faults.add("nothing was to arrive");
        }
        add(faults, lost, "lost");
        add(faults, doubled, "came too often");
        add(faults, strange, "were never sent");
        add(faults, disordered, "came out of order");
        return faults.isEmpty() ? "" : String.join(", ", faults) + "; " + expected + " were expected";
    }

    private static void add(List<String> faults, long count, String what) {
        if (count > 0) {
            faults.add(count + " " + what);
        }
    }
}
