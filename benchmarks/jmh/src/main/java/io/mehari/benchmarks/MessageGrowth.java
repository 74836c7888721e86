package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;
import java.util.Arrays;
import java.util.Locale;
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

    /** The names are constants, as in a program, so their hash codes are already computed. */
    static GrowthWork readHeaders(int count) {
        Exchange exchange = new DefaultExchange(CONTEXT);
        String[] names = names("Header-", count);
        for (String name : names) {
            exchange.setHeader(name, name);
        }
        String[] others =
                Arrays.stream(names).map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new);
        return () -> {
            for (int i = 0, at = 0; i < OPERATIONS; i++, at = at + 1 < count ? at + 1 : 0) {
                seen(exchange.getHeader(others[at]), names[at]);
            }
            return OPERATIONS;
        };
    }

    static GrowthWork readProperties(int count) {
        Exchange exchange = new DefaultExchange(CONTEXT);
        String[] names = names("property", count);
        for (String name : names) {
            exchange.setProperty(name, name);
        }
        return () -> {
            for (int i = 0, at = 0; i < OPERATIONS; i++, at = at + 1 < count ? at + 1 : 0) {
                seen(exchange.getProperty(names[at]), names[at]);
            }
            return OPERATIONS;
        };
    }

    /** The comparison keeps the call from being removed. */
    private static void seen(@Nullable Object value, String expected) {
        if (value != expected) {
            throw new AssertionError("expected " + expected + ", found " + value);
        }
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

    private interface Writing {
        void to(Exchange exchange);
    }

    private static GrowthWork messages(int count, Writing writing) {
        int messages = Math.max(1, OPERATIONS / count);
        Exchange[] last = new Exchange[1];
        return () -> {
            for (int i = 0; i < messages; i++) {
                Exchange exchange = new DefaultExchange(CONTEXT);
                writing.to(exchange);
                last[0] = exchange;
            }
            return (long) messages * count;
        };
    }
}
