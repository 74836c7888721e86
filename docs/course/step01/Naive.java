package step01;

import course.Fact;
import course.Ids;
import course.UnitOfWork;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** An exchange written without regard to its cost in memory. */
@SuppressWarnings({"UnusedVariable", "JavaUtilDate"}) // fields that a framework would use; step 2 discusses the Date
final class Naive {
    /*
     * Routing frameworks were built like this around 2022. Every class is reasonable, and every line that makes an
     * object would pass a review. The later steps reduce it.
     */

    private Naive() {}

    // region exchange
    static final class Exchange {
        final Object context;
        final String id = Ids.next();
        final Date created = new Date();
        final Map<String, Object> properties = new HashMap<>();
        final Map<Fact, Object> facts = new EnumMap<>(Fact.class);
        final Extension extension = new Extension(this);
        final UnitOfWork unitOfWork = new UnitOfWork(this);
        final Message message = new Message(this);
        Boolean answerExpected = false;
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
        Boolean redelivered = false;
        Boolean rollbackOnly = false;
        Boolean rollbackOnlyLast = false;
        Boolean routeStop = false;
        Boolean notifyEvent = false;
        Boolean interrupted = false;
        Boolean failureHandled = false;
        Integer redeliveryCounter = 0;
        Long receivedTime = System.currentTimeMillis();
        String historyNodeId;
        String historyNodeLabel;

        Extension(Exchange exchange) {
            this.exchange = exchange;
        }
    }
    // endregion
}
