package step03;

import course.Fact;
import course.MapCopy;
import course.Stage;

/** One object for exchange, message and extension. */
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
    public Object getBody(After.Exchange exchange) {
        return exchange.body;
    }

    @Override
    public String id(After.Exchange exchange) {
        return exchange.id;
    }

    @Override
    public void setHeader(After.Exchange exchange, String name, Object value) {
        exchange.headers.put(name, value);
    }

    @Override
    public Object getHeader(After.Exchange exchange, String name) {
        return exchange.headers.get(name);
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
    public Object getFact(After.Exchange exchange, Fact fact) {
        return exchange.facts.get(fact);
    }

    @Override
    public void setFact(After.Exchange exchange, Fact fact, Object value) {
        exchange.facts.put(fact, value);
    }

    @Override
    public void addCompletion(After.Exchange exchange, Runnable completion) {
        exchange.unitOfWork.addCompletion(completion);
    }

    @Override
    public void done(After.Exchange exchange) {
        exchange.unitOfWork.done();
    }

    @Override
    public After.Exchange copy(After.Exchange original) {
        After.Exchange copy = create(original.body);
        maps.putAll(original.headers, copy.headers);
        maps.putAll(original.properties, copy.properties);
        copy.facts.putAll(original.facts);
        return copy;
    }
}
