package io.mehari.impl.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.TypeConversionException;
import io.mehari.TypeConverter;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which conversion is used, conversions that users add, and the cost of a look-up. */
@SuppressWarnings("JavaUtilDate") // it is what is converted
class TypeConverterRegistryTest {

    interface Shape {}

    interface Round extends Shape {}

    static class Ring implements Shape, Round {}

    static class GoldRing extends Ring {}

    private final DefaultTypeConverterRegistry converter = new DefaultTypeConverterRegistry();

    // ---- which one

    @Test
    void theNearestSourceTypeWins() {
        GoldRing ring = new GoldRing();
        add(Object.class, "object");
        assertThat(converter.convertTo(String.class, null, ring)).isEqualTo("object");
        add(Shape.class, "shape");
        assertThat(converter.convertTo(String.class, null, ring)).isEqualTo("shape");
        add(Round.class, "round");
        assertThat(converter.convertTo(String.class, null, ring))
                .as("a subtype before its supertype, whatever the order of declaration")
                .isEqualTo("round");
        add(Ring.class, "ring");
        assertThat(converter.convertTo(String.class, null, ring)).isEqualTo("ring");
        assertThat(converter.convertTo(String.class, null, (Shape) new Ring() {}))
                .isEqualTo("ring");
    }

    @Test
    void theFallbackIsAskedAfterAllThatKnowTheSource() {
        assertThat(converter.convertTo(String.class, null, new Ring())).contains("Ring@");
        converter.setFallback((to, from) -> Shape.class.isAssignableFrom(from) ? (value, exchange) -> "library" : null);
        assertThat(converter.convertTo(String.class, null, new Ring())).isEqualTo("library");
        assertThat(converter.convertTo(String.class, null, 5)).isEqualTo("5");
        converter.setFallback(null);
        assertThat(converter.convertTo(String.class, null, new Ring())).contains("Ring@");
        converter.setFallback((to, from) -> (value, exchange) -> "library");
        add(Object.class, "object");
        assertThat(converter.convertTo(String.class, null, new Ring())).isEqualTo("object");
        add(Shape.class, "shape");
        assertThat(converter.convertTo(String.class, null, new Ring())).isEqualTo("shape");
    }

    private void add(Class<?> from, String text) {
        converter.addTypeConverter(String.class, from, (value, exchange) -> text);
    }

    @Test
    void whatIsAddedWinsOverWhatIsBuiltInAtTheSameOrANearerType() {
        converter.addTypeConverter(int.class, CharSequence.class, (text, exchange) -> text.length());
        assertThat(converter.convertTo(Integer.class, null, "42")).isEqualTo(2);
        assertThat(converter.convertTo(int.class, null, "42")).isEqualTo(2);
        converter.addTypeConverter(Integer.class, String.class, (text, exchange) -> -1);
        assertThat(converter.convertTo(Integer.class, null, "42")).isEqualTo(-1);
        converter.addTypeConverter(Integer.class, Object.class, (value, exchange) -> 0);
        assertThat(converter.convertTo(Integer.class, null, 42L))
                .as("Number is nearer")
                .isEqualTo(42);
        assertThat(converter.convertTo(Integer.class, null, new Ring())).isEqualTo(0);
        converter.addTypeConverter(Thread.State.class, Object.class, (value, exchange) -> Thread.State.NEW);
        assertThat(converter.convertTo(Thread.State.class, null, "BLOCKED")).isEqualTo(Thread.State.NEW);
        add(Comparable.class, "comparable");
        assertThat(converter.convertTo(String.class, null, new Date(0))).startsWith("1970");
        assertThat(converter.convertTo(Boolean.class, null, "true")).isTrue();
        assertThat(new DefaultTypeConverterRegistry().convertTo(int.class, null, "42"))
                .as("another registry")
                .isEqualTo(42);
    }

