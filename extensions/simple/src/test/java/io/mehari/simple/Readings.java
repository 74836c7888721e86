package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.text.Condition;
import io.mehari.impl.text.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** What texts mean: as a value, in a log and as a condition. Needs the API and the core alone. */
public final class Readings {
    static final String REFUSED = "refused: ";

    private Readings() {}

    /** What the core and, if it is there, {@code mehari-simple} read. */
    public static List<String> ofAll(List<String> texts) {
        return of(texts, TextTemplate::parse, TextTemplate::forLog);
    }

    /** Three readings for each text. */
    static List<String> of(
            List<String> texts, Function<String, Expression> values, Function<String, Expression> logged) {
        List<String> readings = new ArrayList<>();
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            Exchange exchange = new DefaultExchange(context);
            exchange.setMessageId("the id");
            exchange.setBody("x");
            exchange.setHeader("n", 7);
            exchange.setHeader("t", "Hello");
            exchange.setHeader("a", Map.of("b", "of the map"));
            exchange.setHeader("size", 3);
            exchange.setProperty("p", Map.of("q", 5));
            exchange.setException(new IllegalStateException("disk"));
            for (String text : texts) {
                readings.add(reading(() -> values.apply(text), exchange));
                readings.add(reading(() -> logged.apply(text), exchange));
                readings.add(reading(() -> condition(values.apply(text)), exchange));
            }
        }
        return readings;
    }

    private static Expression condition(Expression value) {
        Predicate condition = Condition.conditionOf(value);
        return exchange -> condition.matches(exchange);
    }

    private static String reading(Callable<Expression> read, Exchange exchange) {
        Expression value;
        try {
            value = read.call();
        } catch (Exception e) {
            return REFUSED + e.getMessage();
        }
        String text = value instanceof TextTemplate ? value + ": " : "";
        try {
            Object found = value.evaluate(exchange);
            return text + (found == null ? "null" : found.getClass() + " " + found);
        } catch (RuntimeException e) {
            return text + e.getClass();
        }
    }
}
