package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.Route;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ShelfComponent;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** X3 with checking on: any use after release throws and says where the release was. */
class CheckedPoolTest {

    /** They return this object and read nothing of it. */
    private static final Set<String> HARMLESS = Set.of("getMessage", "getIn", "getExchange", "getExchangeExtension");

    private final CapturedLog log = new CapturedLog(ExchangePool.class);
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchanges pool = new Exchanges(context, 4, true);

    @AfterEach
    void closeLog() {
        log.close();
    }

    private Exchange create() {
        Exchange exchange = pool.create(ExchangePattern.InOut);
        exchange.setBody("body");
        exchange.setHeader("a", 1);
        exchange.setHeader("b", 2);
        exchange.setProperty("a", 1);
        exchange.setProperty("b", 2);
        return exchange;
    }

    private void releaseHere(Exchange exchange) {
        assertThat(Pools.release(exchange)).isTrue();
    }

    private static void assertReleased(ThrowingCallable use) {
        assertThatExceptionOfType(ExchangeReleasedException.class)
                .isThrownBy(use)
                .satisfies(CheckedPoolTest::assertSaysWhere);
    }

    private static void assertSaysWhere(Throwable thrown) {
        assertThat(thrown).isInstanceOf(ExchangeReleasedException.class);
        assertThat(thrown.getCause())
                .hasMessageContaining(Thread.currentThread().getName());
        assertThat(Arrays.stream(thrown.getCause().getStackTrace()).map(StackTraceElement::getMethodName))
                .contains("releaseHere");
    }

    static Stream<Method> methods() {
        return Stream.of(Message.class, Exchange.class, ExchangeExtension.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !HARMLESS.contains(method.getName()))
                .sorted(Comparator.comparing(Method::toGenericString)); // else in another order in each JVM
    }

    @ParameterizedTest
    @MethodSource("methods")
    void x3_everyMethodThrowsAfterReleaseAndSaysWhereThatWas(Method method) {
        Exchange exchange = create();
        releaseHere(exchange);
        assertThatExceptionOfType(InvocationTargetException.class)
                .isThrownBy(() -> method.invoke(exchange, arguments(method)))
                .satisfies(thrown -> assertSaysWhere(thrown.getCause()));
    }

    private Object[] arguments(Method method) {
        return Stream.of(method.getParameterTypes()).map(this::argument).toArray();
    }

    private Object argument(Class<?> type) {
        Map<Class<?>, Object> arguments = Map.ofEntries(
                Map.entry(String.class, "a"),
                Map.entry(String[].class, new String[] {"b"}),
                Map.entry(Class.class, String.class),
                Map.entry(Object.class, "value"),
                Map.entry(Map.class, Map.of("c", 3)),
                Map.entry(boolean.class, true),
                Map.entry(Boolean.class, true),
                Map.entry(int.class, 1),
                Map.entry(long.class, 1L),
                Map.entry(ExchangePattern.class, ExchangePattern.InOut),
                Map.entry(Throwable.class, new IllegalStateException("x")),
                Map.entry(Message.class, new DefaultExchange(context)),
                Map.entry(Exchange.class, new DefaultExchange(context)),
                Map.entry(io.mehari.Endpoint.class, ShelfComponent.endpoint(context, "shelf:a")),
                Map.entry(Route.class, FullExchange.route("b")),
                Map.entry(Supplier.class, (Supplier<Object>) () -> "default"),
                Map.entry(java.util.function.Predicate.class, (java.util.function.Predicate<Object>) any -> true),
                Map.entry(Synchronization.class, new RecordedCompletion("c", new ArrayList<>())));
        assertThat(arguments).containsKey(type);
        return arguments.get(type);
    }

    @Test
    void x3_aReleasedMessageAsTheSourceOfAnotherLeavesThatAsItWas() {
        Exchange released = create();
        Map<String, Object> headers = released.getHeaders();
        releaseHere(released);
        Exchange other = create();
        assertReleased(() -> other.copyFrom(released));
        assertReleased(() -> other.setHeaders(headers));
        assertThat(other.getHeaders()).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(other.getBody()).isEqualTo("body");
    }

