package io.mehari.soak;

import java.util.Map;
import java.util.TreeMap;

/** Counts errors by kind. Records the details of the first error of each kind. */
final class Findings {
    private final Map<String, Long> counts = new TreeMap<>();
    private volatile boolean over;

    synchronized void add(String kind, String circumstances) {
        if (counts.merge(kind, 1L, Long::sum) == 1) {
            System.out.printf("%nFOUND: %s: %s%n", kind, circumstances);
        }
    }

    synchronized boolean hasPassed() {
        return counts.isEmpty();
    }

    synchronized long count(String prefix) {
        return counts.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Override
    public synchronized String toString() {
        return counts.toString();
    }

    /** The soak is given up, so no thread waits any more. */
    void giveUp() {
        over = true;
    }

    boolean isOver() {
        return over;
    }
}
