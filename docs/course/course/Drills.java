package course;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the reader of {@code sizes.md} calculates. */
@SuppressWarnings("UnusedVariable") // fields that are only measured
final class Drills {

    private Drills() {}

    private static final String NAME = "Content-Type";

    // region classes
    static class Flags {
        boolean a, b, c, d, e;
    }

    static class Timed {
        long time;
        Object next;
    }

    record Pair(Object left, Object right) {}

    static class Wide {
        long time;
        int count;
        boolean done;
        Object first, second, third;
    }
    // endregion

    static List<Supplier<?>> all() {
        return List.of(
                // region drills
                /*  1 */ Flags::new,
                /*  2 */ Timed::new,
                /*  3 */ () -> new Pair(NAME, NAME),
                /*  4 */ Wide::new,
                /*  5 */ () -> new byte[13],
                /*  6 */ () -> new Object[5],
                /*  7 */ () -> new long[3],
                /*  8 */ () -> NAME.toLowerCase(Locale.ROOT),
                /*  9 */ () -> withOne(new HashMap<>()),
                /* 10 */ () -> withOne(new TreeMap<>()),
                /* 11 */ () -> new Pair[] {new Pair(NAME, NAME), new Pair(NAME, NAME)},
                /* 12 */ Drills::grown
                // endregion
                );
    }

    // region methods
    static Map<String, Object> withOne(Map<String, Object> map) {
        map.put(NAME, NAME);
        return map;
    }

    /** The array of a new list has room for 10, and then for 15. */
    static List<Object> grown() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            list.add(NAME);
        }
        return list;
    }
    // endregion
}
