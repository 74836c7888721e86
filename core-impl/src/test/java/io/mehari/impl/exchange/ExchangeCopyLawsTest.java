package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.collect.slots.Contents;
import io.mehari.impl.DefaultRoutingContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** E6: no write of any kind to one side of a copy shows on the other side. */
class ExchangeCopyLawsTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();

    /** A way to write; it gets the exchange and the live map that was obtained before the copy was taken. */
    record Road(String name, BiConsumer<Exchange, Map<String, Object>> write) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Road exchange(String name, Consumer<Exchange> write) {
        return new Road(name, (exchange, before) -> write.accept(exchange));
    }

    /** The same write through a map obtained now and through one obtained before the copy. */
    private static Stream<Road> map(
            String name, Function<Exchange, Map<String, Object>> view, Consumer<Map<String, Object>> write) {
        return Stream.of(
                new Road(name, (exchange, before) -> write.accept(view.apply(exchange))),
                new Road(name + " of a map from before", (exchange, before) -> write.accept(before)));
    }

    private static Stream<Road> mapRoads(Function<Exchange, Map<String, Object>> view) {
        return Stream.of(
                        map(view, "put", map -> map.put("k0", "changed")),
                        map(view, "put new", map -> map.put("new", "x")),
                        map(view, "putAll", map -> map.putAll(Map.of("k0", "changed", "new", "x"))),
                        map(view, "remove", map -> map.remove("k0")),
                        map(view, "remove last", map -> map.remove("k1")),
                        map(view, "compute", map -> map.compute("k0", (k, v) -> v + "!")),
                        map(view, "merge", map -> map.merge("k0", "!", (a, b) -> "" + a + b)),
                        map(view, "replaceAll", map -> map.replaceAll((k, v) -> v + "!")),
                        map(view, "clear", Map::clear),
                        map(view, "entry.setValue", map -> map.entrySet().forEach(entry -> entry.setValue("changed"))),
                        map(view, "iterator.remove", map -> {
                            Iterator<?> iterator = map.entrySet().iterator();
                            iterator.next();
                            iterator.remove();
                        }),
                        map(view, "keySet.iterator.remove all", map -> {
                            for (Iterator<?> iterator = map.keySet().iterator(); iterator.hasNext(); ) {
                                iterator.next();
                                iterator.remove();
                            }
                        }),
                        map(view, "keySet.remove", map -> map.keySet().remove("k0")),
                        map(view, "keySet.retainAll", map -> map.keySet().retainAll(Set.of("k1"))),
                        map(view, "keySet.clear", map -> map.keySet().clear()),
                        map(view, "values.remove", map -> map.values().remove("v0")),
                        map(view, "values.removeIf", map -> map.values().removeIf("v0"::equals)),
                        map(view, "entrySet.removeAll", map -> map.entrySet().removeAll(Set.of(Map.entry("k0", "v0")))))
                .flatMap(roads -> roads);
    }

    private static Stream<Road> map(
            Function<Exchange, Map<String, Object>> view, String name, Consumer<Map<String, Object>> write) {
        return map(name, view, write);
    }

    private static Stream<Road> headerRoads() {
        Stream<Road> own = Stream.of(
                exchange("setHeader", e -> e.setHeader("k0", "changed")),
                exchange("setHeader in another spelling", e -> e.setHeader("K0", "changed")),
                exchange("setHeader new", e -> e.setHeader("new", "x")),
                exchange("removeHeader", e -> e.removeHeader("k0")),
                exchange("removeHeaders wildcard", e -> e.removeHeaders("k*")),
                exchange("removeHeaders with exclusion", e -> e.removeHeaders("*", "k0")),
                exchange("setHeaders", e -> e.setHeaders(Map.of("other", "x"))),
                exchange("setHeaders empty", e -> e.setHeaders(Map.of())),
                exchange("copyFrom", e -> e.copyFrom(new DefaultExchange(e.getContext()))),
                exchange("copyFrom, then a write", e -> {
                    Message other = new DefaultExchange(e.getContext());
                    other.setHeader("other", "x");
                    e.copyFrom(other);
                    e.setHeader("other", "y");
                }));
        return Stream.concat(own, mapRoads(Exchange::getHeaders));
    }

    private static Stream<Road> propertyRoads() {
        Stream<Road> own = Stream.of(
                exchange("setProperty", e -> e.setProperty("k0", "changed")),
                exchange("setProperty new", e -> e.setProperty("new", "x")),
                exchange("removeProperty", e -> e.removeProperty("k0")),
                exchange("removeProperties wildcard", e -> e.removeProperties("k*")),
                exchange("removeProperties with exclusion", e -> e.removeProperties("*", "k0")));
        return Stream.concat(own, mapRoads(Exchange::getProperties));
    }

    /** Each road with few entries (one flat array), with as many as a flat array holds, and with many (an index). */
    private static Stream<Arguments> inAllSizes(Stream<Road> roads) {
        return roads.flatMap(road -> Stream.of(2, 8, 9, 40).map(size -> Arguments.of(road, size)));
    }

    static Stream<Arguments> headers() {
        return inAllSizes(headerRoads());
    }

    static Stream<Arguments> properties() {
        return inAllSizes(propertyRoads());
    }

    private Exchange withEntries(int count) {
        Exchange exchange = new DefaultExchange(context);
        for (int i = 0; i < count; i++) {
            exchange.setHeader("k" + i, "v" + i);
            exchange.setProperty("k" + i, "v" + i);
        }
        return exchange;
    }

    @ParameterizedTest
    @MethodSource("headers")
    void e6_headerWrittenOnEitherSideOfACopyStaysThere(Road road, int size) {
        e6(road, size, Exchange::getHeaders);
    }

    @ParameterizedTest
    @MethodSource("properties")
    void e6_propertyWrittenOnEitherSideOfACopyStaysThere(Road road, int size) {
        e6(road, size, Exchange::getProperties);
    }

    private void e6(Road road, int size, Function<Exchange, Map<String, Object>> view) {
        Exchange original = withEntries(size);
        Map<String, Object> originalBefore = view.apply(original);
        Map<String, Object> expected = new LinkedHashMap<>(originalBefore);

        Exchange copy = original.copy();
        Exchange second = original.copy();
        Exchange copyOfCopy = copy.copy();
        road.write.accept(original, originalBefore);
        assertThat(view.apply(original)).as("the writer sees what it wrote").isNotEqualTo(expected);
        assertThat(view.apply(original)).isEqualTo(originalBefore);
        assertOrderedEqual(view.apply(copy), expected);

        Map<String, Object> written = new LinkedHashMap<>(view.apply(original));
        Map<String, Object> copyBefore = view.apply(copy);
        Exchange third = copy.copy();
        road.write.accept(copy, copyBefore);
        assertThat(view.apply(copy)).isNotEqualTo(expected);
        assertOrderedEqual(view.apply(original), written);
        for (Exchange other : List.of(second, copyOfCopy, third)) {
            assertOrderedEqual(view.apply(other), expected);
        }
    }

    private static void assertOrderedEqual(Map<String, Object> actual, Map<String, Object> expected) {
        assertThat(List.copyOf(actual.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
    }

    @Test
    void e6_entrySetValueOnACopyLeavesTheOriginal() {
        Exchange original = withEntries(3);
        Exchange copy = original.copy();
        copy.getHeaders().entrySet().iterator().next().setValue("changed");
        assertThat(original.getHeader("k0")).isEqualTo("v0");
        assertThat(copy.getHeader("k0")).isEqualTo("changed");
    }

    @Test
    void e6_entryObtainedBeforeTheCopyWritesToItsOwnSide() {
        for (int size : new int[] {3, 25}) {
            Exchange original = withEntries(size);
            Map.Entry<String, Object> entry =
                    original.getHeaders().entrySet().iterator().next();
            Iterator<String> names = original.getHeaders().keySet().iterator();
            names.next();
            Exchange copy = original.copy();
            entry.setValue("changed");
            names.remove();
            assertThat(original.getHeaders()).doesNotContainKey("k0").hasSize(size - 1);
            assertThat(copy.getHeaders()).containsEntry("k0", "v0").hasSize(size);
        }
    }

    @Test
    void e6_headersTakenOverByCopyFromAndSetHeadersAreSharedUntilWritten() {
        for (int size : new int[] {3, 25}) {
            Exchange origin = withEntries(size);
            Exchange taker = withEntries(1);
            taker.copyFrom(origin);
            Exchange second = withEntries(30);
            second.setHeaders(origin.getHeaders());
            assertThat(((AbstractExchange) taker).storage(true))
                    .isSameAs(((AbstractExchange) origin).storage(true))
                    .isSameAs(((AbstractExchange) second).storage(true));

            taker.setHeader("k0", "taker");
            origin.removeHeader("k1");
            second.setHeader("new", "second");

            assertThat(taker.getHeaders()).containsEntry("k0", "taker").hasSize(size);
            assertThat(origin.getHeaders()).containsEntry("k0", "v0").hasSize(size - 1);
            assertThat(second.getHeaders()).containsEntry("k0", "v0").hasSize(size + 1);
        }
    }

    @Test
    void e6_headersReplacedByAMapThatIsAViewOfThem() {
        for (int size : new int[] {3, 25}) {
            Exchange exchange = withEntries(size);
            Exchange copy = exchange.copy();
            Map<String, Object> expected = new LinkedHashMap<>(exchange.getHeaders());
            exchange.setHeaders(Collections.unmodifiableMap(exchange.getHeaders()));
            assertOrderedEqual(exchange.getHeaders(), expected);
            exchange.setHeaders(exchange.getHeaders());
            assertOrderedEqual(exchange.getHeaders(), expected);
            exchange.setHeader("k0", "changed");
            assertOrderedEqual(copy.getHeaders(), expected);
        }
    }

    @Test
    void e6_aRefusedReplacementOfHeadersLeavesThemAsTheyWere() {
        Exchange exchange = withEntries(3);
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("a", 1);
        withNull.put(null, 2);
        org.assertj.core.api.Assertions.assertThatNullPointerException()
                .isThrownBy(() -> exchange.setHeaders(withNull))
                .withMessage("The name of a header must not be null");
        assertThat(exchange.getHeaders()).hasSize(3).containsEntry("k0", "v0");
    }

    @Test
    void e6_theLastOwnerOfManyHeadersWritesWithoutACopy() {
        Exchange original = withEntries(Contents.MOST_NAMES + 8);
        Object storage = ((AbstractExchange) original).storage(true);
        Exchange copy = original.copy();
        copy.setHeader("k0", "changed"); // gets its own
        original.setHeader("k0", "mine"); // is alone now
        assertThat(((AbstractExchange) original).storage(true)).isSameAs(storage);
        assertThat(copy.getHeader("k0")).isEqualTo("changed");
    }

    @Test
    void e6_removingWhatIsAbsentKeepsSharing() {
        for (int size : new int[] {3, 25}) {
            AbstractExchange original = (AbstractExchange) withEntries(size);
            AbstractExchange copy = original.copy();
            copy.removeHeader("absent");
            copy.removeHeaders("absent*");
            copy.getHeaders().remove("absent");
            copy.getHeaders().putIfAbsent("k0", "x");
            copy.removeProperty("absent");
            copy.removeProperties("absent*");
            assertThat(copy.storage(true)).isSameAs(original.storage(true));
            assertThat(copy.storage(false)).isSameAs(original.storage(false));
        }
    }
}
