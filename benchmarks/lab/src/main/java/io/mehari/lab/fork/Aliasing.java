package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import io.mehari.lab.api.MapMaker.Holder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Law: a write to a message does not change its copy, and a write to the copy does not change the message, whichever
 * view is used for the write.
 */
final class Aliasing {
    private static final String NAME = "priority";

    private Aliasing() {}

    static RunLaws.Outcome check(MapMaker maker) {
        Cases cases = new Cases("a copy and its origin do not write into each other");
        roads().forEach((name, road) -> {
            cases.check(name + ", map got after the copy", () -> stays(maker, road, false, false));
            cases.check(name + ", map held since before the copy", () -> stays(maker, road, true, false));
            cases.check(name + ", of the copy", () -> stays(maker, road, false, true));
        });
        return cases.outcome();
    }

    private static Map<String, Consumer<Map<String, Object>>> roads() {
        Map<String, Consumer<Map<String, Object>>> roads = new LinkedHashMap<>();
        roads.put("put", map -> map.put(NAME, "changed"));
        roads.put("remove", map -> map.remove(NAME));
        roads.put("clear", Map::clear);
        roads.put("entry.setValue", map -> map.entrySet().iterator().next().setValue("changed"));
        roads.put("iterator.remove", Aliasing::removeFirst);
        roads.put("keySet().remove", map -> map.keySet().remove(NAME));
        roads.put("values().clear", map -> map.values().clear());
        roads.put("replaceAll", map -> map.replaceAll((name, value) -> "changed"));
        return roads;
    }

    private static void removeFirst(Map<String, Object> map) {
        Iterator<Map.Entry<String, Object>> all = map.entrySet().iterator();
        all.next();
        all.remove();
    }

    /** Whether a write to one side leaves the other side unchanged. */
    private static boolean stays(
            MapMaker maker, Consumer<Map<String, Object>> road, boolean heldBefore, boolean writesToCopy) {
        Holder origin = maker.newHolder();
        origin.map().put(NAME, "high");
        origin.map().put("region", "north");
        Map<String, Object> held = origin.map();
        Holder copy = origin.copy();
        Holder written = writesToCopy ? copy : origin;
        Holder other = writesToCopy ? origin : copy;
        road.accept(heldBefore ? held : written.map());
        Map<String, Object> kept = other.map();
        return kept.size() == 2 && "high".equals(kept.get(NAME)) && "north".equals(kept.get("region"));
    }
}
