package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

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

    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        boolean ofNumber = from == Number.class;
        if (!ofNumber && from != CharSequence.class) {
            return null;
        } else if (to == Integer.class) {
            return new Whole(to, Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (to == Long.class) {
            return new Whole(to, Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (to == Short.class) {
            return new Whole(to, Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (to == Byte.class) {
            return new Whole(to, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        return ofNumber ? ofNumber(to) : ofText(to);
    }

    private static @Nullable Conversion<Number, ?> ofNumber(Class<?> to) {
        if (to == Double.class) {
            return (number, exchange) -> finite(number.doubleValue(), number);
        } else if (to == Float.class) {
            return (number, exchange) -> (float) finite(number.floatValue(), number);
        } else if (to == BigDecimal.class) {
            return (number, exchange) -> decimal(number);
        } else if (to == BigInteger.class) {
            return (number, exchange) -> wholeOf(exact(number));
        }
        return null;
    }

    private static @Nullable Conversion<CharSequence, ?> ofText(Class<?> to) {
        if (to == Double.class) {
            return (text, exchange) -> finite(Double.parseDouble(decimalOnly(text)), text);
        } else if (to == Float.class) {
            return (text, exchange) -> (float) finite(Float.parseFloat(decimalOnly(text)), text);
        } else if (to == BigDecimal.class) {
            return BuiltInConversions.parsed(text -> new BigDecimal(limited(text)));
        } else if (to == BigInteger.class) {
            return BuiltInConversions.parsed(text -> new BigInteger(limited(text)));
        }
        return null;
    }

    // ---- whole numbers

    /** A conversion of a number or text to a whole number. It is not a lambda, as many options need it. */
    private record Whole(Class<?> to, long min, long max) implements Conversion<Object, Object> {
        @Override
        public Object convert(Object value, @Nullable Exchange exchange) {
            long number = within(min, max, value);
            if (to == Integer.class) {
                return (int) number;
            } else if (to == Long.class) {
                return number;
            }
            return to == Short.class ? (Object) (short) number : (Object) (byte) number;
        }
    }

    private static long within(long min, long max, Object value) {
        long number;
        try {
            number = value instanceof Number known
                    ? whole(known)
                    : Long.parseLong(value.toString().trim());
        } catch (NumberFormatException | ArithmeticException e) {
            throw notWithin(min, max, value);
        }
        if (number < min || number > max) {
            throw notWithin(min, max, value);
        }
        return number;
    }

    private static RuntimeException notWithin(long min, long max, Object value) {
        String fault = "not a whole number from " + min + " to " + max;
        return value instanceof Number ? new ArithmeticException(fault) : new NumberFormatException(fault);
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

    /** Refuses what is a number only in the source of a Java program: 12F, 100d, 0x1p3. */
    private static String decimalOnly(CharSequence text) {
        String number = BuiltInConversions.trimmed(text);
        if (!number.isEmpty() && ("fFdD".indexOf(number.charAt(number.length() - 1)) >= 0 || isHexadecimal(number))) {
            throw new NumberFormatException("not a decimal number");
        }
        return number;
    }

    private static boolean isHexadecimal(String number) {
        return number.indexOf('x') >= 0 || number.indexOf('X') >= 0;
    }

    /** Checks that a result is infinite only if the value was. */
    private static double finite(double result, Object value) {
        if (Double.isInfinite(result) && !value.toString().trim().endsWith("Infinity")) {
            throw new ArithmeticException("too large");
        }
        return result;
    }
}
