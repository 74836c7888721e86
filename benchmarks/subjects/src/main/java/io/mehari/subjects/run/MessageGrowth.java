package io.mehari.subjects.run;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Does the cost of a header or a property depend on the number of headers or properties? */
final class MessageGrowth {
    private static final int OPERATIONS = 20_000;
    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext();

    private MessageGrowth() {}

    private static String[] names(String prefix, int count) {
        String[] names = new String[count];
        Arrays.setAll(names, i -> prefix + i);
        return names;
    }

    static GrowthWork readHeaders(int count) {
        Exchange exchange = CONTEXT.createExchange();
        String[] names = names("Header-", count);
        for (String name : names) {
            exchange.setHeader(name, name);
        }
        return reads(names, name -> name.toUpperCase(Locale.ROOT), exchange::getHeader);
    }

    static GrowthWork readProperties(int count) {
        Exchange exchange = CONTEXT.createExchange();
        String[] names = names("property", count);
        for (String name : names) {
            exchange.setProperty(name, name);
        }
        return reads(names, name -> name, exchange::getProperty);
    }

    /** The spellings are constants, as in a program, so their hash codes are computed before. */
    private static GrowthWork reads(
            String[] names, UnaryOperator<String> spelling, Function<String, @Nullable Object> reader) {
        String[] spelled = Arrays.stream(names).map(spelling).toArray(String[]::new);
        return () -> {
            for (int i = 0, at = 0; i < OPERATIONS; i++, at = at + 1 < names.length ? at + 1 : 0) {
                if (reader.apply(spelled[at]) != names[at]) {
                    throw new AssertionError(names[at]);
                }
            }
            return OPERATIONS;
        };
    }

    static GrowthWork writeHeaders(int count) {
        String[] names = names("Header-", count);
        return messages(count, exchange -> {
            for (String name : names) {
                exchange.setHeader(name, name);
            }
        });
    }

    static GrowthWork writeProperties(int count) {
        String[] names = names("property", count);
        return messages(count, exchange -> {
            for (String name : names) {
                exchange.setProperty(name, name);
            }
        });
    }

    private static GrowthWork messages(int count, Consumer<Exchange> writing) {
        int messages = Math.max(1, OPERATIONS / count);
        Exchange[] last = new Exchange[1];
        return () -> {
            for (int i = 0; i < messages; i++) {
                Exchange exchange = CONTEXT.createExchange();
                writing.accept(exchange);
                last[0] = exchange;
            }
            return (long) messages * count;
        };
    }
}
