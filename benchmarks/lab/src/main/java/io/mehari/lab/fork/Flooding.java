package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Law: names with the same {@code String} hash code do not cost much more than others. */
final class Flooding {
    /** Processor time, so that other programs on the machine do not count. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int BLOCKS = 13;
    private static final int NAMES = 1 << BLOCKS;
    private static final int ROUNDS = 5;

    /**
     * A map that keeps such entries in a tree takes about 30 times as long; a map that searches all entries takes more
     * than 1000 times as long.
     */
    private static final double MOST = 100;

    /**
     * Pairs of text blocks with the same hash code: for lower-case names, and for names that a map converts to upper
     * case.
     */
    private static final List<List<String>> PAIRS = List.of(List.of("ak", "c-"), List.of("ao", "b0"));

    private Flooding() {}

    static RunLaws.Outcome check(MapMaker maker) {
        int passed = 0;
        double slowest = 0;
        for (List<String> pair : PAIRS) {
            double ratio = ratio(maker, pair);
            slowest = Math.max(slowest, ratio);
            passed += ratio < MOST ? 1 : 0;
        }
        String note =
                passed == PAIRS.size() ? "" : String.format(Locale.ROOT, "%.0f times as long as for others", slowest);
        return new RunLaws.Outcome("names with the same hash code do not make it slow", passed, PAIRS.size(), note);
    }

    /**
     * How many times as long names with the same hash code take as other names of the same length. Takes the shortest
     * time of some rounds, in which the two alternate.
     */
    private static double ratio(MapMaker maker, List<String> pair) {
        List<String> same = same(pair);
        List<String> others = others(pair);
        long shortest = Long.MAX_VALUE;
        long shortestOther = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            shortestOther = Math.min(shortestOther, nanos(maker, others));
            shortest = Math.min(shortest, nanos(maker, same));
        }
        return (double) shortest / shortestOther;
    }

    private static long nanos(MapMaker maker, List<String> names) {
        Map<String, Object> map = maker.newMap();
        long begin = THREADS.getCurrentThreadCpuTime();
        for (String each : names) {
            map.put(each, each);
        }
        for (String each : names) {
            if (map.get(each) == null) {
                throw new AssertionError("A name that was put is not found");
            }
        }
        return Math.max(1, THREADS.getCurrentThreadCpuTime() - begin);
    }

    private static List<String> same(List<String> pair) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            StringBuilder name = new StringBuilder();
            for (int block = 0; block < BLOCKS; block++) {
                name.append(pair.get(i >> block & 1));
            }
            names.add(name.toString());
        }
        return names;
    }

    /** Other names of the same length. */
    private static List<String> others(List<String> pair) {
        Random random = new Random(1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            StringBuilder name = new StringBuilder();
            while (name.length() < BLOCKS * pair.get(0).length()) {
                name.append((char) ('a' + random.nextInt('z' - 'a' + 1)));
            }
            names.add(name.toString());
        }
        return names;
    }
}
