package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.collect.slots.Contents;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws of headers, properties and copies, and faults 2, 9 and 11 of another framework, on the exchange itself. */
class ExchangeMapLawsTest {

    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext();

    /** An exchange with so many headers and so many properties. */
    private static AbstractExchange exchange(int size) {
        AbstractExchange exchange = new DefaultExchange(CONTEXT);
        for (int i = 0; i < size; i++) {
            exchange.setHeader("Name-" + i, i);
            exchange.setProperty("name-" + i, i);
        }
        return exchange;
    }

    private static Map<String, @Nullable Object> snapshot(Map<String, @Nullable Object> map) {
        return new LinkedHashMap<>(map);
    }

    /** Every road by which an exchange can be written to: each changes a header and a property. */
    private static List<Runnable> roads(
            AbstractExchange exchange,
            Map<String, @Nullable Object> headers,
            Map<String, @Nullable Object> properties) {
        return List.of(
                () -> {
                    exchange.setHeader("name-0", "w");
                    exchange.setProperty("name-0", "w");
                },
                () -> {
                    exchange.setHeader("new", "w");
                    exchange.setProperty("new", "w");
                },
                () -> {
                    exchange.removeHeader("NAME-0");
                    exchange.removeProperty("name-0");
                },
                () -> {
                    exchange.removeHeaders("NAME*");
                    exchange.removeProperties("NAME*");
                },
                () -> {
                    exchange.setHeaders(Map.of("other", 1));
                    properties.clear();
                },
                () -> {
                    exchange.copyFrom(exchange(1));
                    properties.put("new", 1);
                },
                () -> {
                    headers.put("NAME-1", "w");
                    properties.put("name-1", "w");
                },
                () -> {
                    headers.clear();
                    properties.clear();
                },
                () -> {
                    headers.replaceAll((name, value) -> "w");
                    properties.replaceAll((name, value) -> "w");
                },
                () -> {
                    headers.entrySet().iterator().next().setValue("w");
                    properties.entrySet().iterator().next().setValue("w");
                },
                () -> {
                    removeSecond(headers.keySet().iterator());
                    removeSecond(properties.values().iterator());
                },
                () -> {
                    headers.keySet().retainAll(List.of("name-2"));
                    properties.keySet().removeAll(List.of("name-2"));
                },
                () -> {
                    headers.merge("name-0", 1, (one, other) -> "w");
                    properties.compute("name-0", (name, value) -> null);
                });
    }

