package step03;

import course.Fact;
import course.Ids;
import course.UnitOfWork;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Exchange, message and extension: three objects with the same lifetime. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class Before {

    private Before() {}

    // region exchange
    static final class Exchange {
        final Object context;
        final String id = Ids.next();
        final long created = System.currentTimeMillis();
        final Map<String, Object> properties = new HashMap<>();
        final Map<Fact, Object> facts = new EnumMap<>(Fact.class);
        final Extension extension = new Extension(this);
        final UnitOfWork unitOfWork = new UnitOfWork(this);
        final Message message = new Message(this);
        boolean answerExpected;
        Object fromEndpoint;
        String fromRouteId;
        Throwable exception;

        Exchange(Object context) {
            this.context = context;
        }
    }

    static final class Message {
        final Exchange exchange;
        final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        String id;
        Object body;

        Message(Exchange exchange) {
            this.exchange = exchange;
        }
    }

    static final class Extension {
        final Exchange exchange;
        int flags; // redelivered, rollbackOnly, rollbackOnlyLast, routeStop, notifyEvent, interrupted, failureHandled
        int redeliveryCounter;
        long receivedTime = System.currentTimeMillis();
        String historyNodeId;
        String historyNodeLabel;

        Extension(Exchange exchange) {
            this.exchange = exchange;
        }
    }
    // endregion
}