    @Test
    void x3_takingAwayAMessageIdThatIsNotThereThrowsToo() {
        Exchange exchange = create();
        releaseHere(exchange);
        assertReleased(() -> exchange.setMessageId(null));
    }

    @Test
    void x3_viewsObtainedBeforeThrowToo() {
        Exchange exchange = create();
        Map<String, Object> headers = exchange.getHeaders();
        Map<String, Object> properties = exchange.getProperties();
        releaseHere(exchange);
        for (Map<String, Object> view : java.util.List.of(headers, properties)) {
            assertReleased(() -> view.get("a"));
            assertReleased(() -> view.put("a", 2));
            assertReleased(() -> view.put("new", 2));
            assertReleased(() -> view.remove("a"));
            assertReleased(view::size);
            assertReleased(view::isEmpty);
            assertReleased(view::clear);
            assertReleased(() -> view.containsKey("a"));
            assertReleased(() -> view.forEach((name, value) -> {}));
            assertReleased(() -> view.keySet().contains("a"));
            assertReleased(() -> view.entrySet().iterator());
            assertReleased(() -> view.values().iterator());
        }
    }

    static Stream<Method> workMethods() {
        return Stream.of(UnitOfWork.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !HARMLESS.contains(method.getName()));
    }

    @ParameterizedTest
    @MethodSource("workMethods")
    void x3_everyMethodOfTheUnitOfWorkThrowsAfterRelease(Method method) {
        Exchange exchange = create();
        UnitOfWork work = exchange.getUnitOfWork();
        releaseHere(exchange);
        assertThatExceptionOfType(InvocationTargetException.class)
                .isThrownBy(() -> method.invoke(work, arguments(method)))
                .satisfies(thrown -> assertSaysWhere(thrown.getCause()));
    }

    @Test
    void x3_aReleasedExchangeAsItsOwnSourceThrows() {
        Exchange exchange = create();
        Map<String, Object> headers = exchange.getHeaders();
        releaseHere(exchange);
        assertReleased(() -> exchange.copyFrom(exchange));
        assertReleased(() -> exchange.setHeaders(headers));
    }

    @Test
    void x3_iteratorsAndEntriesObtainedBeforeThrowToo() {
        Exchange exchange = create();
        Iterator<String> names = exchange.getHeaders().keySet().iterator();
        Map.Entry<String, Object> entry =
                exchange.getProperties().entrySet().iterator().next();
        Iterator<String> properties = exchange.getProperties().keySet().iterator();
        names.next();
        properties.next();
        releaseHere(exchange);
        assertReleased(names::next);
        assertReleased(names::remove);
        assertReleased(properties::next);
        assertReleased(properties::remove);
        assertReleased(entry::getValue);
        assertReleased(() -> entry.setValue(2));
        assertThat(entry.getKey()).as("what was handed out stays readable").isEqualTo("a");
    }

    @Test
    void x3_aReleasedExchangeIsNeverUsedAgain() {
        for (int i = 0; i < 10; i++) {
            Exchange exchange = create();
            releaseHere(exchange);
            Exchange next = create();
            assertThat(next).isNotSameAs(exchange);
            assertThat(Pools.release(exchange)).as("a second time").isFalse();
            releaseHere(next);
        }
        assertThat(pool.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(20, 20, 10, 0, 4));
    }

    @Test
    void x3_toStringOfAReleasedExchangeSaysSo() {
        Exchange exchange = create();
        releaseHere(exchange);
        assertThat(exchange.toString()).contains("released");
    }

    @Test
    void x3_aCopyOutlivesItsReleasedOriginal() {
        Exchange exchange = create();
        Exchange copy = exchange.copy();
        releaseHere(exchange);
        assertThat(copy.getHeaders()).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(copy.getBody()).isEqualTo("body");
    }
}
