package step01;

import course.Stage;

/** The top of the ladder. */
public final class Rung implements Stage {

    private static final Object CONTEXT = new Object();

    public Rung() {}

    @Override
    public Object create(Object body) {
        Naive.Exchange exchange = new Naive.Exchange(CONTEXT);
        exchange.message.body = body;
        return exchange;
    }

    @Override
    public void setHeader(Object exchange, String name, Object value) {
        ((Naive.Exchange) exchange).message.headers.put(name, value);
    }

    @Override
    public Object getHeader(Object exchange, String name) {
        return ((Naive.Exchange) exchange).message.headers.get(name);
    }

    @Override
    public void setProperty(Object exchange, String name, Object value) {
        ((Naive.Exchange) exchange).properties.put(name, value);
    }

    @Override
    public Object getProperty(Object exchange, String name) {
        return ((Naive.Exchange) exchange).properties.get(name);
    }

    @Override
    public Object copy(Object exchange) {
        Naive.Exchange original = (Naive.Exchange) exchange;
        Naive.Exchange copy = new Naive.Exchange(CONTEXT);
        copy.message.body = original.message.body;
        copy.message.headers.putAll(original.message.headers);
        copy.properties.putAll(original.properties);
        copy.facts.putAll(original.facts);
        return copy;
    }
}
