package step05;

import course.Ids;
import course.UnitOfWork;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Every message has a map for headers, a map for properties and an id. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class Before {

    private Before() {}

    // region exchange
    abstract static class Message {
        final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Object body;

        Object getHeader(String name) {
            return headers.get(name);
        }

        void setHeader(String name, Object value) {
            headers.put(name, value);
        }
    }

    static final class Exchange extends Message {
        final Object context;
        final String id = Ids.next();
        final long created = System.currentTimeMillis();
        final Map<String, Object> properties = new HashMap<>();
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

        Object getProperty(String name) {
            return properties.get(name);
        }

        void setProperty(String name, Object value) {
            properties.put(name, value);
        }
    }
    // endregion
}
