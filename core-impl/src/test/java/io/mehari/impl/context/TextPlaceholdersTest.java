package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.builder.PredicateBuilder;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.SinkComponent;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S5: {@code {{name}}} is replaced wherever a route has a text, and refused there if it has no value. */
class TextPlaceholdersTest {
    private static final Predicate LATE = body().isEqualTo("{{word}}");

    private final DefaultRoutingContext context = context("xv");

    private static DefaultRoutingContext context(String word) {
        DefaultRoutingContext made = new DefaultRoutingContext();
        made.addComponent(new SinkComponent());
        made.getGlobalOptions().put("word", word);
        made.getGlobalOptions().put("twice", "{{word}}!");
        made.getGlobalOptions().put("fun", "${body}");
        made.getGlobalOptions().put("self", "{{self}}");
        return made;
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    {{word}} ${body}       @ xv b
                    {{twice}}              @ xv!
                    {{fun}}                @ b
                    ${header.{{word}}}     @ of xv
                    {{nope:d}}             @ d
                    {{nope:a:b}}           @ a:b
                    {{nope:{{word}}}}      @ xv
                    {{sys:user.dir}}       @ sys
                    {{sys:nope:d}}         @ d
                    {{env:PATH}}           @ env
                    {{env:path}}           @ env
                    {{env:NO_SUCH_NAME:d}} @ d
                    """)
    void s5_aTextHasItsValue(String text, String wanted) {
        String known = switch (wanted) {
            case "sys" -> System.getProperty("user.dir");
            case "env" -> System.getenv("PATH");
            default -> wanted;
        };
        Exchange exchange = context.createExchange();
        exchange.setBody("b");
        exchange.setHeader("xv", "of xv");
        assertThat(simple(text).evaluate(exchange, String.class)).isEqualTo(known);
    }

    @Test
    void s5_allTextsOfARouteHaveTheirValues() throws Exception {
        context.addRoutes(r -> {
            r.errorHandler(defaultErrorHandler().retryWhile(constant("{{word}}").isEqualTo("other")));
            r.from("direct:{{word}}")
                    .routeId("{{word}}")
                    .id("{{word}}")
                    .description("{{word}}")
                    .setHeader("h-{{word}}", constant("{{word}}"))
                    .setProperty("p-{{word}}", simple("{{word}} ${body}"))
                    .setHeader("gone-{{word}}", constant(1))
                    .setHeader("going-{{word}}", constant(1))
                    .removeHeader("gone-{{word}}")
                    .removeHeaders("going-{{word}}*")
                    .setHeader("copy", header("h-{{word}}"))
                    .setHeader("other", exchangeProperty("p-{{word}}"))
                    .setHeader("number", simple("{{size:3}}", Integer.class))
                    .filter(body().isEqualTo("{{word}}"))
                    .setHeader("passed", constant(true))
                    .end()
                    .log("{{word}}");
        });
        context.start();
        Exchange sent = context.createProducerTemplate().send("direct:xv", exchange -> exchange.setBody("xv"));
        assertThat(sent.getException()).isNull();
        assertThat(sent.getHeaders())
                .containsEntry("h-xv", "xv")
                .containsEntry("copy", "xv")
                .containsEntry("other", "xv xv")
                .containsEntry("number", 3)
                .containsEntry("passed", true)
                .doesNotContainKeys("gone-xv", "going-xv");
        assertThat(context.getRoute("xv").getDescription()).isEqualTo("xv");
    }

    static Stream<Predicate> comparisonsWithXv() {
        return Stream.of(
                header("h").isEqualTo("{{word}}"),
                header("h").isNotEqualTo("not {{word}}"),
                header("h").isEqualToIgnoreCase("X{{v:v}}"),
                header("h").isGreaterThan("{{a:a}}"),
                header("h").isLessThanOrEqualTo("{{word}}"),
                header("h").in("a", "{{word}}"),
                header("h").contains("{{x:x}}"),
                header("h").startsWith("{{x:x}}"),
                header("h").endsWith("{{v:v}}"),
                header("h").regex("{{word}}+"),
                header("v").append("{{v:v}}").isEqualTo("v"));
    }

    @ParameterizedTest
    @MethodSource("comparisonsWithXv")
    void s5_anArgumentOfAComparisonHasItsValue(Predicate comparison) {
        Exchange exchange = context.createExchange();
        exchange.setHeader("h", "xv");
        assertThat(comparison.matches(exchange)).isTrue();
    }

    static Stream<Consumer<RouteBuilder>> stepsWithoutAValue() {
        return Stream.of(
                r -> r.from("direct:a")
                        .filter(header("h").isEqualTo("{{nope}}"))
                        .stop(),
                r -> r.from("direct:a").filter(header("h").in("a", "{{nope}}")).stop(),
                r -> r.from("direct:a").filter(header("h").regex("{{nope}}")).stop(),
                r -> r.from("direct:a")
                        .errorHandler(defaultErrorHandler().retryWhile(simple("{{nope}}")))
                        .stop(),
                r -> r.from("direct:a")
                        .onException(Exception.class)
                        .retryWhile(simple("{{nope}}"))
                        .stop()
                        .end()
                        .stop(),
                r -> r.from("direct:a").threads().executorService("{{nope}}").stop(),
                r -> {
                    r.onException(Exception.class).retryWhile(simple("{{nope}}"));
                    r.from("direct:a").stop();
                },
                r -> r.from("direct:a").setBody(simple("{{nope}}")),
                r -> r.from("direct:a").setBody(constant("{{nope}}")),
                r -> r.from("direct:a").setBody().constant("{{nope}}"),
                r -> r.from("direct:a").setBody(header("{{nope}}")),
                r -> r.from("direct:a").setBody(simple("{{nope}}", Integer.class)),
                r -> r.from("direct:a").setBody(simple("{{nope}}", Boolean.class)),
                r -> r.from("direct:a").setHeader("{{nope}}", constant(1)),
                r -> r.from("direct:a").setProperty("{{nope}}").constant(1),
                r -> r.from("direct:a").removeHeaders("{{nope}}*"),
                r -> r.from("direct:a").routeId("{{nope}}"),
                r -> r.from("direct:a").stop().id("{{nope}}"),
                r -> r.from("direct:a").log("{{nope}}"),
                r -> r.from("direct:a").rollback("{{nope}}"),
                r -> r.from("direct:a").throwException(IllegalStateException.class, "{{nope}}"),
                r -> r.from("direct:a").split(simple("{{nope}}")).stop(),
                r -> r.from("direct:a")
                        .split()
                        .tokenize("{{nope}}")
                        .stop()
                        .end()
                        .setBody(simple("{{nope}}").append(1)),
                r -> r.from("direct:a")
                        .filter(header("x").isEqualTo(simple("{{nope}}")))
                        .stop(),
                r -> r.from("direct:a")
                        .filter(PredicateBuilder.and(LATE, PredicateBuilder.not(simple("{{nope}}"))))
                        .stop(),
                r -> r.onException(Exception.class).onWhen(simple("{{nope}}")).stop());
    }

    @ParameterizedTest
    @MethodSource("stepsWithoutAValue")
    void s5_aNameWithoutAValueIsRefused(Consumer<RouteBuilder> step) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(step::accept))
                .withMessageContainingAll("There is no value for {{nope}}", "getGlobalOptions()");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{bean:x.y}}",
                "{{service:x}}",
                "{{x",
                "{{}}",
                "{{:x}}",
                "{{sys:}}",
                "{{ word }}",
                "{{?x}}",
                "{{self}}"
            })
    void s5_whatIsNotUnderstoodIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").setBody(constant(text))))
                .withMessageContaining(text);
    }

    @Test
    void s3_aValueThatHasItselfSeveralTimesIsRefusedBeforeItFillsTheHeap() {
        context.getGlobalOptions().put("a", "{{a}}{{a}}{{a}}");
        assertThatThrownBy(() -> context.resolvePropertyPlaceholders("{{a}}"))
                .hasMessageContaining("leads back to it in {{a}}");
    }

    @Test
    void s3_aLongValueThatHasItselfOftenIsRefusedBeforeItFillsTheHeap() {
        context.getGlobalOptions().put("a", "{{a}}".repeat(100_000));
        assertThatThrownBy(() -> context.resolvePropertyPlaceholders("{{a}}"))
                .hasMessageContaining("leads back to it in {{a}}");
    }

    @Test
    void aConditionIsReadOnceForEachContext() throws Exception {
        Predicate late = body().isEqualTo("{{word}}");
        try (DefaultRoutingContext other = context("other")) {
            for (int i = 0; i < 3; i++) {
                for (DefaultRoutingContext each : new DefaultRoutingContext[] {context, other}) {
                    Exchange exchange = each.createExchange();
                    exchange.setBody("other");
                    assertThat(late.matches(exchange)).isEqualTo(each == other);
                    each.getGlobalOptions().put("word", "read again");
                }
            }
        }
    }

    @Test
    void oneConditionInTwoContextsMeansWhatItMeansInEach() throws Exception {
        try (DefaultRoutingContext other = context("other")) {
            for (DefaultRoutingContext each : new DefaultRoutingContext[] {context, other, context}) {
                Exchange exchange = each.createExchange();
                exchange.setBody("other");
                assertThat(LATE.matches(exchange)).isEqualTo(each == other);
            }
        }
    }
}
