package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S5: what the core reads of {@code simple} itself; what it does not read needs {@code mehari-simple}. */
class OwnTextsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    @BeforeEach
    void fill() {
        exchange.setBody("x");
        exchange.setHeader("t-1_a", "Hello");
        exchange.setHeader("n", 7);
        exchange.setProperty("p", "pv");
        exchange.setException(new IllegalStateException("disk"));
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    ${body}                       @ x
                    <${header.t-1_a}${header.no}> @ <Hello>
                    ${exchangeProperty.p}         @ pv
                    ${exception.message}          @ disk
                    in ${routeId}                 @ in
                    {"a":{"b":"${body}"}}         @ {"a":{"b":"x"}}
                    a\\db \\${body}               @ a\\db \\x
                    $ {bodies} $body 100$ $${body} @ $ {bodies} $body 100$ $x
                    }${body}} C++ ${header.n}++x  @ }x} C++ 7++x
                    ${body}? ${body} ?            @ x? x ?
                    ${header.n} > 5               @ 7 > 5
                    """)
    void s5_theCoreReadsItsOwnPlaceholders(String text, String wanted) {
        assertThat(simple(text).evaluate(exchange, String.class).strip()).isEqualTo(wanted);
        assertThat(simple(text)).hasToString(text);
    }

    @Test
    void s5_oneValueKeepsItsType() {
        assertThat(simple(" ${header.n} ").evaluate(exchange)).isEqualTo(7);
        assertThat(simple("${headers}").evaluate(exchange)).isEqualTo(exchange.getHeaders());
        assertThat(simple("${id}").evaluate(exchange)).isEqualTo(exchange.getMessageId());
        assertThat(simple("${header.n}").matches(exchange)).isTrue();
        assertThat(simple("${header.none}").matches(exchange)).isFalse();
        assertThat(simple("${header.n}", String.class).evaluate(exchange)).isEqualTo("7");
    }

    /** Texts that mehari-simple reads, or refuses: without it each names the artifact, or what is wrong. */
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    a ${foo} b                    @ 3  @ needs the artifact io.mehari:mehari-simple
                    a ${body.size}                @ 3  @ needs the artifact io.mehari:mehari-simple
                    ${header.kafka.KEY}           @ 1  @ needs the artifact io.mehari:mehari-simple
                    ${header[t]}                  @ 1  @ needs the artifact io.mehari:mehari-simple
                    a $simple{body}               @ 3  @ needs the artifact io.mehari:mehari-simple
                    a\\n                          @ 2  @ needs the artifact io.mehari:mehari-simple
                    ${header.n}++                 @ 12 @ needs the artifact io.mehari:mehari-simple
                    ${header.n} ?: 'a'            @ 12 @ needs the artifact io.mehari:mehari-simple
                    ${body} == 7 ? 'a' : 'b'      @ 8  @ needs the artifact io.mehari:mehari-simple
                    $init{ x }init$               @ 1  @ needs the artifact io.mehari:mehari-simple
                    order ${body                  @ 7  @ a placeholder is not closed
                    order {header.id}             @ 7  @ would be a text as it stands
                    ${header.CamelFileName}       @ 1  @ write MehariFileName
                    """)
    void s5_whatTheCoreDoesNotReadIsRefused(String text, int at, String why) {
        for (Consumer<RouteBuilder> each : List.<Consumer<RouteBuilder>>of(
                r -> r.from("direct:a").setBody(simple(text)),
                r -> r.from("direct:a").log(text.startsWith("${body} ==") ? "${body.size}" : text))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.addRoutes(each::accept))
                    .withMessageContaining(why);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simple(text))
                .withMessageStartingWith("simple, character " + at + ": ")
                .withMessageEndingWith("\n    " + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${header.x} == 'a'", "true", "text", "${body}${body}"})
    void s5_aConditionInATextIsRefused(String text) {
        String needs =
                "simple: a condition in a text needs the artifact io.mehari:mehari-simple: add it, or use a method"
                        + " such as header(\"type\").isEqualTo(\"express\"), or a lambda\n    " + text;
        List<Consumer<RouteBuilder>> uses = List.of(
                r -> r.from("direct:a").filter(simple(text)).stop(),
                r -> r.from("direct:a").choice().when(simple(text)).stop(),
                r -> r.from("direct:a").filter().simple(text).stop(),
                r -> r.from("direct:a").setBody(simple(text, Boolean.class)));
        for (Consumer<RouteBuilder> each : uses) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.addRoutes(each::accept))
                    .withMessage(needs);
        }
        context.getGlobalOptions().put("late", text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(
                        r -> r.from("direct:a").filter(simple("{{late}}")).stop()))
                .withMessage(needs);
    }

    @Test
    void s5_aMethodOfABeanIsRefused() {
        String needs = "(...) needs the artifact io.mehari:mehari-simple: add it, or write a lambda";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").bean(new Object(), "hashCode")))
                .withMessageStartingWith("bean" + needs);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RouteBuilder.method(String.class, "trim"))
                .withMessageStartingWith("method" + needs);
        context.getRegistry().bind("prices", new Object());
        context.start();
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:a").bean("prices")))
                .hasMessageContaining("bean" + needs);
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:b").to("bean:prices")))
                .hasMessageContaining("Add the artifact io.mehari:mehari-simple");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${body}", " ${header.id} ", "${headers[x]}", "${exchangeProperty.a}"})
    void s6_aConstantThatIsOnePlaceholderIsRefusedUnlessItHasABackslash(String text) {
        List<Function<String, Object>> uses = List.of(
                RouteBuilder::constant,
                body()::append,
                body()::isEqualTo,
                body()::isNotEqualTo,
                body()::isEqualToIgnoreCase,
                body()::isLessThan,
                body()::isGreaterThanOrEqualTo);
        String name = text.strip();
        for (Function<String, Object> use : uses) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> use.apply(text))
                    .withMessageContaining("write simple(\"" + name + "\")")
                    .withMessageContaining("\\" + name + " or a lambda");
        }
        assertThat(constant("\\" + name).evaluate(exchange)).isEqualTo(name);
        exchange.setBody(name);
        assertThat(body().isEqualTo("\\" + name).matches(exchange)).isTrue();
        assertThat(body().contains(name).matches(exchange)).isTrue();
        assertThat(body().startsWith(name).matches(exchange)).isTrue();
        assertThat(body().endsWith(name).matches(exchange)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dear ${body.name}",
                "`${body.length}`",
                "${header.a}${header.b}",
                "${body} != ${header.x}",
                "{\"password\":\"secret\",\"b\":\"${body}\"}",
                "a \\${body}",
                "${id}"
            })
    void aTextThatHasMoreThanAPlaceholderIsMeantAsItIs(String text) {
        assertThat(constant(text).evaluate(exchange)).isEqualTo(text);
        exchange.setBody(text);
        assertThat(body().isEqualTo(text).matches(exchange)).isTrue();
    }

    /** A value without a text. */
    private static final class Textless {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void aLogSaysThatTheTextOfAValueFailed() throws Exception {
        context.addRoutes(r -> r.from("direct:logged").routeId("logged").log("order ${body}"));
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route.logged")) {
            context.createProducerTemplate().sendBody("direct:logged", new Textless());
            assertThat(log.messages()).containsExactly("order (its toString failed: java.lang.IllegalStateException)");
        }
    }

    @Test
    void aLogShowsTheNameOfAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.txt"), "content");
        context.addRoutes(r ->
                r.from("direct:logged").routeId("logged").log("got ${body}").log("${body}"));
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route.logged")) {
            context.createProducerTemplate().sendBody("direct:logged", file);
            context.createProducerTemplate().sendBody("direct:logged", file.toFile());
            String shown = "[file " + file + "]";
            assertThat(log.messages()).containsExactly("got " + shown, shown, "got " + shown, shown);
        }
        assertThat(simple("got ${header.file}").evaluate(exchange)).isEqualTo("got ");
        exchange.setHeader("file", file);
        assertThat(simple("got ${header.file}").evaluate(exchange)).isEqualTo("got content");
    }

    // ---- names of Camel in the route language

    static Stream<Consumer<RouteBuilder>> stepsWithNamesOfCamel() {
        return Stream.of(
                r -> r.from("direct:a").removeHeaders("Camel*"),
                r -> r.from("direct:a").removeHeaders("*", "Camel*"),
                r -> r.from("direct:a").removeProperties("CamelSplit*"),
                r -> r.from("direct:a").removeHeader("CamelFileName"),
                r -> r.from("direct:a").removeProperty("CamelSplitIndex"),
                r -> r.from("direct:a").setHeader("CamelFileName", header("x")),
                r -> r.from("direct:a").setHeader("CamelFileName").header("x"),
                r -> r.from("direct:a").setProperty("CamelCharsetName").constant("UTF-8"),
                r -> r.from("direct:a").filter(header("CamelRedelivered")).to("sink:a"),
                r -> r.from("direct:a").setBody(RouteBuilder.exchangeProperty("CamelSplitIndex")),
                r -> r.from("direct:a").log("${header.CamelFileName}"));
    }

    @ParameterizedTest
    @MethodSource("stepsWithNamesOfCamel")
    void s5_aNameOfCamelIsRefused(Consumer<RouteBuilder> step) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(step::accept))
                .withMessageContainingAll("Camel", "begins with Mehari");
    }

    @Test
    void s5_theRemediesForAHeaderOfCamelAreItsNameHereAndCamelsComponents() {
        String remedies = "write MehariFileName if there is a constant for it, or add"
                + " io.mehari:mehari-components-camel if a component of Camel uses it";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RouteBuilder.header("CamelFileName"))
                .withMessageEndingWith(remedies);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simple("${header.CamelFileName}"))
                .withMessageContaining(remedies);
    }
}
