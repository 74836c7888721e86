package step05;

import course.MapCopy;
import course.Stage;
import java.util.HashMap;
import java.util.TreeMap;

/** The exchange whose maps are created by the first write. */
public final class Rung implements Stage<After.Exchange> {

    private static final Object CONTEXT = new Object();

    private final MapCopy<String, Object> maps = new MapCopy<>();

    public Rung() {}

    @Override
    public After.Exchange create(Object body) {
        After.Exchange exchange = new After.Exchange(CONTEXT);
        exchange.body = body;
        return exchange;
    }

    @Override
    public void setHeader(After.Exchange exchange, String name, Object value) {
        exchange.setHeader(name, value);
    }

    @Override
    public Object getHeader(After.Exchange exchange, String name) {
        return exchange.getHeader(name);
    }

    @Override
    public void setProperty(After.Exchange exchange, String name, Object value) {
        exchange.setProperty(name, value);
    }

    @Override
    public Object getProperty(After.Exchange exchange, String name) {
        return exchange.getProperty(name);
    }

    @Override
    public After.Exchange copy(After.Exchange original) {
        After.Exchange copy = create(original.body);
        copy.splitIndex = original.splitIndex;
        copy.splitSize = original.splitSize;
        copy.loopIndex = original.loopIndex;
        if (original.headers != null) {
            copy.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            maps.putAll(original.headers, copy.headers);
        }
        if (original.properties != null) {
            copy.properties = new HashMap<>();
            maps.putAll(original.properties, copy.properties);
        }
        return copy;
    }
}
