package io.mehari.lab.fork;

import io.mehari.lab.api.MapMaker;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Law: a name is found in any mix of upper and lower case, by each method and by each view. */
final class Spelling {
    private static final String NAME = "Content-Type";
    private static final String OTHER = "content-TYPE";

    private Spelling() {}

    static RunLaws.Outcome check(MapMaker maker) {
        return new Cases("any spelling finds a name")
                .check("get", () -> one(maker).get(OTHER) != null)
                .check("containsKey", () -> one(maker).containsKey(OTHER))
                .check("remove", () -> removes(one(maker), map -> map.remove(OTHER)))
                .check("put", () -> puts(one(maker)))
                .check("keySet().contains", () -> one(maker).keySet().contains(OTHER))
                .check(
                        "keySet().remove",
                        () -> removes(one(maker), map -> map.keySet().remove(OTHER)))
                .check(
                        "keySet().removeAll",
                        () -> removes(one(maker), map -> map.keySet().removeAll(List.of(OTHER))))
                .outcome();
    }

    private static Map<String, Object> one(MapMaker maker) {
        Map<String, Object> map = maker.newMap();
        map.put(NAME, "text/plain");
        return map;
    }

    private static boolean puts(Map<String, Object> map) {
        map.put(OTHER, "text/html");
        return map.size() == 1 && "text/html".equals(map.get(NAME));
    }

    private static boolean removes(Map<String, Object> map, Consumer<Map<String, Object>> change) {
        change.accept(map);
        return map.isEmpty();
    }
}
