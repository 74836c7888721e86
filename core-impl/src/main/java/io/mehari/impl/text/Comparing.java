package io.mehari.impl.text;

import io.mehari.Exchange;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares values of different types. Bytes are compared as the text that they are; numbers, and texts that are
 * numbers, as numbers. If only one of the values is a text, it is converted to the type of the other, if possible.
 */
final class Comparing {
    private Comparing() {}

    /** Loaded only when a text is compared with a number. */
    private static final class Texts {
        /** What BigDecimal takes, with bounds: a text may come from the network. */
        static final Pattern NUMBER =
                Pattern.compile("[+-]?(?:\\d{1,100}(?:\\.\\d{0,100})?|\\.\\d{1,100})(?:[eE][+-]?\\d{1,3})?");
    }

    static boolean equal(Exchange exchange, @Nullable Object one, @Nullable Object another) {
        if (one instanceof byte[] bytes && another instanceof byte[] others) {
            return Arrays.equals(bytes, others);
        }
        Object value = plain(exchange, one);
        Object other = plain(exchange, another);
        if (value == null || other == null) {
            return value == other;
        }
        if (value.equals(other) || (value instanceof Class<?> type && other.equals(type.getName()))) {
            return true;
        }
        if (value.getClass() == other.getClass() && !(value instanceof BigDecimal || isFloating(value))) {
            return false;
        }
        Number left = number(value);
        Number right = left == null ? null : number(other);
        if (left != null && right != null) {
            return inOrder(left, right) == 0;
        }
        return other.equals(convert(exchange, value, other.getClass()))
                || value.equals(convert(exchange, other, value.getClass()));
    }

    /** Null when the two cannot be compared. */
    static @Nullable Integer compare(Exchange exchange, @Nullable Object one, @Nullable Object another) {
        Object value = plain(exchange, one);
        Object other = plain(exchange, another);
        if (value == null || other == null) {
            return null;
        }
        Number left = number(value);
        Number right = left == null ? null : number(other);
        if (left != null && right != null) {
            return isNaN(left) || isNaN(right) ? null : inOrder(left, right);
        }
        if (other instanceof String && !(value instanceof String)) {
            Object same = convert(exchange, other, value.getClass());
            return same == null ? ordered(convert(exchange, value, String.class), other) : ordered(value, same);
        }
        return ordered(convert(exchange, value, other.getClass()), other);
    }

    private static boolean isStream(@Nullable Object value) {
        return value instanceof InputStream || value instanceof Reader;
    }

    /** The text of bytes, or of a stream; any other value as it is. */
    static @Nullable Object plain(Exchange exchange, @Nullable Object value) {
        return value != null && (value instanceof byte[] || isStream(value))
                ? exchange.getContext().getTypeConverter().convertTo(String.class, exchange, value)
                : value;
    }

    @SuppressWarnings("unchecked") // both are of one class, which is comparable with itself
    private static @Nullable Integer ordered(@Nullable Object value, Object other) {
        return value instanceof Comparable<?> && value.getClass() == other.getClass() && !isNaN(value) && !isNaN(other)
                ? (Integer) ((Comparable<Object>) value).compareTo(other)
                : null;
    }

    // ---- numbers

    private static @Nullable Number number(Object value) {
        if (value instanceof Number number) {
            return number;
        }
        if (!(value instanceof String text) || text.isEmpty() || text.charAt(0) > '9') {
            return null;
        }
        String plain = text.trim(); // as a conversion does
        return Texts.NUMBER.matcher(plain).matches() ? new BigDecimal(plain) : null;
    }

    private static int inOrder(Number left, Number right) {
        if (isWhole(left) && isWhole(right)) {
            return Long.compare(left.longValue(), right.longValue());
        }
        if (isFloating(left) || isFloating(right)) {
            return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0); // -0.0 + 0.0 is 0.0
        }
        return decimal(left).compareTo(decimal(right));
    }

    private static boolean isWhole(Object number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte;
    }

    private static boolean isFloating(Object number) {
        return number instanceof Double || number instanceof Float;
    }

    /** Whether a value is NaN, which is neither greater nor less than another one. */
    private static boolean isNaN(Object value) {
        return isFloating(value) && Double.isNaN(((Number) value).doubleValue());
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    }

    private static @Nullable Object convert(Exchange exchange, Object value, Class<?> type) {
        return type.isInstance(value)
                ? value
                : exchange.getContext().getTypeConverter().tryConvertTo(type, exchange, value);
    }
}
