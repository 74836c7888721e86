package io.mehari.builder;

import io.mehari.Exchange;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares values of different types. Numbers, and texts that are numbers, are compared as numbers. If only one of the
 * values is a text, it is converted to the type of the other, if possible.
 */
final class Comparing {
    private Comparing() {}

    /** Loaded only when a text is compared with a number. */
    private static final class Texts {
        static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,100}(\\.\\d{1,100})?");
    }

    static boolean equal(Exchange exchange, @Nullable Object value, @Nullable Object other) {
        if (value == null || other == null) {
            return value == other;
        }
        if (value.equals(other)) {
            return true;
        }
        if (value.getClass() == other.getClass() && !(value instanceof BigDecimal)) {
            return false;
        }
        Number left = number(value);
        Number right = left == null ? null : number(other);
        if (left != null && right != null) {
            return compare(left, right) == 0;
        }
        return other.equals(convert(exchange, value, other.getClass()))
                || value.equals(convert(exchange, other, value.getClass()));
    }

    /** Null when the two cannot be compared. */
    static @Nullable Integer compare(Exchange exchange, @Nullable Object value, @Nullable Object other) {
        if (value == null || other == null) {
            return null;
        }
        Number left = number(value);
        Number right = left == null ? null : number(other);
        if (left != null && right != null) {
            return compare(left, right);
        }
        if (other instanceof String && !(value instanceof String)) {
            Object same = convert(exchange, other, value.getClass());
            return same == null ? ordered(convert(exchange, value, String.class), other) : ordered(value, same);
        }
        return ordered(convert(exchange, value, other.getClass()), other);
    }

    @SuppressWarnings("unchecked") // both are of one class, which is comparable with itself
    private static @Nullable Integer ordered(@Nullable Object value, Object other) {
        return value instanceof Comparable<?> && value.getClass() == other.getClass()
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
        return Texts.NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }

    private static int compare(Number left, Number right) {
        if (isWhole(left) && isWhole(right)) {
            return Long.compare(left.longValue(), right.longValue());
        }
        if (isFloating(left) || isFloating(right)) {
            return Double.compare(left.doubleValue(), right.doubleValue());
        }
        return decimal(left).compareTo(decimal(right));
    }

    private static boolean isWhole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte;
    }

    private static boolean isFloating(Number number) {
        return number instanceof Double || number instanceof Float;
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
