package step05;

import course.UnitOfWork;
import java.util.Map;
import java.util.TreeMap;

/** Lazy in the wrong place: a read creates the map. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class Tempting {

    private Tempting() {}

    static class Exchange {
        // region headers
        Map<String, Object> headers;

        Map<String, Object> headers() {
            if (headers == null) {
                headers = newMap();
            }
            return headers;
        }

        Object getHeader(String name) {
            return headers().get(name);
        }
        // endregion

        Map<String, Object> newMap() {
            return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        }

        final UnitOfWork unitOfWork = new UnitOfWork(this);
    }
}