    @Test
    void whatAConversionThrowsIsTheCause() {
        Exception thrown = new Exception("no");
        converter.addTypeConverter(Thread.class, String.class, (value, exchange) -> {
            throw thrown;
        });
        assertThatThrownBy(() -> converter.convertTo(Thread.class, null, "x"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("Cannot convert to java.lang.Thread: a java.lang.String of value x ("
                        + "java.lang.Exception: no)")
                .hasCause(thrown);
    }

    @Test
    void anInterruptedConversionKeepsTheFlag() {
        converter.addTypeConverter(Thread.class, String.class, (value, exchange) -> {
            throw new InterruptedException();
        });
        assertThatThrownBy(() -> converter.convertTo(Thread.class, null, "x"))
                .isInstanceOf(TypeConversionException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aConversionThatGivesNullFailsWhereTheValueIsMandatory() {
        converter.addTypeConverter(Thread.class, String.class, (value, exchange) -> null);
        assertThat(converter.convertTo(Thread.class, null, "x")).isNull();
        assertThatThrownBy(() -> converter.mandatoryConvertTo(Thread.class, null, "x"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("the conversion returned null");
    }

    @Test
    void aConversionThatGivesAnotherTypeFails() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Class<Object> lie = (Class) Thread.class;
        converter.addTypeConverter(lie, String.class, (value, exchange) -> 42);
        assertThatThrownBy(() -> converter.convertTo(Thread.class, null, "x"))
                .isInstanceOf(TypeConversionException.class)
                .hasCauseInstanceOf(ClassCastException.class);
    }

    // ---- what is remembered

    @Test
    void noAddedConversionIsEverMissedAfterwards() throws Exception {
        int rounds = 2_000;
        CyclicBarrier barrier = new CyclicBarrier(2);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> reading = executor.submit(() -> {
                for (int i = 0; i < rounds; i++) {
                    barrier.await(10, TimeUnit.SECONDS);
                    TypeConverter shared = converter;
                    for (int j = 0; j < 20; j++) {
                        shared.convertTo(Thread.class, null, "x");
                    }
                    barrier.await(10, TimeUnit.SECONDS);
                }
                return null;
            });
            for (int i = 0; i < rounds; i++) {
                Thread added = new Thread();
                barrier.await(10, TimeUnit.SECONDS);
                converter.addTypeConverter(Thread.class, String.class, (value, exchange) -> added);
                barrier.await(10, TimeUnit.SECONDS);
                assertThat(converter.convertTo(Thread.class, null, "x")).isSameAs(added);
            }
            reading.get(10, TimeUnit.SECONDS);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void everNewClassesDoNotGrowWhatIsRemembered() {
        int most = 0;
        for (Class<?> element : List.of(int.class, long.class, byte.class, char.class, Ring.class, Shape.class)) {
            Class<?> type = element;
            for (int dimensions = 1; dimensions < 250; dimensions++) {
                type = type.arrayType();
                for (Object value : List.of(true, 1, 1L, 1f)) {
                    assertThat((Object) converter.convertTo(type, null, value)).isNull();
                    most = Math.max(most, converter.remembered());
                }
            }
        }
        assertThat(most).isBetween(1000, DefaultTypeConverterRegistry.MAX_FOUND);
    }

    // ---- what it costs

    @Test
    void whatIsOfTheTypeAlreadyCostsNothing() {
        Exchange exchange = new DefaultRoutingContext()
                .getRoutingContextExtension()
                .getExchangeFactory()
                .create(ExchangePattern.InOnly);
        exchange.setBody("text");
        exchange.setHeader("n", 123_456);
        assertThat(allocated(() -> exchange.getBody(String.class))).isZero();
        assertThat(allocated(() -> exchange.getBody(CharSequence.class))).isZero();
        assertThat(allocated(() -> exchange.getHeader("n", Number.class))).isZero();
        assertThat(allocated(() -> exchange.getHeader("n", int.class))).isZero();
    }

    @Test
    void aLookUpAllocatesNothingButTheResult() {
        Integer number = 123_456;
        long ofText = allocated(() -> number.toString());
        long ofNumber = allocated(() -> Integer.valueOf(number.intValue() + 1));
        assertThat(ofText).isPositive();
        assertThat(allocated(() -> converter.convertTo(String.class, null, number)))
                .isEqualTo(ofText);
        assertThat(allocated(() -> converter.convertTo(Integer.class, null, "123456")))
                .isEqualTo(ofNumber);
        assertThat(allocated(() -> converter.convertTo(int.class, null, "12"))).isZero();
        assertThat(allocated(() -> converter.convertTo(Boolean.class, null, "true")))
                .isZero();
        assertThat(allocated(() -> converter.convertTo(Thread.class, null, "no way")))
                .isZero();
    }

    static volatile Object seen = "";

    /** Bytes per call: the least of some thousand calls, as the compiler may still be at work. */
    private static long allocated(Supplier<Object> call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5_000; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            Object result = call.get();
            long after = threads.getCurrentThreadAllocatedBytes();
            seen = result == null ? "" : result;
            least = Math.min(least, after - before);
        }
        return least;
    }
}
