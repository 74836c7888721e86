package step01;

import course.Fact;
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
    public Object getBody(Naive.Exchange exchange) {
        return exchange.message.body;
    }

    @Override
    public String id(Naive.Exchange exchange) {
        return exchange.id;
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
    public Object getFact(Naive.Exchange exchange, Fact fact) {
        return exchange.facts.get(fact);
    }

    @Override
    public void setFact(Naive.Exchange exchange, Fact fact, Object value) {
        exchange.facts.put(fact, value);
    }

    @Override
    public void addCompletion(Naive.Exchange exchange, Runnable completion) {
        exchange.unitOfWork.addCompletion(completion);
    }

    @Override
    public void done(Naive.Exchange exchange) {
        exchange.unitOfWork.done();
    }

    @Override
    public Naive.Exchange copy(Naive.Exchange original) {
        Naive.Exchange copy = create(original.message.body);
        maps.putAll(original.message.headers, copy.message.headers);
        maps.putAll(original.properties, copy.properties);
        copy.facts.putAll(original.facts);
        return copy;
    }
}
