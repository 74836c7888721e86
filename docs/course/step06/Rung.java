package step06;

import course.MapCopy;
import course.Stage;
import course.UnitOfWork;
import java.util.HashMap;
import java.util.Map;

/** The exchange with headers in a hash table of our own. */
public final class Rung implements Stage<Rung.Exchange> {

    /** The exchange of step 5 with other headers. */
    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private final long created = System.currentTimeMillis();
        private Object body;
        private After headers;
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

    @Override
    public Exchange create(Object body) {
        Exchange exchange = new Exchange();
        exchange.body = body;
        return exchange;
    }

    @Override
    public void setHeader(Exchange exchange, String name, Object value) {
        if (exchange.headers == null) {
            exchange.headers = new After();
        }
        exchange.headers.put(name, value);
    }

    @Override
    public Object getHeader(Exchange exchange, String name) {
        return exchange.headers == null ? null : exchange.headers.get(name);
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
    public Exchange copy(Exchange original) {
        Exchange copy = create(original.body);
        copy.splitIndex = original.splitIndex;
        copy.splitSize = original.splitSize;
        copy.loopIndex = original.loopIndex;
        if (original.headers != null) {
            copy.headers = original.headers.copy();
        }
        if (original.properties != null) {
            copy.properties = new HashMap<>();
            maps.putAll(original.properties, copy.properties);
        }
        return copy;
    }
}
