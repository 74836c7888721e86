package step02;

import course.MapCopy;
import course.Stage;

/** The exchange without boxes. */
public final class Rung implements Stage<After.Exchange> {

    private static final Object CONTEXT = new Object();

    private final MapCopy<String, Object> maps = new MapCopy<>();

    public Rung() {}

    @Override
    public After.Exchange create(Object body) {
        After.Exchange exchange = new After.Exchange(CONTEXT);
        exchange.message.body = body;
        return exchange;
    }

    @Override
    public void setHeader(After.Exchange exchange, String name, Object value) {
        exchange.message.headers.put(name, value);
    }

    @Override
    public Object getHeader(After.Exchange exchange, String name) {
        return exchange.message.headers.get(name);
    }

    @Override
    public void setProperty(After.Exchange exchange, String name, Object value) {
        exchange.properties.put(name, value);
    }

    @Override
    public Object getProperty(After.Exchange exchange, String name) {
        return exchange.properties.get(name);
    }

    @Override
    public After.Exchange copy(After.Exchange original) {
        After.Exchange copy = create(original.message.body);
        maps.putAll(original.message.headers, copy.message.headers);
        maps.putAll(original.properties, copy.properties);
        return copy;
    }
}
