package step01;

import course.Fact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** An exchange as one writes it who thinks of the objects that he needs, and not of what they cost. */
@SuppressWarnings({"UnusedVariable", "JavaUtilDate"
}) // fields that a framework would use; what a Date costs is a question
final class Naive {
    /*
     * The shape that routing frameworks had around 2022. Every class in it is reasonable, and every line that makes an
     * object would pass a review. The later steps take it apart.
     */
    private static final AtomicLong IDS = new AtomicLong();

    private Naive() {}

    // region Exchange
    static final class Exchange {
        final Object context;
        final String id = nextId();
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

    static final class UnitOfWork {
        final Exchange exchange;
        final Lock lock = new ReentrantLock();
        final Deque<Object> routes = new ArrayDeque<>();
        final List<Runnable> completions = new ArrayList<>();

        UnitOfWork(Exchange exchange) {
            this.exchange = exchange;
        }
    }
    // endregion

    /** All ids are of one length, so that all exchanges cost the same. */
    private static String nextId() {
        char[] id = "ID-course-0000000000000000".toCharArray();
        long rest = IDS.getAndIncrement();
        for (int i = id.length - 1; rest != 0; i--) {
            id[i] = Character.forDigit((int) rest & 15, 16);
            rest >>>= 4;
        }
        return String.valueOf(id);
    }
}
