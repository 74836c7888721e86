package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.expression;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.PostComponent;
import io.mehari.impl.exchange.PooledContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law K4a: a value in a URI is a value; a message that says the whole URI says only what the route allows. */
class HostileUrisTest {
    private final PooledContext mehari = new PooledContext(true);
    private final PostComponent post = new PostComponent(null);

    @BeforeEach
    void open() {
        mehari.context.addComponent(post);
        mehari.context.getGlobalOptions().put("x", "secret");
    }

    @AfterEach
    void close() {
        mehari.close();
    }

    private PooledContext.Outcome send(Object to) {
        return mehari.send(exchange -> {
            exchange.setBody("x");
            exchange.setHeader("to", to);
        });
    }

    // ---- a value

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b", "a b", "a&b=c", "a#b", "%3fb=c", "%26", "{{x}}", "RAW(x)", "größe", "a=b", "[]", "x..y"})
    void k4a_theNameIsTheValue(String value) throws Exception {
        mehari.routes(r -> r.from("direct:a").toD("post:${header.to}"));
        assertThat(send(value).body()).isEqualTo(value + ":x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a?b=c",
                "?",
                "..",
                ".",
                "%2e%2e",
                "..\\",
                "../x",
                "a/../b",
                "a\r\nb",
                "\u0000",
                "//evil",
                "http://evil",
                "${header.y}",
                "a ",
                "a,post:b",
                "topic:a"
            })
    void k4a_aNameThatCannotBeTheValueIsRefused(String value) throws Exception {
        mehari.routes(r -> {
            r.from("direct:a").toD("post:${header.to}");
        });
        assertThat(send(value).failure())
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContainingAll("toD", "post:${header.to}", "in a step before");
        assertThat(post.producers).hasValue(0);
    }

    private static Map<String, Consumer<RouteDefinition>> texts() {
        Map<String, Consumer<RouteDefinition>> texts = new LinkedHashMap<>();
        texts.put("toD", r -> r.toD("post:a${header.to}"));
        texts.put("wireTap", r -> r.wireTap("post:a${header.to}"));
        texts.put("enrich", r -> r.enrich(simple("post:a${header.to}")));
        texts.put("pollEnrich", r -> r.pollEnrich(simple("post:a${header.to}")).timeout(0));
        texts.put("recipientList", r -> r.recipientList(simple("post:a${header.to},post:c")));
        return texts;
    }

    static Stream<String> textSteps() {
        return texts().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("textSteps")
    void k4a_eachStepTakesAPlaceholderForAValue(String step) throws Exception {
        mehari.routes(r -> texts().get(step).accept(r.from("direct:a")));
        for (String value : List.of("?x=y", "/..", ",post:b")) {
            PooledContext.Outcome outcome = send(value);
            assertThat(outcome.failure())
                    .as(value)
                    .isInstanceOf(ResolveEndpointFailedException.class)
                    .hasMessageContaining(step);
        }
        assertThat(send("b").failure()).isNull();
    }

    @Test
    void k4a_theValueOfAnOptionIsOneValueAndNoReference() throws Exception {
        mehari.routes(r -> r.from("direct:a").toD("direct:none?block=${header.to}"));
        for (String value : List.of("false&timeout=1", "false%26timeout=1", "RAW(false)", "{{x}}")) {
            assertThat(send(value).failure()).hasMessageContaining("option block takes");
        }
        assertThat(send("#x").failure()).hasMessageContaining("the value '#x' of ${header.to} has '#'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "direct:none?timeout=a:1,b:2&block=${header.to}",
                "direct:none?timeout=(1,b:2)&block=${header.to}"
            })
    void k4a_aCommaWithinAUriBeginsNoOther(String text) throws Exception {
        mehari.routes(r -> {
            if (text.contains("(")) {
                r.from("direct:a").recipientList(simple(text));
            } else {
                r.from("direct:a").toD(text);
            }
        });
        assertThat(send("#x").failure()).hasMessageContaining("the value '#x' of ${header.to} has '#'");
        assertThat(send("true&timeout=2").failure()).hasMessageContaining("option timeout takes");
    }

    @Test
    void k10_aRefusedPasswordIsNotShown() throws Exception {
        mehari.routes(r -> r.from("direct:a").toD("post:a?password=${header.to}"));
        assertThat(send("#hunter2\n").failure())
                .hasMessageContaining("toD: the value of ")
                .hasMessageNotContaining("hunter2");
    }

    // ---- the whole URI

    private static Map<String, Consumer<RouteDefinition>> chosen() {
        Map<String, Consumer<RouteDefinition>> steps = new LinkedHashMap<>();
        steps.put("toD ${header.to}", r -> r.toD("${header.to}"));
        steps.put("toD ${header.to}:x", r -> r.toD("${header.to}:x"));
        steps.put("toD of a host", r -> r.toD("post:http://${header.to}:80/x"));
        steps.put("toD of a port", r -> r.toD("netty-http:host:${header.to}/x"));
        steps.put("toD of a component of Camel", r -> r.toD("camel:${header.to}:x"));
        steps.put("toD of what Camel takes for a host", r -> r.toD("camel:ftp:${header.to}/x"));
        steps.put("recipientList, spaces", r -> r.recipientList(simple("post:a,\n netty-http:${header.to}")));
        steps.put("recipientList, Camel", r -> r.recipientList(simple("post:a, camel:file:${header.to}")));
        steps.put("toD of a host after one slash", r -> r.toD("camel:http:/${header.to}"));
        steps.put("toD of a host in a path", r -> r.toD("post:a/http://${header.to}"));
        steps.put("wireTap ${body}", r -> r.wireTap("${body}"));
        Map<String, Expression> values = new LinkedHashMap<>();
        values.put("header", header("to"));
        values.put("property", exchangeProperty("to"));
        values.put("body", body());
        values.put("body(String.class)", body(String.class));
        values.put("simple", simple("${header.to}"));
        values.put("simple and more", simple("${header.to},post:a"));
        values.put("wrapped", expression(header("to")));
        values.put("append", constant("post:").append(header("to")));
        values.put("tokenize", header("to").tokenize(","));
        values.put("convertTo", simple("post:${header.to}").convertTo(String.class));
        values.put("late", header("{{x}}"));
        values.forEach((name, value) -> {
            steps.put("recipientList " + name, r -> r.recipientList(value));
            steps.put("enrich " + name, r -> r.enrich(value));
            steps.put("pollEnrich " + name, r -> r.pollEnrich(value));
        });
        return steps;
    }

    static Stream<String> chosenSteps() {
        return chosen().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("chosenSteps")
    void k4a_aMessageThatChoosesNeedsAllowedSchemes(String step) {
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> mehari.routes(r -> chosen().get(step).accept(r.from("direct:a"))))
                .withMessageContainingAll(step.split("[ ,]", 2)[0], ".allowedSchemes(\"direct,seda?size\")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"post:a?${header.to}", "post:a?${header.to}=1", "post:a?b=RAW(${header.to})"})
    void k4a_aPlaceholderIsNoOption(String text) {
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> mehari.routes(r -> r.from("direct:a").toD(text)))
                .withMessageContaining("a placeholder can only be the value of an option, without RAW");
    }

    @Test
    void k4a_onlyWhatIsAllowedIsChosen() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .recipientList(header("to"))
                .allowedSchemes("post, direct?block&timeout")
                .ignoreInvalidEndpoints());
        assertThat(send("post:a,direct:b?timeout=1&size=2,direct:c?RAW(&block=1,seda:d,log:e,post:f?a=b")
                        .body())
                .isEqualTo("a:x");
    }

