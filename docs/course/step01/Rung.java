package step01;

import course.MapCopy;
import course.Stage;

/** The naive exchange, with which the ladder begins. */
public final class Rung implements Stage<Naive.Exchange> {

    private static final Object CONTEXT = new Object();

    private final MapCopy<String, Object> maps = new MapCopy<>();

    public Rung() {}

    @Override
    public Naive.Exchange create(Object body) {
        Naive.Exchange exchange = new Naive.Exchange(CONTEXT);
        exchange.message.body = body;
        return exchange;
    }

    @Override
    public void setHeader(Naive.Exchange exchange, String name, Object value) {
        exchange.message.headers.put(name, value);
    }

    @Override
    public Object getHeader(Naive.Exchange exchange, String name) {
        return exchange.message.headers.get(name);
    }

    @Override
    public void setProperty(Naive.Exchange exchange, String name, Object value) {
        exchange.properties.put(name, value);
    }

    @Override
    public Object getProperty(Naive.Exchange exchange, String name) {
        return exchange.properties.get(name);
    }

    @Override
    public Naive.Exchange copy(Naive.Exchange original) {
        Naive.Exchange copy = create(original.message.body);
        maps.putAll(original.message.headers, copy.message.headers);
        maps.putAll(original.properties, copy.properties);
        return copy;
    }
}
