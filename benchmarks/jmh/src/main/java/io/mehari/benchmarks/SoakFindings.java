package io.mehari.benchmarks;

import java.util.Map;
import java.util.TreeMap;

/** What went wrong, counted by kind, the first of each kind with its circumstances. */
final class SoakFindings {
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

    /** No thread is to wait any more: it is given up. */
    void giveUp() {
        over = true;
    }

    boolean isOver() {
        return over;
    }
}
