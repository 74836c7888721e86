package step10;

import course.Fact;
import course.Ids;
import course.Stage;
import course.UnitOfWork;

/** The exchange with flat arrays, and tables for more than eight headers or properties. */
public final class Rung implements Stage<Rung.Exchange> {

    /** The exchange of step 9 with smaller storage. */
    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private final long created = System.currentTimeMillis();
        private Object body;
        private Object headers;
        private Object properties;
        private final UnitOfWork unitOfWork = new UnitOfWork(this);
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
        exchange.unitOfWork.addCompletion(completion);
    }

    @Override
    public void done(Exchange exchange) {
        exchange.unitOfWork.done();
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
}
