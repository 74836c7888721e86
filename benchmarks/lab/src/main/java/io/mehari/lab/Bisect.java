package io.mehari.lab;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the first of several releases in which an operation allocates more or fewer bytes than in the first one. */
final class Bisect {
    private final Runs runs;
    private final String operation;
    private final int rounds;
    private final double allowed;
    private final Map<String, List<Double>> known = new HashMap<>();

    /** A release, whose jars are resolved when it is measured. */
    interface Releases {
        Side side(String version) throws IOException, InterruptedException;
    }

    /** Differences up to the allowed number of bytes are none. */
    Bisect(Runs runs, String operation, int rounds, double allowed) {
        this.runs = runs;
        this.operation = operation;
        this.rounds = rounds;
        this.allowed = allowed;
    }

    /** The last release that does not differ from the first, and the one after it; empty if even the last is as the first. */
    List<String> find(List<String> versions, Releases releases) throws IOException, InterruptedException {
        int same = 0;
        int different = versions.size() - 1;
        if (!differs(versions, different, releases)) {
            return List.of();
        }
        while (different - same > 1) {
            int middle = (same + different) / 2;
            if (differs(versions, middle, releases)) {
                different = middle;
            } else {
                same = middle;
            }
        }
        return List.of(versions.get(same), versions.get(different));
    }

    private boolean differs(List<String> versions, int index, Releases releases)
            throws IOException, InterruptedException {
        double gap = Finding.gap(bytes(versions.get(0), releases), bytes(versions.get(index), releases), 0);
        return Math.abs(gap) > allowed;
    }

    /** What was measured of that release. */
    List<Double> bytes(String version, Releases releases) throws IOException, InterruptedException {
        List<Double> bytes = known.get(version);
        if (bytes == null) {
            bytes = runs.bytes(releases.side(version), List.of(operation), rounds)
                    .getOrDefault(operation, List.of());
            if (bytes.isEmpty()) {
                throw new IllegalArgumentException("There is no operation \"" + operation + "\" with figures in "
                        + version + ": ./lab history lists the operations");
            }
            known.put(version, bytes);
            System.err.println(version + ": " + History.range(bytes) + " B");
        }
        return bytes;
    }
}
