package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static io.mehari.builder.RouteBuilder.simpleF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.Header;
import io.mehari.RuntimeRoutingException;
import io.mehari.TypeConversionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.Map;
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

/** Law S5: a text of {@code simple} means what it means in Camel, or is refused with the place in it. */
@SuppressWarnings("JavaUtilDate") // the type of ${date:now}
class SimpleGrammarTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    @BeforeEach
    void fill() {
        exchange.setBody("x");
        exchange.setHeader("n", 7);
        exchange.setHeader("text7", "7");
        exchange.setHeader("t", "Hello");
        exchange.setHeader("kafka.KEY", "key");
        exchange.setHeader("kafka", Map.of("KEY", "of the map", "OTHER", "other"));
        exchange.setHeader("with space", "spaced");
        exchange.setHeader("date", new Date(0));
        exchange.setHeader("millis", 86_400_000L);
        exchange.setHeader("empty", "");
        exchange.setHeader("zero", 0);
        exchange.setHeader("no", false);
        exchange.setHeader("list", List.of());
        exchange.setProperty("a.b", "dotted");
        exchange.setException(new IllegalStateException("disk"));
        context.getGlobalOptions().put("x", "xv");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    /** The results were checked with Camel 4.22.0, but for those of messageId. */
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', nullValues = "null", textBlock = """
                    ${header.kafka.KEY}                  @ key
                    ${header.kafka[OTHER]}               @ other
                    ${exchangeProperty.a.b}              @ dotted
                    ${header['t']}                       @ Hello
                    ${header["t"]}                       @ Hello
                    ${header:t}                          @ Hello
                    ${headers:t}                         @ Hello
                    ${header[with space]}                @ spaced
                    ${header['with space']}              @ spaced
                    ${header.with space}                 @ spaced
                    $simple{body} and ${body}            @ x and x
                    $simple{header.t}                    @ Hello
                    {"a":{"b":"${body}"}}                @ {"a":{"b":"x"}}
                    {"a":"${body}"\\}                    @ {"a":"x"}
                    a\\db                                @ a\\db
                    \\${body}                            @ \\x
                    '${body}'                            @ 'x'
                    $ {bodies}                           @ $ {bodies}
                    $body 100$                           @ $body 100$
                    $${body}                             @ $x
                    }${body}}                            @ }x}
                    C++ ${body}                          @ C++ x
                    ${header.n}++                        @ 8
                    ${header.n}--                        @ 6
                    a ${header.n}++ b                    @ a 8 b
                    ${header.n} ++                       @ 7 ++
                    ${header.n}++x                       @ 7++x
                    ${header.text7}++                    @ 8
                    ${header.none} ?: 'def'              @ def
                    ${header.t} ?: 'def'                 @ Hello
                    ${header.empty} ?: "def"             @ def
                    ${header.zero} ?: 'def'              @ def
                    ${header.no} ?: 'def'                @ def
                    ${header.list} ?: 'def'              @ def
                    ${header.none} ?: ${body}            @ x
                    ${header.none} ?: 5                  @ 5
                    ${header.none}  ?: ${header.none} ?: 'b' @ b
                    ${header.none}?:'def'                @ ?:'def'
                    ${body}? ${body} ?                   @ x? x ?
                    ${header.n} > 5                      @ 7 > 5
                    ${random(1,2)}                       @ 1
                    ${random( 1 , 2 )}                   @ 1
                    ${random(1)}                         @ 0
                    ${random(-5,-4)}                     @ -5
                    ${date:header.date:yyyy-MM-dd}       @ 1970-01-01
                    ${date:header.millis:yyyy-MM-dd'T'HH} @ 1970-01-02T00
                    ${sys.java.version.date}             @ sys
                    ${env:PATH}                          @ env
                    ${sys.no.such}                       @ null
                    ${properties:x}                      @ xv
                    ${properties:nope:a:b}               @ a:b
                    ${null}                              @ null
                    ${exception.class.name}              @ java.lang.IllegalStateException
                    ${exception.class}                   @ class java.lang.IllegalStateException
                    ${headers.length}                    @ 12
                    ${headers.sizes}                     @ null
                    ${bodyAs('String')}                  @ x
                    ${messageId}                         @ id
                    """)
    void s5_aTextMeansWhatItMeansInCamel(String text, String wanted) {
        String known = wanted == null
                ? null
                : switch (wanted) {
                    case "sys" -> System.getProperty("java.version.date");
                    case "env" -> System.getenv("PATH");
                    case "id" -> exchange.getMessageId();
                    default -> wanted.replace("\\\\", "\\");
                };
        assertThat(simple(text.replace("\\\\", "\\")).evaluate(exchange, String.class))
                .isEqualTo(known);
    }

    @Test
    void s5_escapesAreReadAndSpacesAroundTheTextAreNot() {
        assertThat(simple("  a\\nb\\t\\r|\\}\n").evaluate(exchange)).isEqualTo("a\nb\t\r|}");
        assertThat(simple("${body}\\n").evaluate(exchange)).isEqualTo("x\n");
        assertThat(simple(" ${header.n} ").evaluate(exchange)).isEqualTo(7);
        assertThat(simple("${date:header.date}").evaluate(exchange)).isEqualTo(new Date(0));
        assertThat(simple("${exception.stacktrace}").evaluate(exchange, String.class))
                .startsWith("java.lang.IllegalStateException: disk\n\tat ");
        assertThat(simpleF("%s is ${body}", "body").evaluate(exchange)).isEqualTo("body is x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    a ${foo} b                    @ 8  @ ${foo} is not known
                    ${header.${body}}             @ 10 @ a placeholder in a placeholder
                    ${properties:${header.k}}     @ 14 @ a placeholder in a placeholder
                    ${random(1,${header.n})}      @ 12 @ a placeholder in a placeholder
                    ${body                        @ 3  @ not closed
                    a $simple{body                @ 11 @ not closed
                    ${body }                      @ 7  @ ${body } is not known
                    ${header.t }                  @ 10 @ has spaces around it
                    ${header.}                    @ 10 @ a name is missing
                    ${header['t}                  @ 10 @ a quote is not closed
                    ${header.amount > 100}        @ 16 @ ${header.amount} > 100
                    ${header.a <= 5}              @ 11 @ a name has no '<='
                    ${header.a = 5}               @ 11 @ a name has no '='
                    ${header.a == null}           @ 11 @ a name has no '=='
                    ${header.a =~ b}              @ 11 @ a name has no '=~'
                    ${header.a + 1}               @ 11 @ a name has no '+'
                    ${header.a || header.b}       @ 12 @ a name has no '||'
                    ${headers.a&&b}               @ 12 @ a name has no '&&'
                    ${header.!a}                  @ 10 @ a name has no '!'
                    ${header.a,b}                 @ 11 @ a name has no ','
                    ${header.customer:nobody}     @ 18 @ ${header.customer} ?: 'nobody'
                    ${header:a:b}                 @ 11 @ ${header['a:b']}
                    ${exchangeProperty.a:b}       @ 21 @ a name has no ':'
                    ${sys.region:eu}              @ 13 @ a name has no ':'
                    ${env:REGION:eu}              @ 13 @ a name has no ':'
                    ${header.CamelFileName}       @ 10 @ write MehariFileName
                    ${exchangeProperty.CamelSplitIndex} @ 20 @ MehariSplitIndex
                    ${exchangeProperty[CamelSplitIndex]} @ 20 @ MehariSplitIndex
                    ${date:header.CamelX:yyyy}    @ 15 @ MehariX
                    ${date:foo:yyyy}              @ 8  @ not a time
                    ${date:now:qqq}               @ 12 @ Illegal pattern character 'q'
                    ${date:now+1h:yyyy}           @ 11 @ is not known
                    ${random(0)}                  @ 3  @ there is no number
                    ${random(5,2)}                @ 3  @ there is no number
                    ${random(99999999999)}        @ 10 @ is not known
                    ${bodyAs(nope.X)}             @ 3  @ there is no class nope.X
                    ${sys.}                       @ 7  @ a name is missing
                    ${camelId}                    @ 10 @ is not known
                    ${variable.x}                 @ 11 @ is not known
                    ${bean:x}                     @ 7  @ is not known
                    ${stepId}                     @ 9  @ is not known
                    ${header.t} == ${header.n     @ 18 @ not closed
                    ${header.none} ?: 'a' == 'a'  @ 23 @ not understood after ?:
                    Hi ${body} ?: 'x'             @ 12 @ ?: must come after the first
                    ${body} ?: def                @ 12 @ a text is quoted
                    ${body} ?: null               @ 12 @ null
                    ${body} ?: 'a${body}b'        @ 12 @ no placeholder can be here
                    ${body} ?: 'x' y              @ 16 @ not understood after ?:
                    ${body} ?:                    @ 11 @ a value is missing
                    ${body} ~> ${body}            @ 9  @ ~> is not known
                    ${body} == 7 ? 'a' : 'b'      @ 8  @ use choice(), or a lambda
                    $init{ x }init$               @ 1  @ $init{
                    """)
    void s5_whatIsNotUnderstoodIsRefusedWithItsPlace(String text, int at, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simple(text))
                .withMessageContaining("character " + at + ": ")
                .withMessageContaining(why)
                .withMessageEndingWith("    " + text + "\n    " + " ".repeat(at - 1) + "^");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "a > 5", "a || b", "a,b", "!a"})
    void aNameInBracketsMayHaveWhatIsAnOperatorElsewhere(String name) {
        exchange.setHeader(name, "named");
        assertThat(simple("${header['" + name + "']} ${header[" + name + "]}").evaluate(exchange))
                .isEqualTo("named named");
        assertThat(simple("${properties:nope:" + name + "}").evaluate(exchange)).isEqualTo(name);
    }

    /** In the quotes of a condition only placeholders are special. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "${header.path} == '/orders/{header.id}'",
                "${header.path} startsWith '/orders/' && ${header.path} endsWith \"{header.id}\"",
                "${header.path} != '{body}' || ${body} == '${header.n}{body}'"
            })
    void s5_bracesInTheQuotesOfAConditionAreBraces(String condition) {
        exchange.setHeader("path", "/orders/{header.id}");
        assertThat(simple(condition).matches(exchange)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order {header.id}",
                "{\"id\": \"{header.id}\"}",
                "a = '{body}'",
                "{body} == 'a'",
                "${body} = '{body}'",
                "{header.id} {{x}}"
            })
    void s6_aPlaceholderWithoutItsDollarIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").setBody(simple(text))))
                .withMessageContaining("would be a text as it stands");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").log(text)))
                .withMessageContaining("would be a text as it stands");
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

    @Test
    void aPasswordIsNotShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").toD("sink:a?password=secret&x=${foo}")))
                .withMessageContaining("sink:a?password=xxxxxx")
                .withMessageNotContaining("secret");
    }

    @Test
    void s5_aConditionIsAlsoABoolean() {
        assertThat(simple("${body} == 'x'", Boolean.class).evaluate(exchange)).isEqualTo(true);
        assertThat(simple("${body} == 'y'", Boolean.class).matches(exchange)).isFalse();
        assertThat(simple("${body} == 'y'", boolean.class).evaluate(exchange, Boolean.class))
                .isFalse();
        assertThat(simple("false", Boolean.class).matches(exchange)).isFalse();
        assertThat(simple("${header.none}", Boolean.class).matches(exchange)).isFalse();
        assertThat(simple("${header.n}", Boolean.class).matches(exchange)).isTrue();
        assertThat(simple("${header.none} ?: 'x'").matches(exchange)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simple("foo", Boolean.class))
                .withMessageContaining("not a condition");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${body}++",
                "${header.none}--",
                "${header.date}++",
                "${date:header.t:yyyy}",
                "${date:header.none}"
            })
    void whatIsNoNumberOrTimeFailsTheMessage(String text) {
        assertThatThrownBy(() -> simple(text).evaluate(exchange)).isInstanceOf(RuntimeRoutingException.class);
    }

    /** A value without a text. */
    private static final class Textless {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void s5_aValueWhoseTextFailsIsNoNull() throws Exception {
        exchange.setBody(new Textless());
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> simple("order ${body}").evaluate(exchange))
                .withRootCauseInstanceOf(IllegalStateException.class);
        exchange.setBody(new byte[] {'a'});
        exchange.setProperty(Exchange.CHARSET_NAME, "no charset");
        for (String text : List.of("order ${body}", "${body} == null", "${body} > 'a'", "'a' startsWith ${body}")) {
            assertThatExceptionOfType(TypeConversionException.class)
                    .as(text)
                    .isThrownBy(() -> simple(text).evaluate(exchange, Boolean.class));
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

    /** A bean. */
    public static final class NamesOfCamel {
        public Object of(@Header("CamelFileName") String name) {
            return name;
        }
    }

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
                r -> r.from("direct:a").log("${header.CamelFileName}"),
                r -> r.from("direct:a").bean(new NamesOfCamel()));
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

    @ParameterizedTest
    @ValueSource(strings = {"${sys.CamelHome}", "${env.CamelHome}"})
    void aNameOfTheSystemIsNoneOfCamel(String text) {
        assertThat(simple(text).evaluate(exchange)).isNull();
    }

    @Test
    void aNameThatOnlyLooksLikeThatIsTaken() {
        assertThat(simple("${header.camel} ${header.Camel} ${header.Camellia}").evaluate(exchange))
                .isEqualTo("  ");
    }
}
