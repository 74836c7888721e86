package step05;

import course.Fact;
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
    public Object getBody(After.Exchange exchange) {
        return exchange.body;
    }

    @Override
    public String id(After.Exchange exchange) {
        return exchange.id();
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
    public Object getFact(After.Exchange exchange, Fact fact) {
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
    public void setFact(After.Exchange exchange, Fact fact, Object value) {
        switch (fact) {
            case SPLIT_INDEX -> exchange.splitIndex = (int) value + 1;
            case SPLIT_SIZE -> exchange.splitSize = (int) value + 1;
            case LOOP_INDEX -> exchange.loopIndex = (int) value + 1;
            default -> setProperty(exchange, fact.name(), value);
        }
    }

    @Override
    public int splitIndex(After.Exchange exchange) {
        return exchange.splitIndex - 1;
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
