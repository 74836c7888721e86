package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.simple;
import static io.mehari.builder.RouteBuilder.simpleF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Header;
import io.mehari.Predicate;
import io.mehari.RuntimeRoutingException;
import io.mehari.TypeConversionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

    // ---- in routes

    @ParameterizedTest
    @CsvSource({
        "${body}, hello",
        "${in.body}, hello",
        "${header.foo}, bar",
        "${headers.foo}, bar",
        "${header:foo}, bar",
        "${header[foo]}, bar",
        "${headers[foo]}, bar",
        "${headers[a.b]}, dotted",
        "${in.header.foo}, bar",
        "${in.headers[foo]}, bar",
        "${exchangeProperty.p}, pv",
        "${exchangeProperty[p]}, pv",
        "<${headers.foo}${header.none}>, <bar>",
    })
    void simpleUnderstandsTheseAsCamelDoes(String text, String value) throws Exception {
        context.addRoutes(r -> r.from("direct:a").setBody(simple(text)));
        context.start();
        Exchange sent = context.createProducerTemplate().send("direct:a", each -> {
            each.setBody("hello");
            each.setHeader("foo", "bar");
            each.setHeader("a.b", "dotted");
            each.setProperty("p", "pv");
        });
        assertThat(sent.getBody(String.class)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${body.method('x')}",
                "${body.size(1)}",
                "${body[0}",
                "${body[]}",
                "${bodyAs()}",
                "${header.foo()}",
                "${header.}",
                "${headers[foo}",
                "${header}",
                "${exchangeProperty}",
                "${exchangeId.length}",
                "${routeId.x}",
                "${foo}",
                "${ body}",
                "${body }",
                "${}",
            })
    void simpleRefusesByNameWhatItDoesNotUnderstand(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> simple(text)).withMessageContaining(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").log(text)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").toD("sink:" + text)));
    }

    private static Stream<Supplier<@Nullable Object>> values() {
        return Stream.of(
                () -> "a,f(b,c),,d,,",
                () -> new int[] {1, 2},
                () -> new String[] {"x", "y"},
                () -> Map.of("k", "v"),
                () -> List.of(1, 2).iterator(),
                () -> Stream.of(1, 2),
                () -> 7,
                () -> null);
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueHasTheSamePartsForASplitAndForAPlaceholder(Supplier<@Nullable Object> value) throws Exception {
        List<@Nullable Object> parts = new ArrayList<>();
        List<@Nullable Object> skipped = new ArrayList<>();
        context.addRoutes(r -> {
            r.from("direct:a").split(body()).process(each -> parts.add(each.getBody()));
            r.from("direct:skip").split(simple("${skip(0)}")).process(each -> skipped.add(each.getBody()));
        });
        context.start();
        context.createProducerTemplate().sendBody("direct:a", value.get());
        context.createProducerTemplate().sendBody("direct:skip", value.get());

        assertThat(skipped).isEqualTo(parts);
    }

    @Test
    void aTextNamesTheRouteAndTheOneBefore() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").to("direct:b").setHeader("after", simple("${routeId}"));
            r.from("direct:b").routeId("b").setBody(simple("${routeId}, from ${fromRouteId}"));
        });
        context.start();
        Exchange sent = context.createProducerTemplate().send("direct:a", each -> {});
        assertThat(sent.getBody()).isEqualTo("b, from a");
        assertThat(sent.getHeader("after")).isEqualTo("a");
    }

    @Test
    void k4a_aChoiceOfUrisNeedsAllowedSchemes() throws Exception {
        for (Consumer<RouteDefinition> step : List.<Consumer<RouteDefinition>>of(
                r -> r.recipientList(simple("${header.to} ?: 'direct:b'")),
                r -> r.enrich(simple("${header.to} ?: 'direct:b'")),
                r -> r.pollEnrich(simple("${header.to} ?: 'direct:b'")))) {
            assertThatExceptionOfType(FailedToCreateRouteException.class)
                    .isThrownBy(() -> {
                        context.addRoutes(r -> step.accept(r.from("direct:a")));
                        context.start();
                    })
                    .withMessageContaining(".allowedSchemes(\"direct,seda?size\")");
            context.stop();
            context.removeRoute("route1");
        }
    }

    @Test
    void s5_aPropertyWithoutAValueIsRefused() {
        for (Consumer<RouteBuilder> each : List.<Consumer<RouteBuilder>>of(
                r -> r.from("direct:a").setBody(simple("a ${properties:nope}")),
                r -> r.from("direct:a").log("${properties:nope}"),
                r -> r.from("direct:a").setBody(simple("{{nope}} == 'x'", Boolean.class)),
                r -> r.from("direct:a")
                        .onException(Exception.class)
                        .retryWhile(simple("'{{nope}}' == 'x'"))
                        .stop(),
                r -> r.from("direct:a").filter(simple("${body} == '{{nope}}'")).stop())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.addRoutes(each::accept))
                    .withMessageContainingAll("There is no value for {{nope}}", "getGlobalOptions()");
        }
    }

    @Test
    void aConditionIsReadOnceForEachContext() throws Exception {
        Predicate late = simple("${body} == '{{x}}'");
        try (DefaultRoutingContext other = new DefaultRoutingContext()) {
            other.getGlobalOptions().put("x", "other");
            for (int i = 0; i < 3; i++) {
                for (DefaultRoutingContext each : new DefaultRoutingContext[] {context, other}) {
                    Exchange sent = each.createExchange();
                    sent.setBody("other");
                    assertThat(late.matches(sent)).isEqualTo(each == other);
                    each.getGlobalOptions().put("x", "read again");
                }
            }
        }
    }

    // ---- names of Camel

    /** A bean. */
    public static final class NamesOfCamel {
        public Object of(@Header("CamelFileName") String name) {
            return name;
        }
    }

    @Test
    void s5_aNameOfCamelIsRefusedInABean() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:a").bean(new NamesOfCamel())))
                .withMessageContainingAll("Camel", "begins with Mehari");
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
