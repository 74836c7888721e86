package step16;

import course.Fact;
import course.Ids;
import course.Stage;
import step10.Storage;

/** The last exchange of the course: it can be reset, so that a pool can use it again. */
public final class Rung implements Stage<Rung.Exchange> {

    /** The exchange of step 12; only its context is final. */
    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private long created = System.currentTimeMillis();
        private Object body;
        private Object headers;
        private Object properties;
        private UnitOfWork unitOfWork;
        private int flags;
        private int redeliveryCounter;
        private int splitIndex;
        private int splitSize;
        private int loopIndex;
        private Object fromEndpoint;
        private String fromRouteId;
        private Object historyNode;
        private Throwable exception;

        private Exchange() {}

        private boolean takeOver(int mark) {
            boolean shared = (flags & mark) != 0;
            flags &= ~mark;
            return shared;
        }
    }

    private static final Object CONTEXT = new Object();
    private static final int HEADERS_SHARED = 1;
    private static final int PROPERTIES_SHARED = 2;

    /** The completions as a chain, the last one first: no cast is needed to find the next one. */
    private static final class UnitOfWork {
        private Completion last;

        void addCompletion(Runnable completion) {
            last = new Completion(completion, last);
        }

        void done() {
            Completion next = last;
            last = null;
            while (next != null) {
                next.run.run();
                next = next.before;
            }
        }
    }

    private static final class Completion {
        final Runnable run;
        final Completion before;

        Completion(Runnable run, Completion before) {
            this.run = run;
            this.before = before;
        }
    }

    public Rung() {}

    @Override
    public Exchange create(Object body) {
        Exchange exchange = new Exchange();
        exchange.body = body;
        return exchange;
    }

    @Override
    public Object getBody(Exchange exchange) {
        return exchange.body;
    }

    @Override
    public String id(Exchange exchange) {
        if (exchange.id == null) {
            exchange.id = Ids.next();
        }
        return exchange.id;
    }

    @Override
    public void setHeader(Exchange exchange, String name, Object value) {
        boolean shared = exchange.takeOver(HEADERS_SHARED);
        exchange.headers = Storage.putHeader(exchange.headers, shared, name, value);
    }

    @Override
    public Object getHeader(Exchange exchange, String name) {
        return Storage.getHeader(exchange.headers, name);
    }

    @Override
    public void setProperty(Exchange exchange, String name, Object value) {
        boolean shared = exchange.takeOver(PROPERTIES_SHARED);
        exchange.properties = Storage.putProperty(exchange.properties, shared, name, value);
    }

    @Override
    public Object getProperty(Exchange exchange, String name) {
        return Storage.getProperty(exchange.properties, name);
    }

    @Override
    public Object getFact(Exchange exchange, Fact fact) {
        return switch (fact) {
            case SPLIT_INDEX -> boxed(exchange.splitIndex);
            case SPLIT_SIZE -> boxed(exchange.splitSize);
            case LOOP_INDEX -> boxed(exchange.loopIndex);
            default -> getProperty(exchange, fact.name());
        };
    }

    private static Object boxed(int stored) {
        return stored == 0 ? null : Integer.valueOf(stored - 1);
    }

    @Override
    public void setFact(Exchange exchange, Fact fact, Object value) {
        switch (fact) {
            case SPLIT_INDEX -> exchange.splitIndex = (int) value + 1;
            case SPLIT_SIZE -> exchange.splitSize = (int) value + 1;
            case LOOP_INDEX -> exchange.loopIndex = (int) value + 1;
            default -> setProperty(exchange, fact.name(), value);
        }
    }

    @Override
    public int splitIndex(Exchange exchange) {
        return exchange.splitIndex - 1;
    }

    @Override
    public void addCompletion(Exchange exchange, Runnable completion) {
        if (exchange.unitOfWork == null) {
            exchange.unitOfWork = new UnitOfWork();
        }
        exchange.unitOfWork.addCompletion(completion);
    }

    @Override
    public void done(Exchange exchange) {
        if (exchange.unitOfWork != null) {
            exchange.unitOfWork.done();
        }
    }

    @Override
    public Exchange copy(Exchange original) {
        Exchange copy = create(original.body);
        copy.splitIndex = original.splitIndex;
        copy.splitSize = original.splitSize;
        copy.loopIndex = original.loopIndex;
        original.flags |= HEADERS_SHARED | PROPERTIES_SHARED;
        copy.flags = HEADERS_SHARED | PROPERTIES_SHARED;
        copy.headers = original.headers;
        copy.properties = original.properties;
        return copy;
    }

    @Override
    public void reset(Exchange exchange) {
        exchange.id = null;
        exchange.created = 0;
        exchange.body = null;
        exchange.headers = null; // a copy may still use the array
        exchange.properties = null;
        exchange.unitOfWork = null;
        exchange.flags = 0;
        exchange.redeliveryCounter = 0;
        exchange.splitIndex = 0;
        exchange.splitSize = 0;
        exchange.loopIndex = 0;
        exchange.fromEndpoint = null;
        exchange.fromRouteId = null;
        exchange.historyNode = null;
        exchange.exception = null;
    }
}
