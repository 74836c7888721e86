package step04;

import course.Fact;
import course.Ids;
import course.UnitOfWork;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Every message has space for 67 facts. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class Before {

    private Before() {}

    // region exchange
    abstract static class Message {
        final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Object body;
    }

    static final class Exchange extends Message {
        final Object context;
        final String id = Ids.next();
        final long created = System.currentTimeMillis();
        final Map<String, Object> properties = new HashMap<>();
        final Map<Fact, Object> facts = new EnumMap<>(Fact.class);
        final UnitOfWork unitOfWork = new UnitOfWork(this);
        int flags; // answerExpected, redelivered, rollbackOnly, routeStop, ...
        int redeliveryCounter;
        Object fromEndpoint;
        String fromRouteId;
        Object historyNode;
        Throwable exception;

        Exchange(Object context) {
            this.context = context;
        }

        Message message() {
            return this;
        }
    }
    // endregion
}
