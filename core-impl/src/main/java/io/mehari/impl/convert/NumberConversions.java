package io.mehari.impl.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.LongFunction;

/**
 * Conversions of numbers and text to numbers. A value that does not fit fails; only fractions of floating-point numbers
 * are rounded.
 */
final class NumberConversions {
    /*
     * Whole numbers below 64 bits are converted through long, all other numbers through BigDecimal. A Number of an
     * unknown class (AtomicInteger, LongAdder, a user's class) is converted by its text. MAX_DIGITS keeps texts such as
     * 1e999999999, which may come from the network, from becoming numbers with that many digits.
     */
    private static final int MAX_DIGITS = 10_000;

    private NumberConversions() {}

    static void addTo(ConversionTable table) {
        addWhole(table, Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, number -> (byte) number);
        addWhole(table, Short.class, Short.MIN_VALUE, Short.MAX_VALUE, number -> (short) number);
        addWhole(table, Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE, number -> (int) number);
        addWhole(table, Long.class, Long.MIN_VALUE, Long.MAX_VALUE, number -> number);
        addFloating(table);
        table.add(BigDecimal.class, Number.class, (number, exchange) -> decimal(number));
        table.add(BigInteger.class, Number.class, (number, exchange) -> wholeOf(exact(number)));
        BuiltInConversions.parsed(table, BigDecimal.class, text -> new BigDecimal(limited(text)));
        BuiltInConversions.parsed(table, BigInteger.class, text -> new BigInteger(limited(text)));
    }

    // ---- whole numbers

    private static <T> void addWhole(ConversionTable table, Class<T> to, long min, long max, LongFunction<T> box) {
        table.add(to, Number.class, (number, exchange) -> box.apply(within(min, max, number)));
        table.add(to, CharSequence.class, (text, exchange) -> box.apply(within(min, max, text)));
    }

    private static long within(long min, long max, Object value) {
        long number;
        try {
            number = value instanceof Number known
                    ? whole(known)
                    : Long.parseLong(value.toString().trim());
        } catch (NumberFormatException | ArithmeticException e) {
            throw notWithin(min, max);
        }
        if (number < min || number > max) {
            throw notWithin(min, max);
        }
        return number;
    }

    private static ArithmeticException notWithin(long min, long max) {
        return new ArithmeticException("not a whole number from " + min + " to " + max);
    }

    private static long whole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte
                ? number.longValue()
                : exact(number).longValueExact();
    }

    private static BigInteger wholeOf(BigDecimal number) {
        if ((long) number.precision() - number.scale() > MAX_DIGITS) {
            throw new ArithmeticException("more than " + MAX_DIGITS + " digits");
        }
        return number.toBigIntegerExact();
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

    private static String limited(String digits) {
        if (digits.length() > MAX_DIGITS) {
            throw new ArithmeticException("more than " + MAX_DIGITS + " digits");
        }
        return digits;
    }

    // ---- floating point

    private static void addFloating(ConversionTable table) {
        table.add(Double.class, Number.class, (number, exchange) -> finite(number.doubleValue(), number));
        table.add(Float.class, Number.class, (number, exchange) -> (float) finite(number.floatValue(), number));
        table.add(
                Double.class,
                CharSequence.class,
                (text, exchange) -> finite(Double.parseDouble(text.toString()), text));
        table.add(Float.class, CharSequence.class, (text, exchange) ->
                (float) finite(Float.parseFloat(text.toString()), text));
    }

    /** Checks that a result is infinite only if the value was. */
    private static double finite(double result, Object value) {
        if (Double.isInfinite(result) && !value.toString().trim().endsWith("Infinity")) {
            throw new ArithmeticException("too large");
        }
        return result;
    }
}
