package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.exceptionMessage;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ValidationException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.internal.UnlikeCamel;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S6: what sends a message another way than in Camel 4.22.0 is said once. What is the same on both is not. */
class UnlikeCamelTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final CapturedLog log = new CapturedLog(UnlikeCamel.LOGGER);

    @BeforeEach
    void forget() {
        UnlikeCamel.forget();
    }

    @AfterEach
    void stop() {
        log.close();
        context.stop();
    }

    private void send(Consumer<RouteDefinition> steps, @Nullable Object body, @Nullable Object other) throws Exception {
        context.addRoutes(r -> steps.accept(r.from("direct:a").routeId("a")));
        context.start();
        for (int i = 0; i < 2; i++) {
            context.createProducerTemplate().send("direct:a", exchange -> {
                exchange.setBody(body);
                exchange.setHeader("other", other);
            });
        }
    }

    private static Object stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static List<Arguments> unlike() {
        return List.of(
                Arguments.of("${body} > ${header.other}", 2.5, 2, "Double and Integer, in route \"a\""),
                Arguments.of("${body} == ${header.other}", 1L, 1.5, "a fraction decided"),
                Arguments.of("${body} == ${header.other}", new BigDecimal("2.5"), 2L, "a fraction decided"),
                Arguments.of("${body} > ${header.other}", "x", 2, "without a common order"),
                Arguments.of("${body} < ${header.other}", "x", true, "without a common order"),
                Arguments.of("${body} < ${header.other}", stream("1"), 2, "without a common order"),
                Arguments.of("${body} >= ${header.other}", List.of(1), List.of(1), "without a common order"),
                Arguments.of("${body} < ${header.other}", null, null, "null was compared with null"),
                Arguments.of("${body} == ${header.other}", 1L, true, "of different types"),
                Arguments.of("${body} == ${header.other}", false, "yes", "of different types"),
                Arguments.of("${body} == ${header.other}", 7, "7\n", "of different types"),
                Arguments.of("${body} == ${header.other}", 10_000_000, "1.0E7", "of different types"),
                Arguments.of("${body} < ${header.other}", 7, "1.0E7", "without a common order"),
                Arguments.of("${body} == ${header.other}", stream("1"), 1, "of different types"),
                Arguments.of("${body} contains ${header.other}", List.of(1), "1", "of different types"),
                Arguments.of("${body} in ${header.other}", true, 1, "of different types"));
    }

    @ParameterizedTest
    @MethodSource("unlike")
    void s6_aComparisonWithAnotherResultIsSaidOnce(
            String text, @Nullable Object one, @Nullable Object other, String said) throws Exception {
        send(a -> a.filter().simple(text).end(), one, other);
        assertThat(log.messages())
                .singleElement()
                .asString()
                .contains("Unlike in Camel: ")
                .contains(said);
    }

    static List<Arguments> alike() {
        return List.of(
                Arguments.of(2.5, 1),
                Arguments.of(2, 2L),
                Arguments.of("2", 2),
                Arguments.of("2.5", 2),
                Arguments.of(2.5, 2.5),
                Arguments.of(1, true),
                Arguments.of("true", true),
                Arguments.of("a", "b"),
                Arguments.of(null, 1),
                Arguments.of(List.of("a"), "a"));
    }

    @ParameterizedTest
    @MethodSource("alike")
    void whatIsTheSameInCamelIsNotSaid(@Nullable Object one, @Nullable Object other) throws Exception {
        send(
                a -> a.filter()
                        .simple("${body} == ${header.other} || ${body} contains ${header.other}")
                        .end(),
                one,
                other);
        assertThat(log.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void s6_aCheckedExceptionOfCamelInAClauseForRuntimeExceptionIsSaid(boolean tries) throws Exception {
        send(
                a -> {
                    if (tries) {
                        a.doTry()
                                .validate(body().isNull())
                                .doCatch(RuntimeException.class)
                                .end();
                    } else {
                        a.onException(RuntimeException.class)
                                .handled(true)
                                .end()
                                .validate(body().isNull());
                    }
                },
                "x",
                null);
        assertThat(log.messages()).singleElement().asString().contains("PredicateValidationException");
    }

    @Test
    void s6_aStreamAsANumberIsSaidAndAStreamThatTwoStepsReadIsNot() throws Exception {
        send(a -> a.setHeader("n", simple("${body}", Integer.class)).log("${body}"), stream("1"), null);
        assertThat(log.messages()).singleElement().asString().contains("was converted by the text", "and Integer");
    }

    @Test
    void s6_theMessageOfAnErrorInAPredicateIsSaid() throws Exception {
        send(
                a -> a.onException(Throwable.class)
                        .onWhen(exceptionMessage().contains("x"))
                        .handled(true)
                        .end()
                        .process(exchange -> {
                            throw new AssertionError("x");
                        }),
                "a",
                null);
        assertThat(log.messages()).singleElement().asString().contains("AssertionError");
    }

    @Test
    void aClauseForThatExceptionIsNot() throws Exception {
        send(a -> a.onException(ValidationException.class).handled(true).end().validate(body().isNull()), "x", null);
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void s6_aTokenizedNullIsSaid() throws Exception {
        send(a -> a.split(body().tokenize(",")).end(), null, null);
        assertThat(log.messages()).singleElement().asString().contains("tokenize got null", "in route \"a\"");
    }

    @Test
    void s6_anEmptyPieceBeforeTheFirstTokenIsSaid() throws Exception {
        send(a -> a.split(body().tokenize(",")).end(), ",a", null);
        assertThat(log.messages()).singleElement().asString().contains("begins with a token");
    }

    @Test
    void s6_aListSoFarIsSaidWhenTheRouteIsBuilt() throws Exception {
        send(
                a -> a.aggregate(constant(1), AggregationStrategies.groupedBody())
                        .completionPredicate(body().isEqualTo("a"))
                        .forceCompletionOnStop()
                        .end(),
                "a",
                null);
        assertThat(log.messages()).singleElement().asString().contains("list or the text so far");
    }

    @Test
    void s6_anOnCompletionIsSaidWhenTheRouteIsBuilt() throws Exception {
        send(a -> a.onCompletion().setBody(constant("done")).end().setBody(constant("b")), "a", null);
        assertThat(log.messages()).singleElement().asString().contains("an onCompletion runs once");
    }

    @Test
    void s6_expressionsInInAreSaidWhenTheRouteIsBuilt() throws Exception {
        send(a -> a.filter(body().in(header("other"), header("more"))).end(), "a", null);
        assertThat(log.messages()).singleElement().asString().contains("in(...)");
    }
}
