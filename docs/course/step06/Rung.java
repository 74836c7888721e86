package step06;

import course.Fact;
import course.Ids;
import course.MapCopy;
import course.Stage;
import course.UnitOfWork;
import java.util.HashMap;
import java.util.Map;

/** The exchange with headers in a hash table of our own. The next two steps have another table. */
public class Rung implements Stage<Rung.Exchange> {

    /** The exchange of step 5 with other headers. */
    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private final long created = System.currentTimeMillis();
        private Object body;
        private Object headers;
        private Map<String, Object> properties;
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
    }

    private static final Object CONTEXT = new Object();

    private final MapCopy<String, Object> maps = new MapCopy<>();

    public Rung() {}

    // ---- the table of the headers

    protected Object newTable() {
        return new After();
    }

    protected Object get(Object table, String name) {
        return ((After) table).get(name);
    }

    protected void put(Object table, String name, Object value) {
        ((After) table).put(name, value);
    }

    protected Object copyOf(Object table) {
        return ((After) table).copy();
    }

    // ---- the exchange

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
        if (exchange.headers == null) {
            exchange.headers = newTable();
        }
        put(exchange.headers, name, value);
    }

    @Override
    public Object getHeader(Exchange exchange, String name) {
        return exchange.headers == null ? null : get(exchange.headers, name);
    }

    @Override
    public void setProperty(Exchange exchange, String name, Object value) {
        if (exchange.properties == null) {
            exchange.properties = new HashMap<>();
        }
        exchange.properties.put(name, value);
    }

    @Override
    public Object getProperty(Exchange exchange, String name) {
        return exchange.properties == null ? null : exchange.properties.get(name);
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
        if (original.headers != null) {
            copy.headers = copyOf(original.headers);
        }
        if (original.properties != null) {
            copy.properties = new HashMap<>();
            maps.putAll(original.properties, copy.properties);
        }
        return copy;
    }
}
