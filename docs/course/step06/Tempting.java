package step06;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A hash map whose keys are folded names; it has to store the original name with the value. */
final class Tempting {

    // region headers
    record Header(String name, Object value) {}

    private final Map<String, Header> headers = new LinkedHashMap<>();

    Object get(String name) {
        Header header = headers.get(name.toLowerCase(Locale.ROOT));
        return header == null ? null : header.value;
    }

    void put(String name, Object value) {
        String folded = name.toLowerCase(Locale.ROOT);
        Header last = headers.get(folded);
        headers.put(folded, new Header(last == null ? name : last.name, value));
    }
    // endregion
}
