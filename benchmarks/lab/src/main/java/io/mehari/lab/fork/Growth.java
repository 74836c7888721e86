package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import java.lang.management.ManagementFactory;
import java.util.Map;

/**
 * Law: a map in which names are added and removed does not grow. It holds only the memory that its largest content
 * needs.
 */
final class Growth {
    private static final int NAMES = 1_000_000;
    private static final int LIVE = 4;
    private static final long ROOM = 512 * 1024;

    private Growth() {}

    static RunLaws.Outcome check(MapMaker maker) {
        String[] names = new String[NAMES];
        for (int i = 0; i < NAMES; i++) {
            names[i] = "name-" + i;
        }
        Map<String, Object> map = maker.newMap();
        long before = heap();
        for (int i = 0; i < NAMES; i++) {
            map.put(names[i], names);
            if (i >= LIVE) {
                map.remove(names[i - LIVE]);
            }
        }
        long grown = Math.max(0, heap() - before);
        boolean holds = grown < ROOM && map.size() == LIVE;
        String note = holds ? "" : grown / 1024 + " KiB are held for " + map.size() + " names";
        return new RunLaws.Outcome("names that come and go leave nothing", holds ? 1 : 0, 1, note);
    }

    /** The heap in use. In both readings the names stay reachable, through the array that is the value in the map. */
    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