    private static void removeSecond(Iterator<?> iterator) {
        iterator.next();
        iterator.next();
        iterator.remove();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40, 80})
    void e6_aChangeOfEitherKindShowsOnlyOnItsOwnSide(int size) {
        Map<String, @Nullable Object> headers = snapshot(exchange(size).getHeaders());
        Map<String, @Nullable Object> properties = snapshot(exchange(size).getProperties());
        AbstractExchange any = exchange(size);
        int roads = roads(any, any.getHeaders(), any.getProperties()).size();
        for (int way = 0; way < 3 * roads; way++) {
            AbstractExchange original = exchange(size);
            Map<String, @Nullable Object> held = original.getHeaders();
            Map<String, @Nullable Object> heldProperties = original.getProperties();
            AbstractExchange copy = original.copy();
            AbstractExchange taken = new DefaultExchange(CONTEXT);
            taken.copyFrom(original);
            AbstractExchange written = way % 3 == 2 ? copy : original;
            (way % 3 == 0
                            ? roads(original, held, heldProperties)
                            : roads(written, written.getHeaders(), written.getProperties()))
                    .get(way / 3)
                    .run();
            AbstractExchange other = way % 3 == 2 ? original : copy;
            assertThat(other.getHeaders()).as("way %d", way).containsExactlyEntriesOf(headers);
            assertThat(other.getProperties()).as("way %d", way).containsExactlyEntriesOf(properties);
            assertThat(taken.getHeaders()).containsExactlyEntriesOf(headers);
            Map<String, @Nullable Object> before = snapshot(other.getHeaders());
            taken.setHeader("Name-0", "taken");
            assertThat(other.getHeaders()).containsExactlyEntriesOf(before);
            assertThat(original.getHeader("Name-0")).isNotEqualTo("taken");
            assertThat(written.getHeaders()).isNotEqualTo(headers);
            assertThat(written.getProperties()).isNotEqualTo(properties);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40, 80})
    void fault2_aMapOrAnEntryHeldFromBeforeTheCopyWritesToItsOwnExchangeOnly(int size) {
        AbstractExchange original = exchange(size);
        Map<String, @Nullable Object> held = original.getHeaders();
        Map.Entry<String, @Nullable Object> entry = held.entrySet().iterator().next();
        Iterator<String> names = held.keySet().iterator();
        names.next();
        names.next();
        AbstractExchange copy = original.copy();
        entry.setValue("x");
        names.remove();
        held.put("new", 1);
        assertThat(copy.getHeaders()).containsExactlyEntriesOf(exchange(size).getHeaders());
        assertThat(original.getHeader("Name-0")).isEqualTo("x");
        assertThat(original.getHeader("Name-1")).isNull();
        assertThat(original.getHeader("NEW")).isEqualTo(1);
        copy.getHeaders().entrySet().forEach(one -> one.setValue("y"));
        assertThat(original.getHeader("Name-2")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 80})
    void e6_headersPassedToAnotherMessageAreIndependent(int size) {
        AbstractExchange one = exchange(size);
        AbstractExchange other = exchange(2);
        other.setHeaders(one.getHeaders());
        assertThat(other.storage(true)).as("shared").isSameAs(one.storage(true));
        one.setHeader("Name-0", "one");
        other.setHeader("Name-0", "other");
        assertThat(one.getHeader("name-0")).isEqualTo("one");
        assertThat(other.getHeader("name-0")).isEqualTo("other");
        one.setHeaders(one.getHeaders());
        assertThat(one.getHeaders()).hasSize(size);
        one.setHeaders(Collections.unmodifiableMap(one.getHeaders()));
        assertThat(one.getHeaders()).hasSize(size);
    }

    @Test
    void e6_headersOfAReleasedExchangeAreRefusedBeforeAnythingIsLost() {
        Exchanges pool = new Exchanges(CONTEXT, 1, true);
        Exchange released = pool.create(ExchangePattern.InOnly);
        released.setHeader("theirs", 1);
        Map<String, @Nullable Object> held = released.getHeaders();
        assertThat(Pools.release(released)).isTrue();
        AbstractExchange exchange = exchange(3);
        assertThatThrownBy(() -> exchange.setHeaders(held)).isInstanceOf(ExchangeReleasedException.class);
        assertThatThrownBy(() -> exchange.copyFrom(released)).isInstanceOf(ExchangeReleasedException.class);
        assertThat(exchange.getHeaders()).containsExactlyEntriesOf(exchange(3).getHeaders());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40, 80})
    void h3_aThousandChangesInOneStepAreNoticed(int size) {
        for (int changes = 1; changes <= 1024; changes++) {
            AbstractExchange exchange = exchange(size);
            Iterator<String> headers = exchange.getHeaders().keySet().iterator();
            Iterator<String> properties = exchange.getProperties().keySet().iterator();
            for (int i = 0; i < changes; i++) {
                if (i % 2 == 0) {
                    exchange.setHeader("new", 1);
                    exchange.setProperty("new", 1);
                } else {
                    exchange.removeHeader("new");
                    exchange.removeProperty("new");
                }
            }
            assertThatThrownBy(headers::next).isInstanceOf(ConcurrentModificationException.class);
            assertThatThrownBy(properties::next).isInstanceOf(ConcurrentModificationException.class);
        }
    }

    @Test
    void h3_replacingAllHeadersIsNoticed() {
        AbstractExchange exchange = exchange(3);
        Iterator<String> names = exchange.getHeaders().keySet().iterator();
        exchange.setHeaders(exchange(5).getHeaders());
        assertThatThrownBy(names::next).isInstanceOf(ConcurrentModificationException.class);
        Iterator<String> again = exchange.getHeaders().keySet().iterator();
        exchange.copyFrom(exchange(5));
        assertThatThrownBy(again::next).isInstanceOf(ConcurrentModificationException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // the point
    void h4_aNullNameIsRefusedWithAMessage() {
        AbstractExchange exchange = exchange(1);
        assertThatThrownBy(() -> exchange.setHeader(null, 1)).hasMessage("The name of a header must not be null");
        assertThatThrownBy(() -> exchange.getHeader(null)).hasMessage("The name of a header must not be null");
        assertThatThrownBy(() -> exchange.removeHeader(null)).hasMessage("The name of a header must not be null");
        assertThatThrownBy(() -> exchange.setProperty(null, 1)).hasMessage("The name of a property must not be null");
        assertThatThrownBy(() -> exchange.getProperty(null)).hasMessage("The name of a property must not be null");
        assertThatThrownBy(() -> exchange.getHeaders().put(null, 1)).hasMessage("a key must not be null");
        exchange.setHeader("none", null);
        assertThat(exchange.getHeaders()).containsKey("none").hasSize(2);
    }

    @Test
    void h1_filtersAndHeadersAgreeOnWhatIsOneName() {
        AbstractExchange exchange = new DefaultExchange(CONTEXT);
        exchange.setHeader("Kiss", 1);
        exchange.setHeader("\u212Aiss", 2);
        assertThat(exchange.getHeaders()).hasSize(2);
        assertThat(exchange.removeHeaders("K*")).isTrue();
        assertThat(exchange.getHeaders()).containsOnlyKeys("\u212Aiss");
        assertThat(exchange.removeHeaders("k.*s")).isFalse();
        assertThat(exchange.removeHeaders("*", "\u212AISS")).isFalse();
        assertThat(exchange.removeHeaders("*", "kiss")).isTrue();
    }

    /** What changes nothing, in pairs of header and property. */
    private static List<Runnable> idle(AbstractExchange exchange) {
        Map<String, @Nullable Object> headers = exchange.getHeaders();
        Map<String, @Nullable Object> properties = exchange.getProperties();
        Object value = exchange.getHeader("Name-0");
        return List.of(
                () -> exchange.removeHeader("absent"),
                () -> exchange.removeProperty("absent"),
                () -> exchange.setHeader("NAME-0", value),
                () -> exchange.setProperty("name-0", value),
                () -> headers.putIfAbsent("NAME-0", "another"),
                () -> properties.putIfAbsent("name-0", "another"),
                () -> exchange.removeHeaders("absent*"),
                () -> exchange.removeHeaders("*", "NAME*"),
                () -> exchange.removeProperties("absent"),
                () -> headers.remove("Name-0", "no such value"),
                () -> headers.keySet().retainAll(List.copyOf(headers.keySet())),
                () -> properties.values().removeIf(one -> false),
                () -> headers.replaceAll((name, old) -> old),
                () -> exchange.setHeaders(headers),
                () -> exchange.copyFrom(exchange),
                () -> assertThat(exchange.getHeader("absent")).isNull());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40, 80})
    void h7_anOperationWithoutEffectKeepsTheSharing(int size) {
        AbstractExchange original = exchange(size);
        AbstractExchange copy = original.copy();
        for (AbstractExchange one : List.of(original, copy)) {
            List<Runnable> idle = idle(one);
            for (int i = 0; i < idle.size(); i++) {
                idle.get(i).run();
                assertThat(copy.storage(true)).as("after operation %d", i).isSameAs(original.storage(true));
                assertThat(copy.storage(false)).as("after operation %d", i).isSameAs(original.storage(false));
            }
        }
    }

    @Test
    void h7_removingAnAbsentHeaderAllocatesNothing() {
        AbstractExchange original = exchange(Contents.MOST_NAMES + 8);
        AbstractExchange copy = original.copy();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                copy.removeHeader("absent");
                copy.removeProperty("absent");
                copy.getHeader("NAME-7");
                copy.setHeader("NAME-7", copy.getHeader("name-7"));
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        assertThat(copy.storage(true)).isSameAs(original.storage(true));
    }

    @Test
    void fault1_churnOfOneHeaderAllocatesNothing() {
        AbstractExchange exchange = exchange(3);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5000; i++) {
                exchange.setHeader("one", "value");
                exchange.removeHeader("ONE");
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        assertThat(exchange.getHeaders()).hasSize(3);
    }

    @Test
    void fault9_theLastOwnerOfAnIndexWritesInPlace() {
        AbstractExchange original = exchange(Contents.MOST_NAMES + 8);
        AbstractExchange copy = original.copy();
        Object headers = original.storage(true);
        Object properties = original.storage(false);
        copy.setHeader("Name-0", "copy");
        copy.setProperty("name-0", "copy");
        assertThat(copy.storage(true)).isNotSameAs(headers);
        original.setHeader("Name-0", "original");
        original.setProperty("name-0", "original");
        assertThat(original.storage(true)).isSameAs(headers);
        assertThat(original.storage(false)).isSameAs(properties);
        assertThat(copy.getHeader("Name-0")).isEqualTo("copy");
        assertThat(copy.getProperty("name-0")).isEqualTo("copy");
    }

    @Test
    void fault9_whoeverClearsItsPropertiesIsNoOwnerAnyMore() {
        AbstractExchange original = exchange(Contents.MOST_NAMES + 8);
        Object properties = original.storage(false);
        AbstractExchange copy = original.copy();
        copy.getProperties().clear();
        original.setProperty("name-0", "in place");
        assertThat(original.storage(false)).isSameAs(properties);
    }

    @Test
    void fault9_whoeverReplacesItsHeadersIsNoOwnerAnyMore() {
        AbstractExchange original = exchange(Contents.MOST_NAMES + 8);
        Object headers = original.storage(true);
        AbstractExchange one = original.copy();
        AbstractExchange two = original.copy();
        one.setHeaders(Map.of());
        two.getHeaders().clear();
        original.setHeader("Name-0", "in place");
        assertThat(original.storage(true)).isSameAs(headers);
    }

    @Test
    void fault10_propertiesKeepTheirOrderAndManyAreIndexed() {
        AbstractExchange exchange = exchange(1000);
        assertThat(exchange.storage(false)).isNotInstanceOf(Object[].class);
        exchange.removeProperty("name-1");
        List<String> expected = new ArrayList<>(exchange(1000).getProperties().keySet());
        expected.remove("name-1");
        assertThat(exchange.getProperties().keySet()).containsExactlyElementsOf(expected);
    }

    @Test
    void p1_aFactIsNotInThePropertiesMap() {
        AbstractExchange exchange = exchange(1);
        exchange.setProperty(Exchange.SPLIT_INDEX, 3);
        assertThat(exchange.getProperties()).containsOnlyKeys("name-0");
        assertThat(exchange.getProperties().remove(Exchange.SPLIT_INDEX)).isNull();
        assertThatThrownBy(() -> exchange.getProperties().put(Exchange.SPLIT_INDEX, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Exchange.SPLIT_INDEX);
        assertThat(exchange.getProperty(Exchange.SPLIT_INDEX)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40, 80})
    void e7_fault11_severalThreadsCopyOneExchange(int size) throws Exception {
        int threads = 3;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        Map<String, @Nullable Object> headers = snapshot(exchange(size).getHeaders());
        Map<String, @Nullable Object> properties = snapshot(exchange(size).getProperties());
        try {
            for (int round = 0; round < 200; round++) {
                AbstractExchange original = exchange(size);
                Callable<AbstractExchange> copying = () -> {
                    barrier.await(10, TimeUnit.SECONDS);
                    AbstractExchange copy = original.copy();
                    copy.setHeader("NAME-1", copy);
                    copy.setProperty("mine", copy);
                    return copy;
                };
                for (Future<AbstractExchange> future : pool.invokeAll(Collections.nCopies(threads, copying))) {
                    AbstractExchange copy = future.get();
                    assertThat(copy.getHeader("name-1")).isSameAs(copy);
                    assertThat(copy.getProperty("mine")).isSameAs(copy);
                    assertThat(copy.getHeaders()).hasSize(size);
                }
                assertThat(original.getHeaders()).containsExactlyEntriesOf(headers);
                assertThat(original.getProperties()).containsExactlyEntriesOf(properties);
                original.setHeader("Name-0", "written");
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
