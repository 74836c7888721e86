package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Law: names with the same {@code String} hash code do not cost much more than others. The outcome says whether it
 * holds, and nothing else: how slow another project's map becomes is for that project's security team.
 */
final class Flooding {
    /** Processor time, so that other programs on the machine do not count. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int BLOCKS = 13;
    private static final int NAMES = 1 << BLOCKS;
    private static final int ROUNDS = 5;

    /** A map that keeps such entries in a tree stays far below; a map that searches all of them is far above. */
    private static final double MOST = 100;

    /** Two blocks of text that have the same hash code, in either case. */
    private static final List<String> BLOCKS_OF_ONE_HASH = List.of("a~", "b_");

    private Flooding() {}

    static RunLaws.Outcome check(MapMaker maker) {
        int passed = isSlow(maker) ? 0 : 1;
        return new RunLaws.Outcome("names with the same hash code do not make it slow", passed, 1, "");
    }

    /**
     * Whether names with the same hash code take much longer than other names of the same length. Compares the shortest
     * times of some rounds, in which the two alternate.
     */
    private static boolean isSlow(MapMaker maker) {
        List<String> same = same();
        List<String> others = others();
        long shortest = Long.MAX_VALUE;
        long shortestOther = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            shortestOther = Math.min(shortestOther, nanos(maker, others));
            shortest = Math.min(shortest, nanos(maker, same));
        }
        return shortest >= MOST * shortestOther;
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

    private static List<String> same() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            StringBuilder name = new StringBuilder();
            for (int block = 0; block < BLOCKS; block++) {
                name.append(BLOCKS_OF_ONE_HASH.get(i >> block & 1));
            }
            names.add(name.toString());
        }
        return names;
    }

    /** Other names of the same length. */
    private static List<String> others() {
        Random random = new Random(1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            StringBuilder name = new StringBuilder();
            while (name.length() < BLOCKS * BLOCKS_OF_ONE_HASH.get(0).length()) {
                name.append((char) ('a' + random.nextInt('z' - 'a' + 1)));
            }
            names.add(name.toString());
        }
        return names;
    }
}
