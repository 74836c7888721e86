package io.mehari.impl.context;

import static io.mehari.impl.SinkComponent.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Predicate;
import io.mehari.PredicateValidationException;
import io.mehari.ValidationException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.SinkComponent.Sink;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.processor.aggregate.AbstractListAggregationStrategy;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps whose value comes after them, values as conditions, and steps that are one. */
class ClausesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private Object request(Object body) {
        return context.createProducerTemplate().requestBodyAndHeader("direct:in", body, "h", "header");
    }

    @Test
    void aValueMayComeAfterItsStep() throws Exception {
        start(r -> r.from("direct:in")
                .setHeader("x")
                .constant("1")
                .setProperty("y")
                .header("h")
                .transform()
                .simple("${body} ${header.x} ${exchangeProperty.y}")
                .setBody()
                .expression(exchange -> exchange.getBody(String.class).toUpperCase(Locale.ROOT)));

        assertThat(request("a")).isEqualTo("A 1 HEADER");
    }

    @Test
    void blocksMayGetTheirValueAfterwards() throws Exception {
        start(r -> r.from("direct:in")
                .split(RouteBuilder.body().tokenize(";"))
                .filter()
                .body(String.class, text -> !text.equals("b"))
                .aggregate(AggregationStrategies.groupedBody())
                .constant(true)
                .completionSize(2)
                .to("sink:group"));
        Sink group = sink(context, "sink:group");

        request("a;b;c");

        assertThat(group.received()).hasSize(1);
        assertThat(group.received().get(0).getBody()).isEqualTo(List.of("a", "c"));
    }

    @Test
    void aChoiceTakesAValueAsACondition() throws Exception {
        start(r -> r.from("direct:in")
                .choice()
                .when()
                .header("h")
                .to("sink:when")
                .otherwise()
                .to("sink:otherwise"));

        request("a");
        context.createProducerTemplate().sendBody("direct:in", "b");

        assertThat(sink(context, "sink:when").received()).hasSize(1);
        assertThat(sink(context, "sink:otherwise").received()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"true,true", "TRUE,true", "' true ',true", "false,false", "False,false", "'',false", "x,true", ",false"
    })
    void aTextIsTrueUnlessItIsEmptyOrFalse(String value, boolean expected) {
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody(value);

        assertThat(RouteBuilder.body().matches(exchange)).isEqualTo(expected);
    }

    @Test
    void anEmptyListIsFalseAndAnyOtherValueTrue() {
        Exchange exchange = new DefaultExchange(context);
        assertThat(RouteBuilder.constant(List.of()).matches(exchange)).isFalse();
        assertThat(RouteBuilder.constant(List.of(1)).matches(exchange)).isTrue();
        assertThat(RouteBuilder.constant(0).matches(exchange)).isTrue();
        assertThat(RouteBuilder.constant(false).matches(exchange)).isFalse();
    }

    @Test
    void aSinglePlaceholderIsACondition() throws Exception {
        start(r -> r.from("direct:in").filter().simple("${header.h}").to("sink:one"));

        request("a");

        assertThat(bodyAt("sink:one")).isEqualTo("a");
    }

    @Test
    void aBranchMayFollowTheEndOfAStepInTheLastBranch() throws Exception {
        start(r -> {
            r.from("direct:in")
                    .choice()
                    .when(RouteBuilder.body().isEqualTo("a"))
                    .recipientList(RouteBuilder.constant("direct:to"))
                    .end()
                    .when(RouteBuilder.body().isEqualTo("b"))
                    .wireTap("direct:to")
                    .end()
                    .otherwise()
                    .doTry()
                    .recipientList(RouteBuilder.constant("direct:fails"))
                    .end()
                    .doCatch(IllegalStateException.class)
                    .setBody()
                    .constant("caught")
                    .delay(0)
                    .end()
                    .doFinally()
                    .setHeader("finally")
                    .constant(true);
            r.from("direct:to").setBody().constant("sent");
            r.from("direct:fails").process(exchange -> {
                throw new IllegalStateException("on purpose");
            });
        });
        assertThat(request("a")).isEqualTo("sent");
        assertThat(request("b")).isEqualTo("b");
        assertThat(request("c")).isEqualTo("caught");
    }

    @Test
    void aBranchOfNothingIsRefused() {
        refusesBranch(
                "when(...) is not directly in a choice()",
                r -> r.from("direct:x")
                        .choice()
                        .when(RouteBuilder.body().isNull())
                        .filter(RouteBuilder.body().isNull())
                        .when(RouteBuilder.body().isNull()));
        refusesBranch(
                "otherwise() is not directly in a choice()",
                r -> r.from("direct:x").split(RouteBuilder.body()).otherwise());
        refusesBranch(
                "doCatch(...) is not directly in a doTry()",
                r -> r.from("direct:x").doTry().split(RouteBuilder.body()).doCatch(Exception.class));
        refusesBranch(
                "doFinally() is not directly in a doTry()",
                r -> r.from("direct:x").doFinally());
    }

    private void refusesBranch(String message, Routes routes) {
        assertThatIllegalStateException()
                .isThrownBy(() -> context.addRoutes(routes))
                .withMessageContaining(message);
    }

    @Test
    void aStrategyMayMakeAListOfValues() throws Exception {
        AggregationStrategy lengths = new AbstractListAggregationStrategy<Integer>() {
            @Override
            public @Nullable Integer getValue(Exchange exchange) {
                String text = exchange.getBody(String.class);
                return text == null || text.isEmpty() ? null : text.length();
            }
        };
        start(r -> r.from("direct:in").split(RouteBuilder.body(), lengths).process(exchange -> {}));

        assertThat(request("one,,three")).isEqualTo(List.of(3, 5));
        assertThat(request(List.of("four"))).isEqualTo(List.of(4));
        assertThat(request(List.of(""))).as("no value at all").isEqualTo(List.of());
    }

    @Test
    void aValidationThatFailsShowsItsCondition() throws Exception {
        start(r -> r.from("direct:in")
                .doTry()
                .validate(RouteBuilder.body(String.class).regex("[a-z]+"))
                .doCatch(PredicateValidationException.class)
                .setBody(RouteBuilder.simple("${exception.message}"))
                .end());

        assertThat(request("1").toString())
                .matches("Validation failed for Predicate\\[body\\(String\\) regex \\[a-z]\\+]\\. Exchange\\[.*]");
    }

    @Test
    void aValidationMayFailByItself() throws Exception {
        start(r -> r.from("direct:in")
                .doTry()
                .process(exchange -> {
                    throw new ValidationException("too short", exchange);
                })
                .doCatch(ValidationException.class)
                .setBody(RouteBuilder.simple("${exception.message}"))
                .end());

        assertThat(request("a")).isEqualTo("too short");
    }

    @Test
    void textsOfAValue() {
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody("b1");
        assertThat(RouteBuilder.body().regexReplaceAll("([a-z])([0-9])", "$2$1").evaluate(exchange))
                .isEqualTo("1b");
        assertThat(RouteBuilder.bodyAs(String.class).isEqualToIgnoreCase("B1").matches(exchange))
                .isTrue();
    }

    @Test
    void aPipelineIsOneBranchOfAMulticast() throws Exception {
        start(r -> r.from("direct:in")
                .multicast()
                .pipeline()
                .setBody(RouteBuilder.constant("changed"))
                .to("sink:a")
                .end()
                .pipeline()
                .to("sink:b", "sink:c")
                .end()
                .step("last")
                .to("sink:d"));

        request("as it came");

        assertThat(bodyAt("sink:a")).isEqualTo("changed");
        assertThat(bodyAt("sink:b")).isEqualTo("as it came");
        assertThat(bodyAt("sink:d")).isEqualTo("as it came");
    }

    private Object bodyAt(String mock) {
        Sink endpoint = sink(context, mock);
        return endpoint.received().get(0).getBody();
    }

    @Test
    void aFailureInAStepIsNamedByItsId() throws Exception {
        start(r -> r.from("direct:in").routeId("r").step("check").throwException(IOException.class, "no ${body}"));

        assertThatThrownBy(() -> request("a"))
                .hasMessageContaining("\"check\"")
                .hasRootCauseInstanceOf(IOException.class)
                .hasRootCauseMessage("no a");
    }

    @Test
    void anExceptionNeedsAConstructorWithAText() {
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:in").throwException(NoText.class, "x")))
                .hasMessageContaining("no public constructor");
    }

    @Test
    void anExceptionMayBeMadeWithoutAText() throws Exception {
        start(r -> r.from("direct:in").throwException(NoText.class, null));

        assertThatThrownBy(() -> request("a")).hasRootCauseInstanceOf(NoText.class);
    }

    /** Has no constructor with a text. */
    public static final class NoText extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Joins texts, and completes a group with "end". */
    static final class UntilEnd implements AggregationStrategy, Predicate {
        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            if (old != null) {
                next.setBody(old.getBody(String.class) + next.getBody(String.class));
            }
            return next;
        }

        @Override
        public boolean matches(Exchange exchange) {
            return exchange.getBody(String.class).endsWith("end");
        }
    }

    @Test
    void aStrategyThatIsAPredicateCompletesGroups() throws Exception {
        start(r -> r.from("direct:in")
                .aggregate(RouteBuilder.constant(true), new UntilEnd())
                .to("sink:group"));

        request("a");
        request("b");
        request("end");

        assertThat(sink(context, "sink:group").received()).hasSize(1);
        assertThat(bodyAt("sink:group")).isEqualTo("abend");
    }

    @Test
    void aFailureIsPreparedForTheCaller() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler()
                        .onPrepareFailure(exchange -> exchange.setHeader(
                                "why",
                                exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)
                                        .getMessage())));
                onException(IOException.class).handled(true);
                from("direct:in").throwException(IllegalStateException.class, "forced");
                from("direct:handled").throwException(IOException.class, "forced");
            }
        });
        context.start();
        var template = context.createProducerTemplate();

        Exchange failed = template.send("direct:in", exchange -> {});
        assertThat(failed.getException()).hasMessage("forced");
        assertThat(failed.getHeader("why")).isEqualTo("forced");
        assertThat(template.send("direct:handled", exchange -> {}).getHeader("why"))
                .isNull();
    }

    @Test
    void severalEndpointsInOneStep() throws Exception {
        start(r -> r.from("direct:in")
                .to("sink:a", "sink:b", "sink:c")
                .to(context.getEndpoint("sink:d"))
                .to(ExchangePattern.InOnly, "sink:e"));

        request("a");

        for (String each : List.of("a", "b", "c", "d", "e")) {
            assertThat(bodyAt("sink:" + each)).isEqualTo("a");
        }
    }

    @Test
    void aTemplateSendsToEndpointsAndWithPatternsAndProperties() throws Exception {
        start(r -> r.from("direct:in").setBody().simple("${body}${header.h}${exchangeProperty.p}"));
        var template = context.createProducerTemplate();
        var in = context.getEndpoint("direct:in");

        assertThat(template.send(in, exchange -> exchange.setBody("a")).getBody())
                .isEqualTo("a");
        assertThat(template.request(in, exchange -> exchange.setBody("b")).getPattern())
                .isEqualTo(ExchangePattern.InOut);
        assertThat(template.sendBody("direct:in", ExchangePattern.InOut, "c")).isEqualTo("c");
        assertThat(template.sendBody("direct:in", ExchangePattern.InOnly, "c")).isNull();
        assertThat(template.requestBody(in, "d")).isEqualTo("d");
        template.setDefaultEndpoint(in);
        assertThat(template.send(exchange -> exchange.setBody("e")).getBody()).isEqualTo("e");
        Exchange failed = template.send(in, exchange -> {
            throw new IOException("not filled");
        });
        assertThat(failed.getException()).hasMessage("not filled");
    }

    @Test
    void aTemplateSetsHeaders() throws Exception {
        start(r -> r.from("direct:in").to("sink:out"));
        var template = context.createProducerTemplate();
        template.setDefaultEndpoint(context.getEndpoint("direct:in"));

        template.sendBodyAndHeader("direct:in", "a", "h", "1");
        template.sendBodyAndHeader("b", "h", "2");
        template.sendBodyAndHeader(context.getEndpoint("direct:in"), "c", "h", "3");

        List<Exchange> received = sink(context, "sink:out").received();
        assertThat(received.get(0).getHeader("h")).isEqualTo("1");
        assertThat(received.get(1).getHeader("h")).isEqualTo("2");
        assertThat(received.get(2).getHeader("h")).isEqualTo("3");
    }
}
