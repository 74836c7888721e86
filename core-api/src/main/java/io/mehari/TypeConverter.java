package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Turns a value into another type. A value that is of the type already is returned as it is, at no cost.
 *
 * <p>{@code exchange} may be consulted for settings, such as the character set in {@link Exchange#CHARSET_NAME}.
 */
public interface TypeConverter {
    /**
     * The value as that type, or null when it is null or no conversion is known. A primitive type stands for its box.
     *
     * @throws TypeConversionException when a conversion is known but fails on this value
     */
    <T> @Nullable T convertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value);

    /**
     * The same, but never null: an exception names both types and a shortened value.
     *
     * @throws NoTypeConversionAvailableException when no conversion is known, or the value is null
     * @throws TypeConversionException when a conversion is known but fails on this value or gives null
     */
    <T> T mandatoryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value)
            throws NoTypeConversionAvailableException;

    /** The same, but a conversion that fails also gives null. */
    <T> @Nullable T tryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value);
}
