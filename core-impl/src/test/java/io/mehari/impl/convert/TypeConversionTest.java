package io.mehari.impl.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidPayloadException;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.TypeConversionException;
import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which conversions there are, which there are not, and the error messages. */
@SuppressWarnings({"JavaUtilDate", "UnnecessaryStringBuilder"}) // they are what is converted
class TypeConversionTest {

    enum Speed {
        SLOW,
        Fast,
        fast
    }

    private final DefaultTypeConverterRegistry converter = new DefaultTypeConverterRegistry();

    static Stream<Arguments> conversions() {
        Instant instant = Instant.parse("2026-02-03T04:05:06.007Z");
        Date date = new Date(instant.toEpochMilli());
        return Stream.of(
                // text to numbers
                arguments("42", Integer.class, 42),
                arguments(" +42 ", Integer.class, 42),
                arguments(new StringBuilder("42"), Integer.class, 42),
                arguments("-128", Byte.class, (byte) -128),
                arguments("32767", Short.class, Short.MAX_VALUE),
                arguments("-9223372036854775808", Long.class, Long.MIN_VALUE),
                arguments(" 1.5 ", Double.class, 1.5),
                arguments("1.5", Float.class, 1.5f),
                arguments("-Infinity", Double.class, Double.NEGATIVE_INFINITY),
                arguments("NaN", Double.class, Double.NaN),
                arguments(" 1e3 ", BigDecimal.class, new BigDecimal("1e3")),
                arguments("1e999999999", BigDecimal.class, new BigDecimal("1e999999999")),
                arguments(" 123456789012345678901 ", BigInteger.class, new BigInteger("123456789012345678901")),
                arguments("42", int.class, 42),
                arguments("42", long.class, 42L),
                arguments("42", short.class, (short) 42),
                arguments("42", byte.class, (byte) 42),
                arguments("42", double.class, 42d),
                arguments("42", float.class, 42f),
                // numbers to numbers
                arguments(42L, Integer.class, 42),
                arguments(42, Long.class, 42L),
                arguments((short) 7, Long.class, 7L),
                arguments(3.0, Integer.class, 3),
                arguments(3f, Byte.class, (byte) 3),
                arguments(0x1p62, Long.class, 1L << 62),
                arguments(new BigDecimal("3.00"), Short.class, (short) 3),
                arguments(BigInteger.TEN, Integer.class, 10),
                arguments(new AtomicInteger(5), Integer.class, 5),
                arguments(7, Double.class, 7d),
                arguments(0.1, Float.class, 0.1f),
                arguments(Double.POSITIVE_INFINITY, Float.class, Float.POSITIVE_INFINITY),
                arguments(0.1, BigDecimal.class, new BigDecimal("0.1")),
                arguments(0.1f, BigDecimal.class, new BigDecimal("0.1")),
                arguments(BigInteger.ONE, BigDecimal.class, BigDecimal.ONE),
                arguments(1e20, BigInteger.class, BigInteger.TEN.pow(20)),
                arguments(7, int.class, 7),
                // other scalars
                arguments("TRUE", Boolean.class, true),
                arguments(" false ", boolean.class, false),
                arguments("x", Character.class, 'x'),
                arguments(" ", char.class, ' '),
                arguments("fast", Speed.class, Speed.fast),
                arguments("FAST", Speed.class, Speed.Fast),
                arguments(" slow ", Speed.class, Speed.SLOW),
                arguments(" http://localhost/a ", URI.class, URI.create("http://localhost/a")),
                arguments("a/b", Path.class, Path.of("a", "b")),
                arguments("a", File.class, new File("a")),
                // to text
                arguments(42, String.class, "42"),
                arguments('x', String.class, "x"),
                arguments(true, String.class, "true"),
                arguments(Speed.fast, String.class, "fast"),
                arguments(List.of(1, 2), String.class, "[1, 2]"),
                arguments(new int[] {1, 2}, String.class, "[1, 2]"),
                arguments(new Object[] {"a", new int[] {1}}, String.class, "[a, [1]]"),
                arguments(date, String.class, "2026-02-03T04:05:06.007Z"),
                // time
                arguments(instant.toString(), Instant.class, instant),
                arguments(instant.toString(), Date.class, date),
                arguments(instant.toEpochMilli(), Instant.class, instant),
                arguments(instant.toEpochMilli(), Date.class, date),
                arguments(instant, Long.class, instant.toEpochMilli()),
                arguments(instant, long.class, instant.toEpochMilli()),
                arguments(date, Long.class, instant.toEpochMilli()),
                arguments(instant, Date.class, date),
                arguments(date, Instant.class, instant),
                arguments(instant.atZone(ZoneId.of("Asia/Tokyo")), Instant.class, instant),
                arguments(OffsetDateTime.parse("2026-02-03T05:05:06.007+01:00"), Date.class, date),
                arguments("PT1M30S", Duration.class, Duration.ofSeconds(90)),
                arguments("1m30s", Duration.class, Duration.ofSeconds(90)),
                arguments(" 1D2H3M4S5MS ", Duration.class, Duration.parse("P1DT2H3M4.005S")),
                arguments("500ms", Duration.class, Duration.ofMillis(500)),
                arguments("1500", Duration.class, Duration.ofMillis(1500)),
                arguments(1500, Duration.class, Duration.ofMillis(1500)),
                arguments(1500L, Duration.class, Duration.ofMillis(1500)),
                arguments(Duration.ofSeconds(2), Long.class, 2000L));
    }

