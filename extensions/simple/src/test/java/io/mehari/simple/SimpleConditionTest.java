package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conditions as texts. The results in the table were checked with Camel 4.22.0, or are variants, such as {@code >=}
 * after {@code >}.
 */
class SimpleConditionTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    @BeforeEach
    void fill() {
        exchange.setBody("x");
        exchange.setHeader("n", 7);
        exchange.setHeader("t", "Hello");
        exchange.setHeader("ten", 10);
        exchange.setHeader("bytes", "He".getBytes(StandardCharsets.UTF_8));
        exchange.setHeader("yes", true);
        exchange.setHeader("list", List.of("one", "two"));
        exchange.setHeader("line", "a\nb");
        exchange.setException(new IllegalStateException("disk"));
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    ${header.none} == null            @ true
                    ${header.t} == null               @ false
                    ${header.none} != 'a'             @ true
                    ${header.n} == 7                  @ true
                    ${header.n} == 7.0                @ true
                    ${header.n} > 5                   @ true
                    ${header.n} > '5'                 @ true
                    ${header.n} >= 7                  @ true
                    ${header.n} < 7                   @ false
                    ${header.n} <= 7                  @ true
                    ${header.none} > 5                @ false
                    ${header.none} < 5                @ false
                    ${header.t} == "Hello"            @ true
                    ${header.t} == 'hello'            @ false
                    ${header.t} =~ 'HELLO'            @ true
                    ${header.none} == ''              @ false
                    ${header.yes} == true             @ true
                    ${header.yes} == 'true'           @ true
                    ${header.t} contains 'ell'        @ true
                    ${header.none} contains 'x'       @ false
                    ${header.t} !contains 'x'         @ true
                    ${header.none} !contains 'x'      @ true
                    ${header.n} contains 7            @ true
                    ${header.t} startsWith 'He'       @ true
                    ${header.t} endsWith 'lo'         @ true
                    ${header.t} regex 'H.*'           @ true
                    ${header.none} regex 'H.*'        @ false
                    ${header.none} !regex 'x'         @ true
                    ${header.t} in 'a,Hello'          @ true
                    ${header.t} in 'a, Hello'         @ false
                    ${header.n} in '6,7'              @ true
                    ${header.t} !in 'a,Hello'         @ false
                    ${header.none} in 'a'             @ false
                    ${header.none} == ${header.none}  @ true
                    ${header.n} == '${header.n}'      @ true
                    ${header.t} !=~ 'HELLO'           @ false
                    ${header.none} !=~ 'x'            @ true
                    ${header.t} ~~ 'ELL'              @ true
                    ${header.t} !~~ 'ELL'             @ false
                    ${header.none} ~~ 'ELL'           @ false
                    ${header.none} !~~ 'ELL'          @ true
                    ${header.list} contains 'one'     @ true
                    ${header.list} contains 'on'      @ false
                    ${header.list} ~~ 'ONE'           @ true
                    ${header.t} is 'String'           @ true
                    ${header.t} is 'java.lang.String' @ true
                    ${header.t} !is 'String'          @ false
                    ${header.none} is 'String'        @ false
                    ${header.none} !is 'String'       @ true
                    ${header.n} range '1..7'          @ true
                    ${header.n} range '8..9'          @ false
                    ${header.n} !range '8..9'         @ true
                    ${header.none} range '8..9'       @ false
                    ${header.none} !range '8..9'      @ true
                    ${header.t} range '8..9'          @ false
                    ${header.t} starts with 'He'      @ true
                    ${header.t} ends with 'lo'        @ true
                    ${header.t} !startsWith 'He'      @ false
                    ${header.t} !endsWith 'lo'        @ false
                    ${header.none} !startsWith 'a'    @ true
                    ${header.t} contains ${body}      @ false
                    ${header.t} startsWith 'H${body}' @ false
                    ${header.n} startsWith 7          @ true
                    ${header.t} in ${header.list}     @ false
                    ${header.t} in 'x,Hello'          @ true
                    ${header.t} in 'x, Hello'         @ false
                    ${body} !in 'a,b'                 @ true
                    ${header.n} in '6,${header.n}'    @ true
                    ${header.t} regex '\\w+'          @ true
                    ${header.t} regex 'ell'           @ false
                    ${header.none} in ',,a'           @ false
                    ${header.none} == ${null}         @ true
                    ${header.none} == 'null'          @ false
                    ${header.none} >= ${header.none}  @ true
                    ${header.none} <= ${header.none}  @ true
                    ${header.none} > ${header.none}   @ false
                    ${header.none} >= 1               @ false
                    ${header.none} contains ${header.none} @ true
                    ${header.none} ~~ ${header.none}  @ true
                    ${header.none} startsWith ${header.none} @ true
                    ${header.none} endsWith ${header.none} @ true
                    ${header.t} contains ${header.none} @ false
                    ${header.ten} contains 1          @ false
                    ${header.ten} ~~ '1'              @ false
                    ${header.ten} contains '10'       @ true
                    ${header.yes} contains 'true'     @ true
                    ${header.yes} contains 'tr'       @ false
                    ${header.t} contains ${header.bytes} @ true
                    ${header.t} ~~ ${header.bytes}    @ true
                    ${header.t} startsWith ${header.bytes} @ true
                    ${header.t} endsWith ${header.bytes} @ false
                    ${header.t} == 'a${body}b'        @ false
                    ${header.line} == 'a\\nb'         @ false
                    ${header.t} == "Hel'lo"           @ false
                    ${header['t']} == 'Hello'         @ true
                    ${header["t"]} == "Hello"         @ true
                    ${header.n}++ == 8                @ true
                    ${header.n}-- == 6                @ true
                    'x' == ${body}                    @ true
                    ${body} == -5                     @ false
                    ${header.n} > 1.5                 @ true
                    $simple{body} == $simple{body}    @ true
                    ${exception.class} == 'java.lang.IllegalStateException' @ true
                    ${exception} is 'java.lang.Exception' @ true
                    ${exception.message} contains 'di' @ true
                    ${date:now:yyyy} > 2000           @ true
                    true                              @ true
                    false                             @ false
                    ${header.n} > 5 && ${header.n} < 9 && ${body} == 'x' @ true
                    ${body} == 'x' && ${header.n} > 6 @ true
                    ${header.yes} == true && ${body} == 'x' @ true
                    ${body} == 'x' && false           @ false
                    ${body} == 'y' || true            @ true
                    ${body} == 'x' && ${header.n} > 7 @ false
                    ${body} == 'y' || ${header.n} > 6 @ true
                    ${body} == 'y' || ${header.n} > 7 @ false
                    """)
    void aTextMeansWhatItMeansInCamel(String text, boolean expected) {
        assertThat(simple(text).matches(exchange)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no condition",
                "${body} x",
                "${body}x",
                "${header.n}==7",
                "${header.t} == Hello",
                "${body} ==",
                "${body} == 'x",
                "${body} == 'x'&& ${header.n} == 7",
                "${body} == 'x' || ${body} == 'y' && ${body} == 'z'",
                "${header.yes} && ${header.yes}",
                "${header.n} > null",
                "${header.n} !> 5",
                "${header.n} like 7",
                "foo",
                "foo ${body}",
                "'x'",
                "",
                "== 'x'",
                "${body} == 'x' &&",
                "&& ${body} == 'x'",
                "${body} == 'x' ${body} == 'x'",
                "${body} == 'x' extra",
                "${body} == 'it''s'",
                "${header.n} > 5L",
                "${header.n} > 1e3",
                "(${body} == 'x')",
                "!${header.yes}",
                "${body} not contains 'x'",
                "${body} !starts with 'x'",
                "true && ${body} == 'x'",
                "${body} == TRUE",
                "${body} contains null",
                "${header.t} is String",
                "${header.t} is ${body}",
                "${header.n} range '1...7'",
                "${header.n} range 'a..b'",
                "${header.n} range '1..${header.n}'",
                "${header.t} regex '('",
                "${header.t} regex ${header.t}"
            })
    void anotherTextIsRefusedWhenTheRouteIsDescribed(String text) {
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:in").filter(simple(text))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("character ")
                .hasMessageContaining("is not a condition")
                .hasMessageContaining("${header.type} == 'express'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', textBlock = """
                    2000000  @ 1.0E7   @ -1
                    2000000  @ 2e6     @ 0
                    7        @ .5      @ 1
                    7        @ 7.      @ 0
                    7        @ 7.5\\n  @ -1
                    7        @ \\t7.0  @ 0
                    7        @ +70e-1  @ 0
                    7        @ 1e-999  @ 1
                    """)
    void aTextThatIsANumberIsOneBesideAnyNumber(int number, String text, int order) {
        exchange.setHeader("s", text.translateEscapes());
        for (Object each :
                new Object[] {number, (long) number, (double) number, BigDecimal.valueOf(number), number + " "}) {
            exchange.setHeader("n", each);
            assertThat(simple("${header.n} > ${header.s}").matches(exchange)).isEqualTo(order > 0);
            assertThat(simple("${header.n} <= ${header.s}").matches(exchange)).isEqualTo(order <= 0);
            assertThat(simple("${header.s} > ${header.n}").matches(exchange)).isEqualTo(order < 0);
            if (each instanceof Number) {
                assertThat(simple("${header.n} == ${header.s}").matches(exchange))
                        .isEqualTo(order == 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000", "1e999999999", "1e", "e5", ".", "1 0", "0x10", "1_0", "7d"})
    void anotherTextIsNoNumber(String text) {
        exchange.setHeader("s", text);
        assertThat(simple("${header.s} < 7").matches(exchange)).isFalse();
        assertThat(simple("${header.s} > 7").matches(exchange)).isFalse();
        assertThat(simple("${header.n} == ${header.s}").matches(exchange)).isFalse();
    }

    @Test
    void bytesAreATextOnTheRightToo() {
        exchange.setHeader("word", "hE");
        exchange.setHeader("all", "Ho,He".getBytes(StandardCharsets.UTF_8));
        assertThat(simple("${header.word} =~ ${header.bytes}").matches(exchange))
                .isTrue();
        assertThat(matches(header("word").isEqualToIgnoreCase(header("bytes")))).isTrue();
        assertThat(simple("${header.bytes} in ${header.all}").matches(exchange)).isTrue();
    }

    static List<Object> several() {
        return List.of(new int[] {6, 7}, new double[] {7}, (Iterable<Object>)
                () -> List.<Object>of(6, 7).iterator());
    }

    @ParameterizedTest
    @MethodSource("several")
    void arraysOfPrimitivesAndOtherIterablesHaveElements(Object several) {
        exchange.setHeader("all", several);
        assertThat(simple("${header.all} contains 7").matches(exchange)).isTrue();
        assertThat(simple("${header.all} contains 8").matches(exchange)).isFalse();
        assertThat(simple("${header.n} in ${header.all}").matches(exchange)).isTrue();
        assertThat(simple("${header.ten} in ${header.all}").matches(exchange)).isFalse();
    }

    /** Which is an Iterable of its causes. */
    @Test
    void anExceptionOfADatabaseIsAText() {
        exchange.setHeader("failure", new SQLException("a duplicate key"));
        assertThat(simple("${header.failure} contains 'duplicate'").matches(exchange))
                .isTrue();
        assertThat(simple("${header.failure} ~~ 'DUPLICATE'").matches(exchange)).isTrue();
    }

    @Test
    void nanIsNeitherGreaterNorLessAndBothZerosAreEqual() {
        for (Object nan : new Object[] {Double.NaN, Float.NaN, "NaN"}) {
            exchange.setHeader("nan", nan);
            exchange.setHeader("number", 100.0);
            for (String operator : List.of("<", "<=", ">", ">=")) {
                for (String other : nan instanceof String
                        ? List.of("${header.number}")
                        : List.of("100", "'100'", "${header.number}")) {
                    assertThat(simple("${header.nan} " + operator + " " + other).matches(exchange))
                            .as("%s %s %s", nan, operator, other)
                            .isFalse();
                    assertThat(simple(other + " " + operator + " ${header.nan}").matches(exchange))
                            .isFalse();
                }
            }
        }
        exchange.setHeader("zero", -0.0);
        for (String zero : List.of("0", "0.0", "'0'", "-0.0")) {
            assertThat(simple("${header.zero} == " + zero).matches(exchange))
                    .as(zero)
                    .isTrue();
            assertThat(simple("${header.zero} < " + zero).matches(exchange))
                    .as(zero)
                    .isFalse();
        }
    }

    @Test
    void aMethodWithArgumentsIsRefusedAsInATextWithoutOperators() {
        assertThatThrownBy(() -> simple("${body.substring(1)} > 1")).hasMessageContaining("is not known");
    }

    @Test
    void theOtherValueOfAComparisonMayBeAnExpression() {
        exchange.setHeader("limit", 7);

        assertThat(matches(header("n").isEqualTo(header("limit")))).isTrue();
        assertThat(matches(header("n").isNotEqualTo(header("limit")))).isFalse();
        assertThat(matches(header("n").isGreaterThan(header("limit")))).isFalse();
        assertThat(matches(header("n").isGreaterThanOrEqualTo(header("limit")))).isTrue();
        assertThat(matches(header("n").isLessThan(header("none")))).isFalse();
    }

    private boolean matches(Predicate predicate) {
        return predicate.matches(exchange);
    }

    @Test
    void aTextShowsTheConditionInIt() {
        String text = "${body} contains 'Camel' && ${header.n} > ${header.m}";
        Predicate condition = simple(text);
        assertThat(condition).hasToString(text);
        assertThat(simple(text, Boolean.class)).hasToString(text);
        assertThat(simple("a ${body}")).hasToString("a ${body}");
    }
}
