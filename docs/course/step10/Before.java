package step10;

import java.util.HashMap;
import java.util.Map;

/** Properties in a hash map, created by the first property. */
final class Before {
    private Map<String, Object> properties;

    // region map
    Object get(String name) {
        return properties == null ? null : properties.get(name);
    }

    void put(String name, Object value) {
        if (properties == null) {
            properties = new HashMap<>();
        }
        properties.put(name, value);
    }
    // endregion

    Object storage() {
        return properties;
    }
}
