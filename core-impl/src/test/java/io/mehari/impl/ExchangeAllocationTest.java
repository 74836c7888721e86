package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What exchanges cost in bytes: the first rows of the design's budget, and E5: reading is free. */
class ExchangeAllocationTest {
    /*
     * Each figure is what it is today, exactly; the budget stands beside it. An array of n references takes 16 + 4n
     * bytes, rounded up to 8: first headers 32 (2 pairs), up to five 56, up to eight 80.
     */
    private static final String BODY = "body";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExchangeFactory exchanges =
            context.getRoutingContextExtension().getExchangeFactory();

    private Exchange create() {
        Exchange exchange = exchanges.create(ExchangePattern.InOnly);
        exchange.setBody(BODY);
        return exchange;
    }

    private Exchange createWithFiveHeadersAndTwoProperties() {
        Exchange exchange = create();
        exchange.setHeader("one", BODY);
        exchange.setHeader("two", BODY);
        exchange.setHeader("three", BODY);
        exchange.setHeader("four", BODY);
        exchange.setHeader("five", BODY);
        exchange.setProperty("one", BODY);
        exchange.setProperty("two", BODY);
        return exchange;
    }

    private static void assertBytes(long exactly, long budget, Supplier<?> operation) {
        assertThat(AllocatedBytes.perCall(operation)).isEqualTo(exactly).isLessThanOrEqualTo(budget);
    }

    @Test
    void e1_newExchangeWithABodyIsOneObjectOf80Bytes() {
        assertBytes(80, 80, this::create);
        DefaultExchange[] exchanges = new DefaultExchange[1];
        Origin origin = ((DefaultExchange) create()).origin();
        assertBytes(
                80,
                80,
                () -> { // the exchange alone is all of it
                    exchanges[0] = new DefaultExchange(origin, 1, ExchangePattern.InOnly, null);
                    return exchanges[0];
                });
        Map<String, Object> references = new TreeMap<>(FullExchange.values(create()));
        references.values().removeIf(value -> value == null || value instanceof Number);
        assertThat(references)
                .as("what it refers to, it did not make")
                .isEqualTo(Map.of("body", BODY, "origin", ((DefaultExchange) create()).origin()));
    }

    @Test
    void e1_firstHeaderAddsOneSmallArray() {
        assertBytes(112, 136, () -> {
            Exchange exchange = create();
            exchange.setHeader("one", BODY);
            return exchange;
        });
    }

    @Test
    void e1_fiveHeadersAndTwoProperties() {
        assertBytes(200, 264, this::createWithFiveHeadersAndTwoProperties);
    }

    @Test
    void e6_copyThatIsOnlyRead() {
        Exchange original = createWithFiveHeadersAndTwoProperties();
        assertBytes(80, 88, () -> {
            Exchange copy = original.copy();
            return copy.getHeader("FIVE") == BODY && copy.getProperty("two") == BODY ? copy : null;
        });
    }

    @Test
    void e6_copyOnWhichOneHeaderIsWritten() {
        Exchange original = createWithFiveHeadersAndTwoProperties();
        assertBytes(136, 176, () -> {
            Exchange copy = original.copy();
            copy.setHeader("five", "other");
            return copy;
        });
        assertBytes(160, 176, () -> {
            Exchange copy = original.copy();
            copy.setHeader("six", BODY);
            return copy;
        });
    }

    @Test
    void u1_firstCompletionAddsTheUnitOfWorkAlone() {
        Synchronization completion = new RecordedCompletion("c", new ArrayList<>());
        assertBytes(80 + 40, 80 + 48, () -> {
            Exchange exchange = create();
            exchange.getExchangeExtension().addOnCompletion(completion);
            return exchange;
        });
    }

    @Test
    void e1_idIsMadeByItsFirstRead() {
        context.getRoutingContextExtension().setUuidGenerator(() -> "id");
        assertBytes(80, 80, () -> {
            Exchange exchange = create();
            exchange.getExchangeId();
            return exchange;
        });
    }

    @Test
    void e5_readingAllocatesNothingAndChangesNothing() {
        Exchange exchange = createWithFiveHeadersAndTwoProperties();
        Exchange many = createWithFiveHeadersAndTwoProperties();
        for (int i = 0; i < 20; i++) {
            many.setHeader("header" + i, BODY);
            many.setProperty("property" + i, BODY);
        }
        exchange.setProperty(Exchange.SPLIT_INDEX, 7);
        many.setProperty(Exchange.SPLIT_INDEX, 7);
        exchange.getExchangeId();
        many.getExchangeId();
        for (Exchange each : new Exchange[] {exchange, many, create(), exchange.copy()}) {
            each.getExchangeId(); // its first read aside
            Map<String, Object> before = FullExchange.values(each);
            assertBytes(0, 0, () -> readAll(each));
            assertThat(FullExchange.values(each)).isEqualTo(before);
        }
    }

    private static Object readAll(Exchange each) {
        int seen = 0;
        seen += count(each.getBody());
        seen += count(each.getBody(String.class));
        seen += count(each.getHeader("one"));
        seen += count(each.getHeader("FIVE"));
        seen += count(each.getHeader("header19"));
        seen += count(each.getHeader("HEADER7"));
        seen += count(each.getHeader("absent"));
        seen += count(each.getHeader("one", String.class));
        seen += count(each.getHeader("absent", String.class));
        seen += count(each.getHeader("absent", "default"));
        seen += count(each.getHeader("absent", "default", String.class));
        seen += count(each.getProperty("one"));
        seen += count(each.getProperty("property19"));
        seen += count(each.getProperty("absent"));
        seen += count(each.getProperty("two", String.class));
        seen += count(each.getProperty("absent", "default", String.class));
        seen += count(each.getProperty(Exchange.SPLIT_INDEX, Integer.class));
        seen += count(each.getExchangeId());
        seen += count(each.getMessageId());
        seen += count(each.getException());
        seen += count(each.getException(IllegalStateException.class));
        seen += count(each.getContext());
        seen += count(each.getFromEndpoint());
        seen += count(each.getPattern());
        seen += count(each.removeHeader("absent"));
        seen += each.hasHeaders() ? 1 : 0;
        seen += each.hasProperties() ? 1 : 0;
        seen += each.isFailed() ? 1 : 0;
        seen += (int) each.getCreated();
        seen += each.getExchangeExtension().getSplitIndex();
        return seen == 0 ? each : BODY;
    }

    private static int count(Object value) {
        return value == null ? 0 : 1;
    }

    @Test
    void x1_pooledExchangeWithABodyAllocatesNothing() {
        PooledExchangeFactory pool = new PooledExchangeFactory(context, 4, false);
        assertBytes(0, 0, () -> {
            Exchange exchange = pool.create(ExchangePattern.InOnly);
            exchange.setBody(BODY);
            pool.release(exchange, pool.lease(exchange));
            return exchange;
        });
    }
}
