package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.builder.ValueBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes, indices and keys in placeholders, and bodies as types. */
class SimplePathTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchange exchange = new DefaultExchange(context);

    @BeforeEach
    void fill() {
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("name", "dates");
        order.put("a.b", "dotted");
        order.put("lines", List.of("x", "y", "z"));
        exchange.setBody(order);
        exchange.setHeader("list", List.of("one", "two"));
        exchange.setHeader("array", new int[] {7, 8, 9});
        exchange.setHeader("map", Map.of("size", "of the map", "k", "v"));
        exchange.setHeader("text", "four");
        exchange.setHeader("entry", Map.entry("left", "right"));
        exchange.setHeader("item", new Item("dates", 3));
        exchange.setProperty(
                Exchange.EXCEPTION_CAUGHT, new IllegalStateException("disk", new IllegalStateException("full")));
        exchange.setProperty("p", Map.of("q", Map.of("r", 5)));
    }

    /** Its accessors and getters, although the class is private. */
    @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate", "DoNotCallSuggester"}) // called by name
    private record Item(String name, int weight) {
        public boolean isHeavy() {
            return weight > 10;
        }

        public String getName() {
            return "got";
        }

        public int size() {
            return 42;
        }

        public Item self() {
            return this;
        }

        public @Nullable Item none() {
            return null;
        }

        public void clear() {}

        public static String shared() {
            return "shared";
        }

        String secret() {
            return "secret";
        }

        public String broken() throws IOException {
            throw new IOException(name);
        }
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '^', nullValues = "null", textBlock = """
                    ${body.size}                   @ 3
                    ${body.size()}                 @ 3
                    ${body.length}                 @ 3
                    ${body.name}                   @ dates
                    ${body?.name}                  @ dates
                    ${body[name]}                  @ dates
                    ${body['name']}                @ dates
                    ${body[a.b]}                   @ dotted
                    ${body.lines[0]}               @ x
                    ${body.lines[last]}            @ z
                    ${body.lines[last-1]}          @ y
                    ${body.lines[3]}               @ null
                    ${body.lines[last-3]}          @ null
                    ${body.lines.size}             @ 3
                    ${body.none.deeper[1]}         @ null
                    ${header.list[1]}              @ two
                    ${header[list][1]}             @ two
                    ${headers.list.size}           @ 2
                    ${header.array[2]}             @ 9
                    ${header.array.length}         @ 3
                    ${header.map.size}             @ of the map
                    ${header.map.size()}           @ of the map
                    ${header.map[k]}               @ v
                    ${header.text.length()}        @ 4
                    ${header.none.size}            @ null
                    ${header.entry.key}            @ left
                    ${header.entry.value}          @ right
                    ${exchangeProperty.p.q.r}      @ 5
                    ${exchangeProperty.p[q][r]}    @ 5
                    ${headers.size}                @ 6
                    ${headers.size()}              @ 6
                    ${bodyAs(String)}              @ {name=dates, a.b=dotted, lines=[x, y, z]}
                    ${bodyAs(java.lang.String).size} @ 41
                    ${header.item.name}            @ got
                    ${header.item.name()}          @ dates
                    ${header.item.getName}         @ got
                    ${header.item.weight}          @ 3
                    ${header.item.isHeavy()}       @ false
                    ${header.item.heavy}           @ false
                    ${header.item.size}            @ 42
                    ${header.item.size()}          @ 42
                    ${header.item.none.deeper}     @ null
                    ${header.item.self.self.weight} @ 3
                    ${header.text.toUpperCase()}   @ FOUR
                    ${body.size().getClass.simpleName} @ Integer
                    ${body.keySet().size}          @ 3
                    ${header.entry.getKey()}       @ left
                    ${exception.cause.message}     @ full
                    ${exception.message}           @ disk
                    has ${body.size} of ${header.list[0]} @ has 3 of one
                    """)
    void aPathLeadsToSizesElementsAndKeys(String text, String wanted) {
        assertThat(simple(text).evaluate(exchange, String.class)).isEqualTo(wanted);
    }

    @Test
    void aSizeIsPartOfACondition() {
        assertThat(simple("${body.size} > 2 && ${header.list[0]} == 'one'").matches(exchange))
                .isTrue();
        assertThat(simple("${body.size()} > 3").matches(exchange)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${header.text.name}",
                "${header.entry.other}",
                "${header.list.third}",
                "${header.list.name()}",
                "${header.item.clear}",
                "${header.item.clear()}",
                "${header.item.shared}",
                "${header.item.secret}",
                "${header.item[weight]}",
                "${body.third()}",
                "${header.list[x]}",
                "${header.text[0]}"
            })
    void whatHasNoSuchElementFailsTheMessage(String text) {
        assertThatThrownBy(() -> simple(text).evaluate(exchange)).hasMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${body.name(1)}",
                "${body.name('x')}",
                "${exceptional.name}",
                "${body.}",
                "${body[]}",
                "${body.size() }",
                "${bodyAs(No)}",
                "${bodyAs()}",
                "${headers.x(}"
            })
    void aMethodCallWithArgumentsIsRefusedWhenTheRouteIsDescribed(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> simple(text));
    }

    @Test
    void whatAGetterThrowsIsTheFailure() {
        assertThatThrownBy(() -> simple("${header.item.broken}").evaluate(exchange))
                .isInstanceOf(IOException.class)
                .hasMessage("dates");
    }

    /** The handles are kept with the class, so its loader can go while the route stays. */
    @Test
    void aClassOfTheBodyIsNotKept() throws Exception {
        ValueBuilder name = simple("${body.value}");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ClassLoader loader = new Alone(Plain.class);
            exchange.setBody(
                    loader.loadClass(Plain.class.getName()).getConstructor().newInstance());
            assertThat(name.evaluate(exchange)).isEqualTo("plain");
            loaders.add(new WeakReference<>(loader));
        }
        exchange.setBody(null);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (loaders.stream().anyMatch(each -> each.get() != null) && System.nanoTime() < end) {
            System.gc();
        }
        assertThat(loaders).allMatch(each -> each.get() == null);
    }

    /** A body. */
    public static final class Plain {
        public String getValue() {
            return "plain";
        }
    }

    /** Defines one class again. */
    private static final class Alone extends ClassLoader {
        private final Class<?> type;

        Alone(Class<?> type) {
            super(null);
            this.type = type;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream code = type.getResourceAsStream(
                    type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
                byte[] bytes = code == null ? new byte[0] : code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void theBodyIsAsked() {
        exchange.setBody("12");
        assertThat(simple("${bodyAs(Integer)}").evaluate(exchange)).isEqualTo(12);
        assertThat(simple("${mandatoryBodyAs(Integer)}", Integer.class).evaluate(exchange))
                .isEqualTo(12);
        assertThat(simple("${bodyAs(byte[]).length}").evaluate(exchange)).isEqualTo(2);
        exchange.setBody(null);
        assertThat(simple("${bodyAs(String)}").evaluate(exchange)).isNull();
        assertThatThrownBy(() -> simple("${mandatoryBodyAs(String)}").evaluate(exchange))
                .hasCauseInstanceOf(InvalidPayloadException.class);
    }

    @Test
    void aSinglePlaceholderGivesTheValueItself() {
        assertThat(simple("${body}").evaluate(exchange)).isSameAs(exchange.getBody());
        assertThat(simple("${header.list}").evaluate(exchange)).isEqualTo(List.of("one", "two"));
        assertThat(simple("${header.list}.").evaluate(exchange)).isInstanceOf(String.class);
        assertThat(simple("${header.none}").evaluate(exchange)).isNull();
    }

    // ---- elements and constants

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
                    ${skip(0)}     @ [a, b, c]
                    ${skip(2)}     @ [c]
                    ${skip(9)}     @ []
                    """)
    void elementsAreSkipped(String text, String wanted) {
        List<Object> bodies = List.of(
                List.of("a", "b", "c"),
                new String[] {"a", "b", "c"},
                "a,b,c",
                Stream.of("a", "b", "c"),
                List.of("a", "b", "c").iterator());
        for (Object body : bodies) {
            exchange.setBody(body);
            Iterator<?> elements = (Iterator<?>) simple(text).evaluate(exchange);
            assertThat(elements).isNotNull();
            List<Object> all = new ArrayList<>();
            elements.forEachRemaining(all::add);
            assertThat(all).as("of %s", body).hasToString(wanted);
        }
    }

    @Test
    void aBodyWithoutElementsIsOneAndNoBodyIsNone() {
        exchange.setBody(5);
        assertThat(simple("${skip(0)}").evaluate(exchange, Iterator.class).next())
                .isEqualTo(5);
        exchange.setBody(Map.of("k", "v"));
        assertThat(simple("${skip(0)}").evaluate(exchange, Iterator.class).next())
                .isEqualTo(Map.entry("k", "v"));
        exchange.setBody(null);
        assertThat(simple("${skip(0)}").evaluate(exchange, Iterator.class).hasNext())
                .isFalse();
    }

    @Test
    void aConstantIsReadWhenTheRouteIsDescribed() {
        assertThat(simple("${type:java.util.concurrent.TimeUnit.DAYS}").evaluate(exchange))
                .isEqualTo(TimeUnit.DAYS);
        exchange.setHeader("unit", TimeUnit.DAYS);
        assertThat(simple("${header.unit} == ${type:java.util.concurrent.TimeUnit.DAYS}")
                        .matches(exchange))
                .isTrue();
        assertThat(simple("${header.unit} == ${type:java.util.concurrent.TimeUnit.HOURS}")
                        .matches(exchange))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${type:}",
                "${type:X}",
                "${type:java.lang.String.none}",
                "${type:java.lang.String.length}",
                "${type:no.Such.X}"
            })
    void whatIsNoConstantIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> simple(text));
    }

    @Test
    void theThreadHasAName() {
        assertThat(simple("${threadName}").evaluate(exchange))
                .isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void eachMatchIsReplaced() {
        assertThat(constant("a1b22").regexReplaceAll("(\\d+)", "<$1>").evaluate(exchange))
                .isEqualTo("a<1>b<22>");
        assertThat(constant(null).regexReplaceAll("x", "y").evaluate(exchange)).isNull();
    }
}
