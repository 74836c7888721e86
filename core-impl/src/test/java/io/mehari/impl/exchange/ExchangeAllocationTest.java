package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What exchanges cost in bytes: the first rows of the design's budget, and E5: reading is free. */
class ExchangeAllocationTest {
    /*
     * Each figure is what it is today, exactly; the budget stands beside it. An array of n references takes 16 + 4n
     * bytes, rounded up to 8: one for the layout, and one for each value that usually follows. So the names here are
     * used by no other test, since others' messages with the same first names would count as usual.
     */
    private static final String BODY = "body";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExchangeFactory exchanges =
            context.getRoutingContextExtension().getExchangeFactory();

    private Exchange create() {
        return withBody(exchanges.create(ExchangePattern.InOnly));
    }

    private Exchange createWithFiveHeadersAndTwoProperties() {
        Exchange exchange = create();
        exchange.setHeader("own-one", BODY);
        exchange.setHeader("own-two", BODY);
        exchange.setHeader("own-three", BODY);
        exchange.setHeader("own-four", BODY);
        exchange.setHeader("own-five", BODY);
        exchange.setProperty("own-one", BODY);
        exchange.setProperty("own-two", BODY);
        return exchange;
    }

    @BeforeAll
    static void forgetLayoutsOfOtherTests() {
        System.gc();
    }

    private static void assertBytes(long exactly, long budget, Supplier<?> operation) {
        assertThat(AllocatedBytes.perCall(operation)).isEqualTo(exactly).isLessThanOrEqualTo(budget);
    }

    @Test
    void e1_newExchangeWithABodyIsOneObjectOf80Bytes() {
        assertBytes(80, 80, this::create);
        AbstractExchange[] exchanges = new DefaultExchange[1];
        AbstractExchange first = (AbstractExchange) create();
        Origin origin = first.origin();
        assertBytes(
                80,
                80,
                () -> { // the exchange alone is all of it
                    exchanges[0] = new DefaultExchange(origin, 1, ExchangePattern.InOnly, null);
                    return exchanges[0];
                });
        Map<String, Object> references = new TreeMap<>(FullExchange.values(create()));
        references.values().removeIf(value -> value == null || value instanceof Number || value instanceof Character);
        assertThat(references)
                .as("what it refers to, it did not make")
                .isEqualTo(Map.of("body", BODY, "origin", ((AbstractExchange) create()).origin()));
    }

    @Test
    void e1_thePublicConstructorsMakeTheSameOneObject() {
        Endpoint endpoint = context.getEndpoint("direct:orders");
        assertBytes(80, 80, () -> withBody(new DefaultExchange(context)));
        assertBytes(80, 80, () -> withBody(endpoint.createExchange()));
        assertThat(new DefaultExchange(context).getFromEndpoint()).isNull();
        assertThat(endpoint.createExchange().getFromEndpoint()).isSameAs(endpoint);
    }

    private static Exchange withBody(Exchange exchange) {
        exchange.setBody(BODY);
        return exchange;
    }

    @Test
    void e1_firstHeaderAddsOneSmallArray() {
        assertBytes(104, 136, () -> {
            Exchange exchange = create();
            exchange.setHeader("own-alone", BODY);
            return exchange;
        });
    }

    /** Beside Camel 4.22.0, whose figure is the least for that many headers and up to the next row. */
    @ParameterizedTest
    @CsvSource({
        "1, 944",
        "12, 944",
        "13, 1448",
        "24, 1448",
        "25, 2368",
        "48, 2368",
        "49, 4120",
        "96, 4120",
        "97, 7536",
        "192, 7536",
        "193, 14280",
        "200, 14280"
    })
    void e1_anyNumberOfHeadersTakesFewerBytesThanInCamel(int count, int camel) {
        String[] names = new String[count];
        Arrays.setAll(names, i -> "own-header-" + i);
        assertThat(AllocatedBytes.perCall(() -> {
                    Exchange exchange = create();
                    for (String name : names) {
                        exchange.setHeader(name, BODY);
                    }
                    return exchange;
                }))
                .isLessThan(camel);
    }

    @Test
    void e1_fiveHeadersAndTwoProperties() {
        assertBytes(152, 264, this::createWithFiveHeadersAndTwoProperties);
    }

    @Test
    void e6_aCopyThatIsOnlyReadAllocatesOneObject() {
        Exchange original = createWithFiveHeadersAndTwoProperties();
        assertBytes(80, 88, () -> {
            Exchange copy = original.copy();
            return copy.getHeader("OWN-FIVE") == BODY && copy.getProperty("own-two") == BODY ? copy : null;
        });
    }

    @Test
    void e6_aCopyWithOneHeaderWrittenAllocatesOneArrayMore() {
        Exchange original = createWithFiveHeadersAndTwoProperties();
        assertBytes(120, 176, () -> {
            Exchange copy = original.copy();
            copy.setHeader("own-five", "other");
            return copy;
        });
        assertBytes(128, 176, () -> {
            Exchange copy = original.copy();
            copy.setHeader("own-six", BODY);
            return copy;
        });
    }

    @Test
    void u1_theFirstCompletionAllocatesOnlyTheUnitOfWork() {
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
        Exchange many = create();
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
        seen += count(each.getHeader("own-one"));
        seen += count(each.getHeader("OWN-FIVE"));
        seen += count(each.getHeader("header19"));
        seen += count(each.getHeader("HEADER7"));
        seen += count(each.getHeader("absent"));
        seen += count(each.getHeader("own-one", String.class));
        seen += count(each.getHeader("absent", String.class));
        seen += count(each.getHeaderOrDefault("absent", "default"));
        seen += count(each.getHeader("absent", "default", String.class));
        seen += count(each.getProperty("own-one"));
        seen += count(each.getProperty("property19"));
        seen += count(each.getProperty("absent"));
        seen += count(each.getProperty("own-two", String.class));
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
        Exchanges pool = new Exchanges(context, 4, false);
        assertBytes(0, 0, () -> {
            Exchange exchange = pool.create(ExchangePattern.InOnly);
            exchange.setBody(BODY);
            Pools.release(exchange);
            return exchange;
        });
    }
}
