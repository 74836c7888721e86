package step11;

import course.Stage;
import java.util.Arrays;

/** The last exchange of the ladder: whatever only some messages need is created on first use. */
public final class Rung implements Stage<Rung.Exchange> {

    /** The exchange of step 10 without its eager unit of work. Headers and properties are always flat arrays here. */
    @SuppressWarnings("UnusedVariable") // fields that a framework would use
    public static final class Exchange {
        private final Object context = CONTEXT;
        private String id;
        private final long created = System.currentTimeMillis();
        private Object body;
        private Object[] headers;
        private Object[] properties;
        private After.UnitOfWork unitOfWork; // created by its first use
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
        boolean shared = (exchange.flags & HEADERS_SHARED) != 0;
        exchange.flags &= ~HEADERS_SHARED;
        exchange.headers = put(exchange.headers, shared, find(exchange.headers, name, true), name, value);
    }

    @Override
    public Object getHeader(Exchange exchange, String name) {
        int at = find(exchange.headers, name, true);
        return at < 0 ? null : exchange.headers[at + 1];
    }

    @Override
    public void setProperty(Exchange exchange, String name, Object value) {
        boolean shared = (exchange.flags & PROPERTIES_SHARED) != 0;
        exchange.flags &= ~PROPERTIES_SHARED;
        exchange.properties = put(exchange.properties, shared, find(exchange.properties, name, false), name, value);
    }

    @Override
    public Object getProperty(Exchange exchange, String name) {
        int at = find(exchange.properties, name, false);
        return at < 0 ? null : exchange.properties[at + 1];
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

    // ---- flat arrays: name, value, name, value, ... and null after the last pair

    private static Object[] put(Object[] pairs, boolean shared, int at, String name, Object value) {
        if (pairs == null) {
            return new Object[] {name, value, null, null};
        }
        if (at >= 0) {
            Object[] mine = shared ? pairs.clone() : pairs;
            mine[at + 1] = value;
            return mine;
        }
        int end = end(pairs);
        Object[] mine = shared || end == pairs.length ? Arrays.copyOf(pairs, room(end + 2)) : pairs;
        mine[end] = name;
        mine[end + 1] = value;
        return mine;
    }

    private static int room(int needed) {
        return needed <= 4 ? 4 : needed <= 10 ? 10 : needed <= 16 ? 16 : 2 * needed;
    }

    private static int end(Object[] pairs) {
        int end = 0;
        while (end < pairs.length && pairs[end] != null) {
            end += 2;
        }
        return end;
    }

    private static int find(Object[] pairs, String name, boolean folded) {
        int end = pairs == null ? 0 : end(pairs);
        for (int i = 0; i < end; i += 2) {
            if (pairs[i].equals(name) || (folded && same((String) pairs[i], name))) {
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
}
