package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Converts values to other types. A value that already has the requested type is returned unchanged.
 *
 * <p>A conversion may read settings from {@code exchange}, such as the character set in {@link Exchange#CHARSET_NAME}.
 */
public interface TypeConverter {
    /**
     * The value converted to that type; null if it is null or if no conversion is known. A primitive type stands for
     * its wrapper type.
     *
     * @throws TypeConversionException if a conversion is known but fails for this value
     */
    <T> @Nullable T convertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value);

    /**
     * Like {@link #convertTo}, but throws an exception instead of returning null. The exceptions name both types and a
     * shortened value.
     *
     * @throws NoTypeConversionAvailableException if no conversion is known, or the value is null
     * @throws TypeConversionException if a conversion is known but fails for this value or returns null
     */
    <T> T mandatoryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value)
            throws NoTypeConversionAvailableException;

    /** Like {@link #convertTo}, but also returns null if the conversion fails. */
    <T> @Nullable T tryConvertTo(Class<T> type, @Nullable Exchange exchange, @Nullable Object value);
}
