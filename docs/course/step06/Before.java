package step06;

import java.util.Map;
import java.util.TreeMap;

/** Headers in the JDK's case-insensitive map. */
final class Before {

    // region headers
    private final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    Object get(String name) {
        return headers.get(name);
    }

    void put(String name, Object value) {
        headers.put(name, value);
    }
    // endregion

    Iterable<String> names() {
        return headers.keySet();
    }
}
