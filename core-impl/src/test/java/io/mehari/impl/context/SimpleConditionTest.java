package io.mehari.impl.context;

import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conditions as texts. 31 of the 39 results in the table were checked with Camel 4.22.0. The others are variants, such
 * as {@code >=} after {@code >}.
 */
class SimpleConditionTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    @BeforeEach
    void fill() {
        exchange.setBody("x");
        exchange.setHeader("n", 7);
        exchange.setHeader("t", "Hello");
        exchange.setHeader("yes", true);
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
                    ${body} == 'x' && ${header.n} > 6 @ true
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
                "${header.n} like 7"
            })
    void anotherTextIsRefusedWhenTheRouteIsDescribed(String text) {
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:in").filter(simple(text))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a condition")
                .hasMessageContaining("${header.type} == 'express'");
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
}
