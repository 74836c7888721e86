package step05;

import course.Ids;
import course.UnitOfWork;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Maps are created by the first write. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class After {

    private After() {}

    // region exchange
    abstract static class Message {
        Map<String, Object> headers; // null until the first write
        Object body;

        Object getHeader(String name) {
            return headers == null ? null : headers.get(name);
        }

        void setHeader(String name, Object value) {
            if (headers == null) {
                headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            }
            headers.put(name, value);
        }
    }

    static final class Exchange extends Message {
        final Object context;
        private String id; // created by the first read
        final long created = System.currentTimeMillis();
        Map<String, Object> properties; // null until the first write
        final UnitOfWork unitOfWork = new UnitOfWork(this);
        int flags; // answerExpected, redelivered, rollbackOnly, routeStop, ...
        int redeliveryCounter;
        int splitIndex;
        int splitSize;
        int loopIndex;
        Object fromEndpoint;
        String fromRouteId;
        Object historyNode;
        Throwable exception;

        Exchange(Object context) {
            this.context = context;
        }

        String id() {
            if (id == null) {
                id = Ids.next();
            }
            return id;
        }

        Object getProperty(String name) {
            return properties == null ? null : properties.get(name);
        }

        void setProperty(String name, Object value) {
            if (properties == null) {
                properties = new HashMap<>();
            }
            properties.put(name, value);
        }
    }
    // endregion
}
