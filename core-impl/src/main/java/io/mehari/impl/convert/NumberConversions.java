package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of numbers and text to one type of numbers. A value that does not fit fails; only fractions of
 * floating-point numbers are rounded.
 */
record NumberConversions(Class<?> to) implements Conversion<Object, Object> {
    /*
     * Whole numbers below 64 bits are converted through long, all other numbers through BigDecimal. A Number of an
     * unknown class (AtomicInteger, LongAdder, a user's class) is converted by its text. MAX_DIGITS keeps texts such as
     * 1e999999999, which may come from the network, from becoming numbers with that many digits.
     */
    private static final int MAX_DIGITS = 10_000;

    private static final Set<Class<?>> WHOLE = Set.of(Byte.class, Short.class, Integer.class, Long.class);
    private static final Set<Class<?>> OTHERS = Set.of(Float.class, Double.class, BigInteger.class, BigDecimal.class);

    static @Nullable NumberConversions get(Class<?> to, Class<?> from) {
        boolean known = from == Number.class || from == CharSequence.class;
        return known && (WHOLE.contains(to) || OTHERS.contains(to)) ? new NumberConversions(to) : null;
    }

    @Override
    public Object convert(Object value, @Nullable Exchange exchange) {
        Number number = value instanceof CharSequence ? null : (Number) value;
        return switch (to.getName()) {
            case "java.lang.Byte" -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "java.lang.Short" -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "java.lang.Integer" -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "java.lang.Long" -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case "java.lang.Float" ->
                (float) finite(number != null ? number.floatValue() : Float.parseFloat(decimalOnly(value)), value);
            case "java.lang.Double" ->
                finite(number != null ? number.doubleValue() : Double.parseDouble(decimalOnly(value)), value);
            case "java.math.BigInteger" -> number != null ? wholeOf(exact(number)) : new BigInteger(limited(value));
            case "java.math.BigDecimal" -> number != null ? decimal(number) : new BigDecimal(limited(value));
            default -> throw new IllegalStateException(to.getName());
        };
    }

    // ---- whole numbers

    private static long whole(Object value, long min, long max) {
        try {
            long number = value instanceof Number known
                    ? whole(known)
                    : Long.parseLong(value.toString().trim());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // it fails with the limits
        }
        String fault = "not a whole number from " + min + " to " + max;
        throw value instanceof Number ? new ArithmeticException(fault) : new NumberFormatException(fault);
    }

    private static long whole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte
                ? number.longValue()
                : exact(number).longValueExact();
    }

    private static BigInteger wholeOf(BigDecimal number) {
        checkDigits((long) number.precision() - number.scale());
        return number.toBigIntegerExact();
    }

    private static String limited(Object text) {
        String digits = text.toString().trim();
        checkDigits(digits.length());
        return digits;
    }

    private static void checkDigits(long digits) {
        if (digits > MAX_DIGITS) {
            throw new ArithmeticException("more than " + MAX_DIGITS + " digits");
        }
    }

    /**
     * The exact value of a floating-point number. {@link #decimal} instead gives the shortest decimal that converts
     * back to the number.
     */
    private static BigDecimal exact(Number number) {
        return number instanceof Double || number instanceof Float
                ? new BigDecimal(number.doubleValue())
                : decimal(number);
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        return number instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(number.toString());
    }

    // ---- floating point

    /** Refuses what is a number only in the source of a Java program: 12F, 100d, 0x1p3. */
    private static String decimalOnly(Object text) {
        String number = text.toString().trim();
        boolean hexadecimal = number.indexOf('x') >= 0 || number.indexOf('X') >= 0;
        if (!number.isEmpty() && ("fFdD".indexOf(number.charAt(number.length() - 1)) >= 0 || hexadecimal)) {
            throw new NumberFormatException("not a decimal number");
        }
        return number;
    }

    /** Checks that a result is infinite only if the value was. */
    private static double finite(double result, Object value) {
        if (Double.isInfinite(result) && !value.toString().trim().endsWith("Infinity")) {
            throw new ArithmeticException("too large");
        }
        return result;
    }
}
