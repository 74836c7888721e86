package step10;

import course.Stage;
import course.UnitOfWork;

/** The exchange with flat arrays. There is no index for headers here, since the measured messages have five. */
public final class Rung implements Stage<Rung.Exchange> {

    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private final long created = System.currentTimeMillis();
        private Object body;
        private Object[] headers;
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
    public void setHeader(Exchange exchange, String name, Object value) {
        if (exchange.takeOver(HEADERS_SHARED) && exchange.headers != null) {
            exchange.headers = exchange.headers.clone();
        }
        int at = find(exchange.headers, name);
        if (at >= 0) {
            exchange.headers[at + 1] = value;
        } else {
            exchange.headers = Flat.put(exchange.headers, name, value);
        }
    }

    @Override
    public Object getHeader(Exchange exchange, String name) {
        int at = find(exchange.headers, name);
        return at < 0 ? null : exchange.headers[at + 1];
    }

    /** The position of this name, compared with A-Z folded, or -1. */
    private static int find(Object[] pairs, String name) {
        int end = pairs == null ? 0 : Flat.end(pairs);
        for (int i = 0; i < end; i += 2) {
            if (pairs[i] == name || same((String) pairs[i], name)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean same(String one, String other) {
        boolean same = one.length() == other.length();
        for (int i = 0; same && i < one.length(); i++) {
            same = folded(one.charAt(i)) == folded(other.charAt(i));
        }
        return same;
    }

    private static int folded(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }

    @Override
    public void setProperty(Exchange exchange, String name, Object value) {
        if (exchange.takeOver(PROPERTIES_SHARED) && exchange.properties != null) {
            exchange.properties = exchange.properties instanceof Indexed indexed
                    ? indexed.copy()
                    : ((Object[]) exchange.properties).clone();
        }
        exchange.properties = After.put(exchange.properties, name, value);
    }

    @Override
    public Object getProperty(Exchange exchange, String name) {
        return After.get(exchange.properties, name);
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
