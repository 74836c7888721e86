package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.ValueBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law S5, for any text: it is read or refused by name. What was read is printed as a text that means the same, and
 * reading takes linear time.
 */
class SimpleFuzzTest {
    private static final int TEXTS = 20_000;
    private static final int LONG = 100_000;

    static final List<String> PIECES = List.of(
            "${body}",
            "${header.n}",
            "${header.a.b}",
            "${header['a.b']}",
            "${header[\"x\"][0]}",
            "$simple{header.t}",
            "${exchangeProperty.p?.q}",
            "${exception.message}",
            "${body.size()}",
            "${random(1,2)}",
            "${null}",
            "${date:header.d:yyyy}",
            "${sys.none}",
            "${env:NONE}",
            "${properties:none:d}",
            "${bodyAs(String)}",
            "${type:java.lang.Integer.MAX_VALUE}",
            "${",
            "}",
            "$simple{",
            "{",
            "$",
            "\\",
            "\\n",
            "\\}",
            "'",
            "\"",
            "'x'",
            "\"y\"",
            "'a${body}b'",
            "\"'\"",
            " ",
            "  ",
            "\t",
            "\n",
            "==",
            "!=",
            "=~",
            "!=~",
            ">",
            ">=",
            "<",
            "<=",
            "~~",
            "!~~",
            "contains",
            "!contains",
            "starts with",
            "endsWith",
            "regex",
            "!regex",
            "in",
            "!in",
            "is",
            "!is",
            "range",
            "'1..9'",
            "'a,b'",
            "'String'",
            "'('",
            "&&",
            "||",
            "++",
            "--",
            "?:",
            "~>",
            "true",
            "false",
            "null",
            "7",
            "-1.5",
            "body",
            "header",
            ".",
            "[",
            "]",
            "(",
            ")",
            ":",
            "?",
            ",",
            "{{",
            "}}",
            "{{x}}",
            "Camel",
            "${header.CamelX}",
            "\u0000",
            "\ud83d",
            "\u00e9");

    private static final String[] SHAPES = {"", " == ", " && ", " ", " ?: ", "++ ", ">"};

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    SimpleFuzzTest() {
        exchange.setBody("x");
        exchange.setHeader("n", 7);
        exchange.setHeader("t", "Hello");
        exchange.setHeader("d", 0L);
        exchange.setHeader("x", List.of("one"));
        exchange.setHeader("a", Map.of("b", "of the map"));
        exchange.setProperty("p", Map.of("q", 5));
        context.getGlobalOptions().put("x", "xv");
    }

    /** With {@code JAZZER_FUZZ=1} it makes up texts for a minute; CONTRIBUTING has the command. */
    @FuzzTest(maxDuration = "1m")
    @Tag("slow") // Jazzer changes the classes that it loads
    void s5_anyBytesAreReadOrRefused(byte[] bytes) {
        check(new String(bytes, StandardCharsets.UTF_8));
    }

    @Test
    void s5_textsMadeOfPiecesAreReadOrRefused() {
        long seed = Long.getLong("mehari.seed", 38);
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            String between = SHAPES[random.nextInt(SHAPES.length)];
            for (int pieces = 1 + random.nextInt(8); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size()))).append(random.nextInt(3) > 0 ? between : " ");
            }
            read += check(text.toString());
        }
        assertThat(read)
                .as("texts and conditions that were read, with seed %s", seed)
                .isGreaterThan(TEXTS / 20);
    }

    /** How many meanings it has: as a text, and as a condition. */
    private int check(String text) {
        ValueBuilder value = read(text);
        if (value == null) {
            return 0;
        }
        if (!text.contains("{{")) {
            ValueBuilder again = simple(value.toString());
            assertThat(again).as("of %s", text).hasToString(value.toString());
            if (!text.contains("random")) {
                assertThat(result(again)).as("of %s", text).isEqualTo(result(value));
            }
        }
        return 1 + checkCondition(text);
    }

    private int checkCondition(String text) {
        ValueBuilder condition;
        try {
            condition = simple(text, Boolean.class);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("simple, character ");
            return 0;
        }
        if (!text.contains("{{")) {
            Predicate again = simple(condition.toString(), Boolean.class);
            assertThat(again).as("of %s", text).hasToString(condition.toString());
            assertThat(outcome(again)).as("of %s", text).isEqualTo(outcome(condition));
        }
        return 1;
    }

    private static ValueBuilder read(String text) {
        try {
            return simple(text);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("simple, character ");
            return null;
        }
    }

    private String result(Expression value) {
        try {
            Object found = value.evaluate(exchange);
            return found == null ? "null" : found.getClass() + (found instanceof String ? " " + found : "");
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    private Object outcome(Predicate condition) {
        try {
            return condition.matches(exchange);
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    /** Each of them takes minutes if a piece of it is read once for each of its pieces. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "${",
                "$simple{",
                "${body",
                "${header.",
                "${header['",
                "${body.a",
                "${body[0]",
                "${body?.a",
                "$",
                "{",
                "\\",
                "'",
                "\"",
                " ",
                "${body} ",
                "${body}  ?",
                "${body} == 'x' && ",
                "${body} ?: ",
                "${header.n}++",
                "${date:now:",
                "${random(1,",
                "${type:a.",
                "a",
                "'('",
                "x}",
                "${sys."
            })
    @Timeout(30)
    void s5_aLongTextTakesLinearTime(String piece) {
        assertThatCode(() -> check(piece.repeat(LONG / piece.length()))).doesNotThrowAnyException();
        assertThatCode(() -> check("${body} regex '" + piece.repeat(LONG / piece.length())))
                .doesNotThrowAnyException();
        assertThatCode(() -> check("${body} == 'x' || " + piece.repeat(LONG / piece.length())))
                .doesNotThrowAnyException();
    }

    @Test
    void s5_aRegularExpressionWithTooManyGroupsIsRefused() {
        assertThat(checkCondition("${body} regex '" + "(".repeat(LONG) + ")".repeat(LONG) + "'"))
                .isZero();
    }
}
