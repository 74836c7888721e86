package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.Predicate;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same text means the same, whatever object holds it (law S5). */
class TextMeaningTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<Object> came = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(Routes routes) {
        context.addRoutes(routes);
        context.start();
    }

    // ---- keys

    @Test
    void s5_keysWithTheSameTextAreOneGroup() {
        start(r -> r.from("direct:in")
                .aggregate(header("key"), AggregationStrategies.groupedBody())
                .completionSize(5)
                .process(exchange -> came.add(exchange.getProperty(Exchange.AGGREGATED_CORRELATION_KEY)))
                .process(exchange -> came.add(exchange.getBody())));
        Object[] keys = {1, "1", 1L, (byte) 1, "1".getBytes(UTF_8)};
        for (Object key : keys) {
            template.sendBodyAndHeader("direct:in", key.getClass().getSimpleName(), "key", key);
        }
        assertThat(came).containsExactly("1", List.of("Integer", "String", "Long", "Byte", "byte[]"));
    }

    @Test
    void s5_keysThatAreNoTextAreComparedByEquals() {
        start(r -> r.from("direct:in")
                .aggregate(header("key"), AggregationStrategies.groupedBody())
                .completionSize(2)
                .process(exchange -> came.add(exchange.getProperty(Exchange.AGGREGATED_CORRELATION_KEY))));
        template.sendBodyAndHeader("direct:in", "a", "key", List.of(1));
        template.sendBodyAndHeader("direct:in", "b", "key", List.of("1"));
        template.sendBodyAndHeader("direct:in", "c", "key", List.of(1));
        template.sendBodyAndHeader("direct:in", "d", "key", List.of("1"));
        assertThat(came).containsExactly(List.of(1), List.of("1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void s5_aBlankKeyIsRefused(String key) {
        start(r -> r.from("direct:in")
                .aggregate(header("key"), AggregationStrategies.groupedBody())
                .completionSize(2));
        assertThatThrownBy(() -> template.sendBodyAndHeader("direct:in", "a", "key", key))
                .isInstanceOf(RoutingExecutionException.class)
                .cause()
                .isInstanceOf(InvalidCorrelationKeyException.class)
                .hasMessageContaining("blank");
    }

    // ---- bytes

    @Test
    void s5_bytesAreComparedAsTheTextThatTheyAre() {
        byte[] seven = "7".getBytes(UTF_8);
        assertThat(matches(body().isGreaterThan(5), seven)).isTrue();
        assertThat(matches(body().isEqualTo(7), seven)).isTrue();
        assertThat(matches(body().isEqualTo("7"), seven)).isTrue();
        assertThat(matches(body().isEqualTo(seven.clone()), seven)).isTrue();
        assertThat(matches(body().isLessThan(5L), seven)).isFalse();
        assertThat(matches(body().in(6, 7), seven)).isTrue();
    }

    @Test
    void s5_bytesAndStreamsConvertAsTheirTextDoes() {
        for (Object value :
                List.of("12", "12".getBytes(UTF_8), "12".toCharArray(), new StringReader("12"), bytes("12"))) {
            assertThat(context.getTypeConverter().convertTo(Integer.class, null, value))
                    .isEqualTo(12);
        }
        assertThat(context.getTypeConverter().convertTo(Boolean.class, null, "true".getBytes(UTF_8)))
                .isTrue();
        assertThat(context.getTypeConverter().convertTo(TimeUnit.class, null, bytes("days")))
                .isEqualTo(TimeUnit.DAYS);
        assertThatThrownBy(() -> context.getTypeConverter().convertTo(Integer.class, null, bytes("a")))
                .hasMessageContaining("not a whole number");
        assertThat(context.getTypeConverter().convertTo(TextMeaningTest.class, null, bytes("a")))
                .isNull();
    }

    @Test
    void s5_bytesGiveTheSizeOfAGroup() {
        start(r -> r.from("direct:in")
                .aggregate(header("key"), AggregationStrategies.groupedBody())
                .completionSize(header("size"))
                .process(exchange -> came.add(exchange.getBody())));
        for (String each : List.of("a", "b")) {
            template.sendBodyAndHeaders("direct:in", each, java.util.Map.of("key", 1, "size", "2".getBytes(UTF_8)));
        }
        assertThat(came).containsExactly(List.of("a", "b"));
    }

    @Test
    void s5_differentBytesAreNotEqualAlsoIfNeitherIsText() {
        assertThat(matches(body().isEqualTo(new byte[] {(byte) 0x80}), new byte[] {(byte) 0x81}))
                .isFalse();
    }

    @Test
    void s5_whatIsAbsentIsNoPartOfAText() {
        assertThat(matches(body().contains(header("word")), "annulled")).isFalse();
        assertThat(matches(body().in(header("word"), "x"), "null")).isFalse();
        assertThat(matches(body().in(simple("null"), "x"), "null")).isTrue();
        assertThat(matches(body().contains(5), List.of(5L))).isTrue();
    }

    @Test
    void s5_aNumberIsTrueUnlessItIsZero() {
        assertThat(matches(body().isEqualTo(true), 5)).isTrue();
        assertThat(matches(body().isEqualTo(true), 0)).isFalse();
        assertThat(matches(body().isEqualTo(true), "yes")).isFalse();
    }

    private boolean matches(Predicate condition, Object value) {
        Exchange exchange = context.createExchange();
        exchange.setBody(value);
        return condition.matches(exchange);
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    // ---- tokens

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "a,b,,>[a, b, ]",
                "a,b,>[a, b]",
                ",a>[, a]",
                ",>[]",
                "a,,b>[a, , b]",
                " a , b > [ a ,  b ]",
                "a>[a]"
            })
    void s5_aTokenEndsAPieceOfATextOfBytesAndOfAStream(String text, String pieces) {
        start(r -> r.from("direct:in").split(body().tokenize(",")).process(exchange -> came.add(exchange.getBody())));
        for (Object body : new Object[] {text, text.getBytes(UTF_8), new StringReader(text), bytes(text)}) {
            came.clear();
            template.sendBody("direct:in", body);
            assertThat(came.toString().trim()).as(body.getClass().getName()).isEqualTo(pieces.trim());
        }
    }

    @Test
    void s5_tokensOfAStreamAreFoundWhereverItsBufferEnds() {
        start(r -> r.from("direct:in")
                .split(body().tokenize("<>"))
                .streaming()
                .process(exchange -> came.add(exchange.getBody())));
        String piece = "x".repeat(1022);
        template.sendBody("direct:in", new StringReader((piece + "x<>").repeat(3) + piece + "<>é"));
        assertThat(came).containsExactly(piece + "x", piece + "x", piece + "x", piece, "é");
    }

    @Test
    void s5_theSizeOfATokenizedTextIsKnown() {
        start(r -> {
            r.from("direct:in")
                    .split(body().tokenize(",", 2))
                    .process(exchange -> came.add(exchange.getProperty(Exchange.SPLIT_SIZE)))
                    .to("direct:together");
            r.from("direct:together")
                    .aggregate(exchange -> "all", AggregationStrategies.groupedBody())
                    .completionSize(exchangeProperty(Exchange.SPLIT_SIZE))
                    .process(exchange -> came.add(exchange.getBody()));
        });
        template.sendBody("direct:in", "a,b,c,");
        assertThat(came).containsExactly(2, 2, List.of("a,b", "c"));
    }
}