    @Test
    void k4a_whatIsNotAllowedIsRefused() throws Exception {
        mehari.routes(r -> r.from("direct:a").enrich(header("to")).allowedSchemes("post"));
        Endpoint outside = mehari.context.getEndpoint("direct:a");
        for (Object to : List.of("direct:a", "Post:a", " direct:a", outside, "post:a?x=y", "post:a?%78=y")) {
            assertThat(send(to).failure())
                    .as(String.valueOf(to))
                    .isInstanceOf(ResolveEndpointFailedException.class)
                    .hasMessageContaining("enrich()");
        }
    }

    @Test
    void k4a_whatCamelReadsIsRefusedInOptionsTooIfAMessageChoosesTheComponent() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .setHeader("from", constant("camel:file:out"))
                .toD()
                .allowedSchemes("post,camel:file")
                .uri("${header.from}?fileName=a:${header.to}"));
        assertThat(send("{{x}}").failure()).hasMessageContaining("the value '{{x}}' of ${header.to} has '{'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"post://a-${header.to}", "post://${header.to}", "post:a,b-${header.to}", "post:a, ${header.to}"})
    void s5_slashesBeforeANameAndCommasInItAreNoHostAndNoOtherUri(String text) throws Exception {
        mehari.routes(r -> r.from("direct:a").toD(text));
        assertThat(send("b").body())
                .isEqualTo(text.replaceFirst("post:(//)?", "").replace("${header.to}", "b") + ":x");
    }

    @Test
    void k4a_theOptionsOfTheTextAreAllThereAre() throws Exception {
        mehari.routes(r -> r.from("direct:a").toD().allowedSchemes("direct").uri("${header.to}?block=false"));
        assertThat(send("direct:b?timeout=1&x=").failure()).hasMessageContaining("has '?'");
        assertThat(send("direct:b").failure()).hasMessageContaining("direct:b");
    }

    @Test
    void s5_constantsAndCodeOfTheUserAreTakenAsTheyAre() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .recipientList(constant("post:a,post:b"))
                .enrich(constant("post:c"))
                .enrich((Exchange exchange) -> "post:" + exchange.getHeader("to"))
                .end()
                .enrich(expression(exchange -> exchange.getHeader("to", Endpoint.class))));
        Endpoint given = mehari.context.getEndpoint("post:given");
        assertThat(send(given).failure()).isNull();
    }

    @Test
    void k4a_aNameToReceiveFromHasNoPlaceholders() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .pollEnrich(simple("post:${header.to}"))
                .timeout(0)
                .end());
        send("{{x}}");
        assertThat(mehari.context.getEndpoints())
                .extracting(Endpoint::getEndpointUri)
                .contains("post:{{x}}")
                .doesNotContain("post:secret");
    }
}