    @ParameterizedTest
    @MethodSource
    void conversions(Object value, Class<?> type, Object expected) throws Exception {
        assertThat((Object) converter.convertTo(type, null, value)).isEqualTo(expected);
        assertThat((Object) converter.mandatoryConvertTo(type, null, value)).isEqualTo(expected);
        assertThat((Object) converter.tryConvertTo(type, null, value)).isEqualTo(expected);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments("", Integer.class, "not a whole number from -2147483648 to 2147483647"),
                arguments("1.0", Integer.class, "not a whole number from"),
                arguments("1,000", Long.class, "not a whole number from"),
                arguments("128", Byte.class, "not a whole number from -128 to 127"),
                arguments("9223372036854775808", Long.class, "to 9223372036854775807"),
                arguments(1L << 31, Integer.class, "not a whole number from"),
                arguments(-32769, Short.class, "not a whole number from -32768 to 32767"),
                arguments(2.5, Integer.class, "not a whole number from"),
                arguments(Double.NaN, Integer.class, "not a whole number from"),
                arguments(0x1p63, Long.class, "not a whole number from"),
                arguments(new BigDecimal("1e999999999"), Long.class, "not a whole number from"),
                arguments(new BigDecimal("1e-999999999"), Long.class, "not a whole number from"),
                arguments(new BigDecimal("1e999999999"), BigInteger.class, "more than 10000 digits"),
                arguments("1".repeat(10_001), BigInteger.class, "more than 10000 digits"),
                arguments("1".repeat(10_001), BigDecimal.class, "more than 10000 digits"),
                arguments(2.5, BigInteger.class, "Rounding necessary"),
                arguments(Double.NaN, BigDecimal.class, "NumberFormatException"),
                arguments("", Double.class, "empty String"),
                arguments("12F", Double.class, "not a decimal number"),
                arguments(" 100d ", Double.class, "not a decimal number"),
                arguments("0x1p3", Double.class, "not a decimal number"),
                arguments("12f", Float.class, "not a decimal number"),
                arguments("-0X1P3", Float.class, "not a decimal number"),
                arguments("1e309", Double.class, "too large"),
                arguments("1e39", Float.class, "too large"),
                arguments(1e39, Float.class, "too large"),
                arguments(new BigDecimal("-1e400"), Double.class, "too large"),
                arguments(new BigDecimal("1e400"), Float.class, "too large"),
                arguments("yes", Boolean.class, "neither true nor false"),
                arguments("", Boolean.class, "neither true nor false"),
                arguments("xy", Character.class, "not one character but 2"),
                arguments("", char.class, "not one character but 0"),
                arguments("\u017flow", Speed.class, "not one of SLOW, Fast, fast"),
                arguments("a b", URI.class, "Illegal character"),
                arguments("1m1m", Duration.class, "DateTimeParseException"),
                arguments("", Duration.class, "DateTimeParseException"),
                arguments("99999999999999d", Duration.class, "overflow"),
                arguments("03/02/2026", LocalDate.class, "DateTimeParseException"),
                arguments(Instant.MAX, Long.class, "overflow"),
                arguments(List.of("1", "x"), int[].class, "Cannot convert to int: a java.lang.String of value x"),
                arguments(new Integer[] {1, null}, int[].class, "Nothing to convert to int: the value is null"),
                arguments(List.of(1), Speed[].class, "No conversion to"));
    }

    @ParameterizedTest
    @MethodSource
    void failures(Object value, Class<?> type, String why) {
        assertThatThrownBy(() -> converter.convertTo(type, null, value))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("Cannot convert to " + type.getTypeName() + ": a "
                        + value.getClass().getTypeName() + " of value ")
                .hasMessageContaining(why)
                .extracting(e -> ((TypeConversionException) e).getToType())
                .isEqualTo(type);
        assertThatThrownBy(() -> converter.mandatoryConvertTo(type, null, value))
                .isInstanceOf(TypeConversionException.class);
        assertThat((Object) converter.tryConvertTo(type, null, value)).isNull();
    }

    /** So that the clauses of a route see what they see in Camel. */
    @Test
    void s5_aTextThatIsNoNumberGivesANumberFormatException() {
        for (Class<?> type : List.of(Byte.class, Short.class, Integer.class, long.class, Double.class)) {
            assertThatThrownBy(() -> converter.convertTo(type, null, "a,b"))
                    .hasRootCauseInstanceOf(NumberFormatException.class);
        }
    }

    static Stream<Arguments> unknown() {
        return Stream.of(
                arguments(true, Integer.class),
                arguments('1', int.class),
                arguments(1, Speed.class),
                arguments("java.lang.String", Class.class),
                arguments(LocalDateTime.MIN, Instant.class),
                arguments("a", String[].class),
                arguments(Path.of("a"), Path[].class),
                arguments(42, byte[].class),
                arguments("x", void.class),
                arguments("x", Thread.class));
    }

    @ParameterizedTest
    @MethodSource
    void unknown(Object value, Class<?> type) {
        assertThat((Object) converter.convertTo(type, null, value)).isNull();
        assertThat((Object) converter.tryConvertTo(type, null, value)).isNull();
        assertThatThrownBy(() -> converter.mandatoryConvertTo(type, null, value))
                .isInstanceOf(NoTypeConversionAvailableException.class)
                .hasMessage("No conversion to " + type.getTypeName() + " is known for a "
                        + value.getClass().getTypeName() + " of value " + value
                        + ": add one with TypeConverterRegistry.addTypeConverter");
    }

    @Test
    void nullConvertsToNullAndIsNoConversionWhereOneIsMandatory() {
        assertThat(converter.convertTo(Integer.class, null, null)).isNull();
        assertThat(converter.tryConvertTo(String.class, null, null)).isNull();
        assertThatThrownBy(() -> converter.mandatoryConvertTo(int.class, null, null))
                .isInstanceOf(NoTypeConversionAvailableException.class)
                .hasMessage("Nothing to convert to int: the value is null");
    }

    @Test
    void whatIsOfTheTypeAlreadyIsTheSameObject() {
        StringBuilder text = new StringBuilder("42");
        assertThat(converter.convertTo(CharSequence.class, null, text)).isSameAs(text);
        Integer boxed = 123_456;
        assertThat(converter.convertTo(int.class, null, boxed)).isSameAs(boxed);
    }

    @Test
    void aLongValueIsShortenedInTheMessage() {
        assertThatThrownBy(() -> converter.convertTo(Double.class, null, "x".repeat(100_000)))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("x".repeat(80) + "… (100000 characters)")
                .extracting(e -> e.getMessage().length())
                .satisfies(length -> assertThat((int) length).isLessThan(1300));
    }

    @Test
    void aMessageConvertsItsBodyAndHeadersToPrimitiveTypesToo() throws Exception {
        Exchange exchange = new DefaultRoutingContext()
                .getRoutingContextExtension()
                .getExchangeFactory()
                .create(ExchangePattern.InOnly);
        exchange.setBody("42");
        exchange.setHeader("n", 7);
        int body = exchange.getBody(int.class);
        int mandatory = exchange.getMandatoryBody(int.class);
        int header = exchange.getHeader("n", int.class);
        boolean absent = exchange.getHeader("absent", "true", boolean.class);
        assertThat(List.of(body, mandatory, header, absent)).isEqualTo(List.of(42, 42, 7, true));
        exchange.setBody("x");
        assertThatThrownBy(() -> exchange.getMandatoryBody(int.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasCauseInstanceOf(TypeConversionException.class);
        exchange.setBody(null);
        assertThatThrownBy(() -> exchange.getMandatoryBody(int.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasCauseInstanceOf(NoTypeConversionAvailableException.class);
    }

    // ---- there and back

    static Stream<Object> texts() {
        return Stream.of(
                Instant.parse("2026-02-03T04:05:06.123456789Z"),
                LocalDate.of(2026, 2, 3),
                LocalTime.of(4, 5),
                LocalDateTime.of(2026, 2, 3, 4, 5),
                OffsetDateTime.parse("2026-02-03T04:05:06+01:00"),
                ZonedDateTime.parse("2026-02-03T04:05:06+01:00[Europe/Paris]"),
                Duration.parse("P1DT2H3M4.005S"),
                new Date(1),
                Speed.Fast,
                'c',
                true);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aValueComesBackFromItsText(Object value) throws Exception {
        String text = converter.mandatoryConvertTo(String.class, null, value);
        assertThat((Object) converter.mandatoryConvertTo(value.getClass(), null, text))
                .isEqualTo(value);
    }

    @Test
    void numbersComeBackFromTextAndFromEveryWiderType() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long bits = random.nextLong() >> random.nextInt(64);
            comesBack(seed, (byte) bits, Short.class, Integer.class, Long.class, Float.class, Double.class);
            comesBack(seed, (short) bits, Integer.class, Long.class, Float.class, Double.class, BigInteger.class);
            comesBack(seed, (int) bits, Long.class, Double.class, BigInteger.class, BigDecimal.class);
            comesBack(seed, bits, BigInteger.class, BigDecimal.class);
            comesBack(seed, (float) random.nextGaussian(), Double.class, BigDecimal.class);
            comesBack(seed, Double.longBitsToDouble(bits & ~(1L << 62)), BigDecimal.class);
            comesBack(seed, BigInteger.valueOf(bits).pow(3), BigDecimal.class);
            comesBack(seed, BigDecimal.valueOf(bits, random.nextInt(40) - 20));
        }
    }

    private void comesBack(long seed, Number number, Class<?>... wider) {
        back(seed, number, String.class);
        for (Class<?> type : wider) {
            back(seed, number, type);
        }
    }

    private void back(long seed, Number number, Class<?> type) {
        Object there = converter.convertTo(type, null, number);
        Object again = converter.convertTo(number.getClass(), null, there);
        assertThat(again).as("%s by %s, seed %d", number, type, seed).isEqualTo(minusZeroAside(number, type));
    }

    /** BigDecimal has no minus zero. */
    private static Object minusZeroAside(Number number, Class<?> type) {
        boolean lost = type == BigDecimal.class && number.doubleValue() == 0;
        return lost && number instanceof Double ? (Object) 0.0 : lost && number instanceof Float ? (Object) 0f : number;
    }
}
